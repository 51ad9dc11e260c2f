import type { Family } from '../family.ts';

export const threeInTurn: Family = {
  name: 's_three_in_turn',
  what: 'reads a setting, runs the program and searches the log, in turn, always with the same outcome',
  batch: 4,
  limit: 18,
  play(agent) {
    agent.prompt('The exporter writes an empty file. Find out why.');
    agent.warmUp(2, 6);
    const path = agent.words.path();
    const text = agent.words.codeLines(12, 24);
    const rows = agent.between(10, 99);
    agent.loopBegins();
    agent.times(9, 14, () => {
      agent.read(path, text);
      agent.shell(
        'npm run export',
        `> export\n> node dist/export.js\n\nwrote 0 rows to /tmp/export-${agent.words.hex(6)}.csv in ${agent.between(100, 900)} ms`,
      );
      agent.shell(`grep -c rows logs/export.log`, String(rows));
    });
  },
};
