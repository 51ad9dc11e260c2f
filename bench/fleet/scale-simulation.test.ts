import { expect, test } from 'vitest';
import { simulateShard, type Shard } from './scale-simulation.ts';

/** What docs/scale.md begins with. */
const MEASURED: Shard = {
  nodes: 100,
  callsPerSecond: 100_000,
  rowsPerCall: 3,
  groupUs: 195,
  rowUs: 17,
  cores: 16,
  logBytesPerRow: 1_254,
  logBytesPerSecond: 250e6,
  syncUs: 300,
};

test('100,000 calls a second on one Postgres fall behind at its log, and not on shards of it', () => {
  const one = simulateShard(MEASURED, 2);
  expect(one).toMatchObject({ bottleneck: 'log of Postgres' });
  expect(one.behindSeconds).toBeGreaterThan(0.3);
  const half = simulateShard({ ...MEASURED, callsPerSecond: 50_000 }, 2);
  expect(half).toMatchObject({ bottleneck: null });
  expect(half.behindSeconds).toBeLessThan(0.1);
  // Its processors have no rest and still keep up, because rows that wait go together.
  expect(half.rowsPerGroup).toBeGreaterThan(1);
});

test('with a log that is fast enough, few processors are the end of it', () => {
  const fast = { ...MEASURED, logBytesPerSecond: 5e9 };
  expect(simulateShard({ ...fast, cores: 4 }, 2).bottleneck).toBe('processors of Postgres');
  const enough = simulateShard(fast, 2);
  expect(enough.bottleneck).toBe(null);
  expect(enough.behindSeconds).toBeLessThan(0.1);
});

test('a small load waits for no company, and a larger one makes larger groups', () => {
  const small = simulateShard({ ...MEASURED, callsPerSecond: 100 }, 2);
  expect(small.rowsPerGroup).toBeCloseTo(1, 1);
  expect(small.p99Ms).toBeLessThan(1);
  const large = simulateShard({ ...MEASURED, callsPerSecond: 40_000 }, 2);
  expect(large.rowsPerGroup).toBeGreaterThan(small.rowsPerGroup);
});

test('the same numbers give the same result', () => {
  expect(simulateShard(MEASURED, 1)).toEqual(simulateShard(MEASURED, 1));
});
