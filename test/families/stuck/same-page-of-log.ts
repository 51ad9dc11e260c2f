/**
 * The same stretch of a log or a file, asked for in ever other ways: more lines, fewer lines, with a filter, with another tool.
 */
import type { Family } from '../family.ts';

export const samePageOfLog: Family = {
  name: 's_same_page_of_log',
  what: 'reads the same lines of a log in ever other ways',
  batch: 14,
  limit: 16,
  play(agent) {
    const { words } = agent;
    const file = `logs/${words.noun()}.log`;
    const lines = Array.from(
      { length: 12 },
      (_, index) => `2026-09-02 10:${10 + index}:07 WARN ${words.sentence()}`,
    );
    agent.prompt(`What went wrong at ten o'clock? The log is ${file}.`);
    agent.warmUp(0, 4);
    agent.shell(`cat ${file}`, lines.join('\n'));
    agent.loopBegins();
    agent.times(20, 30, () => {
      const count = agent.between(3, 12);
      const [command, shown] = agent.pick([
        [`tail -n ${count} ${file}`, lines.slice(-count)],
        [`head -${count} ${file}`, lines.slice(0, count)],
        [`sed -n '1,${count}p' ${file}`, lines.slice(0, count)],
        [`grep WARN ${file} | tail -${count}`, lines.slice(-count)],
        [`awk 'NR<=${count}' ${file}`, lines.slice(0, count)],
        [`less -N ${file} | head -n ${count}`, lines.slice(0, count)],
      ] as const);
      agent.shell(command, shown.join('\n'));
    });
  },
};
