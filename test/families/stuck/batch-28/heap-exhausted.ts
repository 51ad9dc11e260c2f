/**
 * A build runs out of memory whatever size it is told to take; the machine has no more.
 */
import type { Family } from '../../family.ts';

export const heapExhausted: Family = {
  name: 's_heap_exhausted',
  what: 'builds with ever other sizes of the heap and runs out of memory each time',
  batch: 28,
  limit: 12,
  play(agent) {
    const { words } = agent;
    const file = words.file();
    agent.prompt('The production build dies in CI. Make it work here first.');
    agent.warmUp(0, 4);
    agent.loopBegins();
    agent.times(14, 24, () => {
      const size = agent.pick([2048, 3072, 4096, 6144, 8192, 12_288]);
      agent.shell(
        agent.pick([
          `NODE_OPTIONS=--max-old-space-size=${size} npm run build`,
          `node --max-old-space-size=${size} node_modules/.bin/vite build`,
          `NODE_OPTIONS="--max-old-space-size=${size} --max-semi-space-size=${agent.pick([64, 128])}" npm run build`,
        ]),
        {
          text: `transforming (${agent.between(2000, 2400)}) ${file}\n\n<--- Last few GCs --->\n[${agent.between(100, 9000)}:0x${words.hex(9)}] ${agent.between(40_000, 90_000)} ms: Mark-Compact ${agent.between(1900, 2000)}.${agent.between(0, 9)} MB\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\nAborted (core dumped)`,
          exit: 134,
        },
        {
          tookMs: agent.between(20_000, 60_000),
          saying: agent.pick(['', 'Let me give it more memory.', 'A different setting.']),
        },
      );
      if (agent.random.chance(0.15))
        agent.shell(
          'free -m | head -2',
          `              total        used        free\nMem:           1984        ${agent.between(400, 900)}        ${agent.between(600, 1200)}`,
        );
    });
  },
};
