/**
 * The simulation itself: kept seeds first, then a run of a hundred thousand records, three times as many in the long form.
 *
 * `TRIPWIRE_SEED` chooses another run (`7`), one cohort of a run (`7:12`), or one that nobody has
 * seen yet (`random`); `TRIPWIRE_RECORDS` says how long a run is.
 */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { IS_LONG } from '../kit/runs.ts';
import { failureText } from './failure.ts';
import { KEPT_SEEDS } from './seeds.ts';
import { simulate, type SimulationOutcome } from './simulate.ts';
import { SOMETIMES } from './sometimes.ts';
import { Tally } from './tally.ts';

const RECORDS = Number(process.env['TRIPWIRE_RECORDS'] ?? (IS_LONG ? 300_000 : 100_000));
const SEED = chosenSeed(process.env['TRIPWIRE_SEED'] ?? '1');
/** Far more than it takes, even on a busy machine. */
const TIMEOUT_MS = 120_000 + RECORDS;
/** Below this, rare things need not have happened. */
const RECORDS_FOR_SOMETIMES = 300_000;
const SHORT_MS = 60_000;
const PROGRESS_EVERY_MS = 10_000;

function chosenSeed(wanted: string): string {
  return wanted === 'random' ? randomBytes(6).toString('hex') : wanted;
}

/** Tells every so often how far a long run is; short ones end before. */
function progress(): (soFar: SimulationOutcome) => void {
  const startedAt = performance.now();
  let toldAt = startedAt;
  return ({ records, agents }) => {
    const now = performance.now();
    if (now - toldAt < PROGRESS_EVERY_MS) return;
    toldAt = now;
    const perSecond = Math.round((records * 1_000) / (now - startedAt));
    const megabytes = Math.round(process.memoryUsage.rss() / 1_000_000);
    const share = ((records * 100) / RECORDS).toFixed(1);
    process.stderr.write(
      `simulation ${SEED}: ${records} records (${share} %), ${agents} agents, ` +
        `${perSecond} records/s, ${megabytes} MB\n`,
    );
  };
}

describe('the simulation', () => {
  test.for(KEPT_SEEDS)('seed $seed: $found', { timeout: SHORT_MS }, async ({ seed }) => {
    const { failure } = await simulate({ seed, recordsMin: 1 });
    expect(failure === null ? '' : failureText(failure)).toBe('');
  });

  test(`seed ${SEED}, ${RECORDS} records`, { timeout: TIMEOUT_MS }, async () => {
    const startedAt = performance.now();
    const outcome = await simulate({ seed: SEED, recordsMin: RECORDS, onProgress: progress() });
    const { failure, records, agents, tally } = outcome;
    if (failure !== null) throw new Error(failureText(failure));
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    const told = `simulation ${SEED}: ${records} records of ${agents} agents in ${seconds} s`;
    console.log([told, ...tally.lines()].join('\n'));
    // A part of a run promises nothing but that it does not fail.
    if (records < RECORDS_FOR_SOMETIMES) return;
    expect(tally.missing(), `never happened with seed ${SEED}`).toEqual([]);
  });

  test('is the same run for the same seed', { timeout: SHORT_MS }, async () => {
    const first = await simulate({ seed: 'again', recordsMin: 5_000 });
    const second = await simulate({ seed: 'again', recordsMin: 5_000 });
    expect(second.records).toBe(first.records);
    expect(second.tally.lines()).toEqual(first.tally.lines());
  });

  test('names everything that a run has not seen', () => {
    const tally = new Tally();
    tally.see('a crash while stopped');
    expect(tally.missing()).toEqual(SOMETIMES.filter((what) => what !== 'a crash while stopped'));
  });
});
