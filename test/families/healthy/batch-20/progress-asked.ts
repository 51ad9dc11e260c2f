/**
 * A harness asks for a summary before each step; the agent gives it in much the same words, and between two of them the work goes on.
 */
import type { Family } from '../../family.ts';

export const progressAsked: Family = {
  name: 'h_progress_asked',
  what: 'gives a summary whenever the harness asks for one, and does a piece of the work in between',
  batch: 20,
  play(agent) {
    const { words } = agent;
    const count = agent.between(12, 20);
    const files = Array.from({ length: count }, () => words.path());
    const [old, next] = [words.symbol(), words.symbol()];
    const ask = agent.pick([
      'Please give a short progress summary, then continue.',
      'Continue. Start with a brief summary of the progress so far.',
    ]);
    agent.prompt(
      `Replace ${old} by ${next} in the ${count} files that use it, one at a time, with its tests.`,
    );
    agent.warmUp(1, 4);
    for (const [index, path] of files.entries()) {
      if (agent.random.chance(0.6)) agent.read(path, words.codeLines(8, 25));
      agent.edit(path, `  return ${old}(${words.noun()});`, `  return ${next}(${words.noun()});`);
      if (agent.random.chance(0.5))
        agent.shell(
          `make test FILE=${path.split('/').at(-1) ?? path}`,
          `ok, ${agent.between(3, 40)} passed in ${agent.between(40, 900) / 100}s`,
        );
      agent.answer(
        `Progress summary: ${index + 1} of ${count} files are done. What remains is to replace ${old} in the other ${count - index - 1}. I will continue with the next file.`,
      );
      agent.rest(agent.between(200, 4000));
      if (index + 1 < count) agent.prompt(ask);
    }
  },
};
