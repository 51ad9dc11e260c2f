/**
 * A file of well over a thousand lines is worked through from top to bottom: pieces that overlap a little, an edit in
 * most of them, a second look at what was changed, and now and then a look back at an earlier piece.
 */
import { editExchange } from '../client-manner.ts';
import type { Family } from '../family.ts';
import { fileWindow } from '../file-window.ts';

export const windowsWithEdits: Family = {
  name: 'h_windows_with_edits',
  what: 'works a huge file through piece by piece, editing most pieces and looking back now and then',
  batch: 12,
  play(agent) {
    const { words } = agent;
    const path = words.path().replace(/\.\w+$/, '.ts');
    const old = /logger\.debug|throw new Error/;
    const lines = words
      .codeLines(1100, 1900)
      .split('\n')
      .map((line) =>
        old.test(line) && agent.random.chance(0.9)
          ? `  ${words.noun()}.${words.verb()}(${words.noun()});`
          : line,
      );
    const size = agent.pick([80, 100, 120]);
    agent.prompt(
      `${path.split('/').at(-1)} still uses logger.debug and bare Errors. Go through the whole file: structured logging, our own error class.`,
    );
    agent.shell(`wc -l ${path}`, `${lines.length} ${path}`);
    let changed = 0;
    for (let from = 1; from < lines.length; from += size - agent.between(5, 20)) {
      agent.together([fileWindow(agent.manner, path, lines, from, size)]);
      const places = lines
        .map((line, index) => ({ line, index }))
        .slice(from - 1, from - 1 + size)
        .filter(({ line }) => old.test(line));
      const edits = places.map(({ line, index }) => {
        const after = line
          .replace('logger.debug(', 'log.event(')
          .replace('throw new Error(', 'throw new ServiceError(');
        lines[index] = after;
        changed += 1;
        return editExchange(agent.manner, path, line, after);
      });
      if (edits.length > 0 && agent.random.chance(0.4)) agent.together(edits);
      else for (const edit of edits) agent.together([edit]);
      if (agent.random.chance(0.3)) {
        const back = Math.max(1, from - agent.between(10, 60));
        agent.together([fileWindow(agent.manner, path, lines, back, 60)], {
          saying: agent.pick([
            'Checking how it reads now.',
            '',
            'Back to the caller for a moment.',
          ]),
        });
      }
      if (agent.random.chance(0.15)) agent.shell('npx tsc --noEmit', '');
    }
    agent.shell(`grep -cE "logger.debug|throw new Error" ${path}`, { text: '0', exit: 1 });
    agent.answer(`I went through all ${lines.length} lines and changed ${changed} places.`);
  },
};
