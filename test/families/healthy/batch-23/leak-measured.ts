/**
 * A leak of memory: the same sample every few minutes, growing before the change and flat after it.
 */
import type { Family } from '../../family.ts';

export const leakMeasured: Family = {
  name: 'h_leak_measured',
  what: 'samples the memory of a server under load every few minutes; it grows, is mended, and stays flat',
  batch: 23,
  play(agent) {
    const { words } = agent;
    const pid = agent.between(900, 60_000);
    const pause = agent.pick([60, 90, 120, 240]);
    let size = agent.between(90_000, 240_000);
    const rounded = agent.random.chance(0.5);
    const sample = (growth: number) => {
      size += growth;
      const shown = rounded ? `${Math.round(size / 1024)} MB` : `${size} kB`;
      agent.shell(
        rounded
          ? `sleep ${pause}; awk '/VmRSS/{printf "%d MB", $2/1024}' /proc/${pid}/status`
          : `sleep ${pause}; grep VmRSS /proc/${pid}/status`,
        { text: rounded ? shown : `VmRSS:\t  ${shown}`, seconds: pause },
        {
          tookMs: pause * 1000 + agent.between(10, 400),
          saying: agent.pick(['', '', 'Next sample.', 'Keeping the load on.']),
        },
      );
    };
    const start = () =>
      agent.shell(
        `node --expose-gc dist/server.js > /tmp/server.log 2>&1 & echo ${pid}; npx autocannon -d 3600 localhost:3000 >/dev/null 2>&1 &`,
        String(pid),
      );
    agent.prompt('The server leaks under load. Find the leak, mend it, and prove it with a soak.');
    agent.warmUp(1, 5);
    start();
    const before = size;
    agent.times(5, 9, () => sample(agent.between(900, 9000)));
    agent.times(1, 3, () => agent.read(words.path(), words.codeLines(8, 20)));
    agent.edit(words.path(), words.codeLines(1, 2), words.codeLines(1, 4));
    agent.shell(`kill ${pid}; npm run -s build`, '');
    size = before;
    start();
    agent.times(7, 12, () => sample(agent.between(-300, 320)));
    agent.answer(`The ${words.noun()} listeners were never removed. Memory stays flat now.`);
  },
};
