import type { Family } from '../family.ts';

export const readingInCircles: Family = {
  name: 's_reading_in_circles',
  what: 'reads the same handful of files in turn, in ever other pieces, and never does anything',
  batch: 3,
  limit: 22,
  play(agent) {
    agent.prompt('Refactor the session handling.');
    const files = Array.from({ length: agent.between(4, 6) }, () => ({
      path: agent.words.path(),
      lines: agent.words.codeLines(60, 60).split('\n'),
    }));
    for (const { path, lines } of files) agent.shell(`cat ${path}`, lines.join('\n'));
    agent.loopBegins();
    agent.times(30, 44, () => {
      const { path, lines } = agent.pick(files);
      const from = agent.between(1, 30);
      const to = from + agent.between(10, 30);
      agent.shell(
        agent.pick([`sed -n '${from},${to}p' ${path}`, `sed -n "${from},${to}p" ${path}`]),
        lines.slice(from - 1, to).join('\n'),
      );
    });
  },
};
