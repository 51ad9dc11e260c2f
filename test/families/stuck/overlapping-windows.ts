/**
 * A file of a few hundred lines, read to the end in a few pieces; then the agent reads it on and on in pieces that
 * overlap, always about to understand it, and never changes anything.
 */
import type { Family } from '../family.ts';
import { fileWindow } from '../file-window.ts';

export const overlappingWindows: Family = {
  name: 's_overlapping_windows',
  what: 'has read a file once, and reads it again and again in overlapping pieces without doing anything',
  batch: 12,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const path = words.path();
    const name = words.symbol();
    const lines = words.codeLines(260, 420).split('\n');
    const place = agent.between(30, 240);
    const head = `export function ${name}(${words.noun()}) {`;
    lines[place - 1] = head;
    const step = agent.pick([80, 100, 120]);
    agent.prompt(
      agent.pick([
        `${name} in ${path.split('/').at(-1)} skips the last ${words.noun()}. Fix it.`,
        `Fix the off-by-one in ${name} (${path}).`,
      ]),
    );
    agent.warmUp(0, 5);
    agent.shell(`grep -n "${name}" ${path}`, `${place}:${head}`);
    for (let from = 1; from <= lines.length; from += step)
      agent.together([fileWindow(agent.manner, path, lines, from, step)]);
    agent.loopBegins();
    agent.times(28, 42, () => {
      const from = agent.between(1, lines.length - 50);
      const count = agent.pick([40, 50, 60, 80, 100, 150]);
      agent.together([fileWindow(agent.manner, path, lines, from, count)], {
        saying: agent.pick([
          '',
          '',
          '',
          `Let me look at the part around line ${from + Math.floor(count / 2)} again.`,
          `I need to see how ${name} is called.`,
          'Let me re-read this section to be sure.',
          'I want to see the surrounding code first.',
          'Now I understand the structure. Let me check the rest once more before I change anything.',
        ]),
      });
      if (agent.random.chance(0.08))
        agent.shell(`wc -l ${path}`, `${lines.length} ${path}`, { saying: '' });
    });
  },
};
