/**
 * A sub-agent comes back without having finished, since it runs into its turn limit each time. The main agent sends the
 * same brief again in slightly other words, and the next one starts from nothing.
 */
import { delegation } from '../delegation.ts';
import type { Family } from '../family.ts';

export const sameBrief: Family = {
  name: 's_same_brief',
  what: 'starts one sub-agent after the other with the same brief; each gets no further than the one before',
  batch: 12,
  limit: 10,
  play(agent) {
    const { words } = agent;
    const [noun, other] = [words.noun(), words.noun()];
    const file = `docs/${noun}-${agent.pick(['audit', 'migration', 'inventory'])}.md`;
    const task = agent.pick([
      `find every place that writes to the ${noun} table and list it in ${file}`,
      `port the ${noun} module to the new ${other} interface and write what you did to ${file}`,
      `work out why the ${noun} ${other} grows over night and put the cause into ${file}`,
    ]);
    const role = agent.pick(['general-purpose', 'explorer', 'researcher', 'worker']);
    agent.prompt(`Use a sub-agent to ${task}.`);
    agent.warmUp(0, 4);
    agent.loopBegins();
    agent.times(14, 22, (index) => {
      const briefs = [
        `Please ${task}. Work in ${words.root}. Report when you are done.`,
        `Your task: ${task}. The repository is ${words.root}. Be thorough and finish it.`,
        `In ${words.root}, ${task}. It is important that you complete it. Return a short summary.`,
        `The previous agent did not finish. ${task.charAt(0).toUpperCase()}${task.slice(1)}. Repository: ${words.root}.`,
      ];
      const brief = agent.pick(index === 0 ? briefs.slice(0, -1) : briefs);
      const report = agent.pick([
        `I started looking at the ${noun} code but reached my turn limit before I could finish. ${file} has not been written yet.`,
        `I've explored the folder structure and identified where ${noun} is used. I ran out of turns; the file is not written. Next step: go through the matches.`,
        `Stopped: maximum number of turns reached. So far I have listed the folders and opened ${agent.between(2, 6)} files.`,
        `I was not able to complete this within my limits. I recommend running the task again.`,
      ]);
      const ms = agent.between(45_000, 280_000);
      agent.together(
        [
          delegation(agent.manner, {
            title: agent.pick([`${noun} ${other}`, `Finish ${noun}`, `${noun} again`]),
            brief,
            role,
            report,
            id: words.hex(12),
            tokens: agent.between(40_000, 140_000),
            ms,
          }),
        ],
        {
          tookMs: ms,
          saying:
            index === 0
              ? "I'll hand this to a sub-agent."
              : agent.pick([
                  'The sub-agent did not finish. Starting another one.',
                  "It ran out of turns. I'll try again with a clearer brief.",
                  'Let me relaunch it.',
                  '',
                ]),
        },
      );
      if (agent.random.chance(0.3))
        agent.shell(
          `ls ${file}`,
          { text: `ls: cannot access '${file}': No such file or directory`, exit: 2 },
          { saying: agent.pick(['', 'Did it write the file?']) },
        );
    });
  },
};
