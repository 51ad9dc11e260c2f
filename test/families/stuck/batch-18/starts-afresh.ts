/**
 * Reads itself in, makes a first change, finds it wanting, takes it back, runs out of context, and does it all again.
 */
import type { Family } from '../../family.ts';
import { grepExchange } from '../../lookup-manner.ts';

const SUMMARIES = [
  'Summary so far: the goal is GOAL. I have explored the code base. No files are changed. Next step: read the relevant modules and begin.',
  'The conversation was compacted. The user wants GOAL. Exploration was started; the working tree is clean. Continue with understanding the structure, then implement.',
  'Earlier context was removed. Task: GOAL. State: nothing has been implemented yet. Pending: look at the modules involved.',
];

export const startsAfresh: Family = {
  name: 's_starts_afresh',
  what: 'reads the same modules, tries and reverts the same first change and is compacted, over and over',
  batch: 18,
  limit: 45,
  play(agent) {
    const { words, manner } = agent;
    const goal = `that ${words.noun()}s are kept per ${words.noun()} instead of globally`;
    const files = Array.from({ length: agent.between(9, 13) }, () => ({
      path: words.path(),
      text: words.codeLines(8, 26),
    }));
    const symbol = words.symbol();
    const hits = files
      .slice(0, 3)
      .map(({ path }) => `${path}:${agent.between(3, 200)}: ${symbol}(`)
      .join('\n');
    const [before, after] = [words.codeLines(1, 2), words.codeLines(2, 3)];
    const round = () => {
      agent.shell('git status --short', '');
      if (agent.random.chance(0.6)) agent.shell('ls src', 'api\nbilling\ncore\nstorage\nworkers');
      for (const { path, text } of agent
        .shuffled(files)
        .slice(0, files.length - agent.between(0, 3)))
        agent.read(path, text);
      agent.together([grepExchange(manner, symbol, 'src', hits)]);
      const first = files[0]?.path ?? words.path();
      agent.edit(first, before, after);
      agent.shell('make test', {
        text: `${agent.between(400, 402)} tests, 38 failures (${agent.between(80, 300) / 10}s)\nfirst: ${symbol} called without scope`,
        exit: 2,
      });
      agent.shell(`git checkout -- ${first}`, '', {
        saying: agent.pick([
          'That breaks too much; I will back out and look closer.',
          'Reverting for now.',
          '',
        ]),
      });
    };
    agent.prompt(`Change the code so ${goal}.`);
    round();
    agent.compact(agent.pick(SUMMARIES).replace('GOAL', goal));
    agent.loopBegins();
    agent.times(5, 6, () => {
      round();
      agent.compact(agent.pick(SUMMARIES).replace('GOAL', goal));
    });
  },
};
