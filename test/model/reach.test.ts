/**
 * The generated records reach every veto, mode, hold, note and turn of health.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anySequence, crowdedSequence, type Sequence } from './arbitrary-records.ts';
import { decide } from './core-run.ts';
import { MUST_BE_REACHED, reached } from './reach.ts';

/** The seed is fixed: what is reached must not depend on luck. */
const SEED = 20_260_126;

test('generated records reach everything that can happen', { timeout: 120_000 }, () => {
  const counts = new Map(MUST_BE_REACHED.map((name) => [name, 0]));
  const take = (sequence: Sequence): void => {
    for (const name of reached(sequence, decide(sequence))) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  };
  for (const sequence of fc.sample(anySequence(60), { seed: SEED, numRuns: 600 })) take(sequence);
  for (const sequence of fc.sample(crowdedSequence, { seed: SEED, numRuns: 20 })) take(sequence);
  if (process.env['TRIPWIRE_RUNS'] !== undefined) {
    console.info(MUST_BE_REACHED.map((name) => `${counts.get(name)} × ${name}`).join('\n'));
  }
  expect(MUST_BE_REACHED.filter((name) => counts.get(name) === 0)).toEqual([]);
});
