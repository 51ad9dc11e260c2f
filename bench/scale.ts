/**
 * `npm run bench:scale`: one million agents and 100,000 calls a second, simulated from measured costs. It measures nothing
 * itself; docs/scale.md says where each figure is from and what the result means.
 *
 * `CALLS`, `NODES`, `CORES` and `LOG_MB` change the load and the machine.
 */
import { simulateShard, type Shard } from './fleet/scale-simulation.ts';

const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
const CALLS = setting('CALLS', 100_000);
const SECONDS = 3;
const SHARDS = [1, 2, 4, 10];

const whole: Shard = {
  nodes: setting('NODES', 100),
  callsPerSecond: CALLS,
  rowsPerCall: 3,
  groupUs: 195,
  rowUs: 17,
  cores: setting('CORES', 16),
  logBytesPerRow: 1_254,
  logBytesPerSecond: setting('LOG_MB', 250) * 1e6,
  syncUs: 300,
};

console.log(
  `${CALLS} calls/s from ${whole.nodes} nodes; each Postgres has ${whole.cores} processors and a log of ` +
    `${whole.logBytesPerSecond / 1e6} MB/s\n`,
);
console.log(
  '| shards | rows a group | processors busy | log busy | p50 ms | p99 ms | behind, s of 3 | bottleneck |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
for (const shards of SHARDS) {
  const result = simulateShard({ ...whole, callsPerSecond: CALLS / shards }, SECONDS);
  const cells = [
    shards,
    result.rowsPerGroup.toFixed(1),
    `${(100 * result.coresBusy).toFixed(0)} %`,
    `${(100 * result.logBusy).toFixed(0)} %`,
    result.p50Ms.toFixed(1),
    result.p99Ms.toFixed(1),
    result.behindSeconds.toFixed(2),
    result.bottleneck ?? 'none',
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
