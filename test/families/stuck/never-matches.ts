/**
 * The edit never finds its text. The agent reads the file again between tries, guesses other blanks, and tries on.
 */
import type { Family } from '../family.ts';
import { refusedEdit } from '../refused-edit.ts';

export const neverMatches: Family = {
  name: 's_never_matches',
  what: 'edits a file with a text that is not in it, and reads it again in between',
  batch: 13,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const path = words.path();
    const text = words.codeLines(14, 40);
    const meant = words.code();
    agent.prompt(`Change the default ${words.noun()} in ${path}.`);
    agent.warmUp(0, 6);
    agent.read(path, text);
    agent.loopBegins();
    agent.times(18, 28, (index) => {
      const before = agent.pick([
        meant,
        meant.trim(),
        `\t${meant.trim()}`,
        `${meant.trim()};`,
        `  ${meant.trim()}\n`,
      ]);
      agent.together([refusedEdit(agent.manner, path, before, words.code())]);
      if (index % agent.pick([1, 2, 2]) === 0) agent.read(path, text);
    });
  },
};
