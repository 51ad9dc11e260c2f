/**
 * The file has hard spaces where the agent writes plain ones. It sends the edit shorter, longer and with other
 * indentation, reads and greps in between, and no edit ever finds its place.
 */
import type { Family } from '../family.ts';
import { fileWindow } from '../file-window.ts';
import { refusedEdit } from '../refused-edit.ts';

const EXCUSES = [
  'The whitespace must differ. Let me read the exact lines.',
  "The edit didn't apply. I'll use a smaller piece of context.",
  'Probably an indentation mismatch. Trying with the exact text from the file.',
  "Let me copy the line exactly as it's shown.",
  'It may have tabs. Let me try again.',
  "I'll include the line above so that it's unique.",
  '',
  '',
];

export const patchMisses: Family = {
  name: 's_patch_misses',
  what: 'sends an edit shorter, longer and indented otherwise, reading and grepping in between; it is never found in the file',
  batch: 12,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const path = words.path().replace(/\.\w+$/, '.ts');
    const noun = words.noun();
    const [from, to] = agent.pick([
      ['timeoutMs: 5000', 'timeoutMs: 15000'],
      ['maxRetries = 3', 'maxRetries = 5'],
      ['"en-US"', 'locale'],
      ['cache.get(key)', 'await cache.get(key)'],
    ]);
    const target = `    const ${noun}Options = build(${noun}, ${from});`;
    const lines = [
      ...words.codeLines(30, 60).split('\n'),
      target,
      ...words.codeLines(25, 50).split('\n'),
    ];
    const at = lines.indexOf(target);
    agent.prompt(
      agent.pick([
        `In ${path.split('/').at(-1)} change ${from} to ${to} for the ${noun}.`,
        `The ${noun} needs ${to} instead of ${from}. Please change it and run the tests.`,
      ]),
    );
    const [least, most] = agent.pick([
      [0, 6],
      [3, 9],
      [20, 45],
    ] as const);
    agent.warmUp(least, most);
    agent.read(path, lines.join('\n'));
    agent.loopBegins();
    agent.times(14, 20, () => {
      const above = agent.between(0, 3);
      const below = agent.between(0, 2);
      const before = lines
        .slice(at - above, at + 1 + below)
        .map((line) => line.replace(/^ +/, agent.pick(['    ', '  ', '\t', '      ', ''])))
        .join('\n');
      agent.together([refusedEdit(agent.manner, path, before, before.replace(from, to))], {
        saying: agent.pick(EXCUSES),
        tookMs: agent.between(20, 400),
      });
      const look = agent.between(0, 4);
      if (look === 0) agent.read(path, lines.join('\n'), { saying: '' });
      else if (look === 1) {
        const start = Math.max(1, at - agent.between(4, 14));
        agent.together([fileWindow(agent.manner, path, lines, start, agent.between(16, 30))]);
      } else if (look === 2)
        agent.shell(
          agent.pick([`grep -n "${noun}Options" ${path}`, `rg -n '${from}' ${path}`]),
          `${at + 1}:${target}`,
        );
    });
  },
};
