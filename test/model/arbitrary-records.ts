/**
 * Arbitrary sequences of records of one agent, under one of a few constitutions.
 *
 * Sequences are made of bursts that lead into a mechanism, of single records in between, and of
 * hostile timing throughout.
 */
import fc from 'fast-check';
import {
  CODING_V1,
  FROZEN_V0_2,
  constitutionFrom,
  type Constitution,
} from '../../src/core/index.ts';
import type { AgentRecord } from '../../src/core/records/records.ts';
import {
  averageBurst,
  failingBurst,
  flippingBurst,
  floodBurst,
  longRunawayBurst,
  loopBurst,
  runawayBurst,
  siblingsBurst,
  spendingBurst,
  waitingBurst,
} from './arbitrary-bursts.ts';
import {
  anySingle,
  callsBurst,
  peopleBurst,
  signallingBurst,
  stoppingBurst,
  sufferingBurst,
} from './arbitrary-people.ts';
import { anyStart, gentleStart, gentleWait } from './arbitrary-values.ts';
import { writeRecords, type Draft } from './drafts.ts';
import { printRecords } from './print-records.ts';

/** Small windows: loops and runaways after few events. */
const TIGHT: Constitution = constitutionFrom({
  name: 'tight',
  loopWindowSize: 3,
  tempoRecentIntervals: 3,
  tempoEarlierIntervals: 6,
  tempoEarlierIntervalsMin: 3,
  failureStreakLength: 2,
  recoveryRatePerMinute: 0.05,
});

/** The same values but no recovery, long cooldowns, and modes that need not last. */
const STERN: Constitution = constitutionFrom({
  name: 'stern',
  recoveryRatePerMinute: 0,
  cooldownDurationMs: 3_600_000,
  idleAfterMs: 2_000_000,
  modeDurationMinMs: 0,
  criticalModeDurationMinMs: 600_000,
  loopWindowSize: 3,
  loopSensitivityShift: 0,
});

/** Unusual numbers everywhere, so that no value of the specification can be written in by hand. */
const ODD: Constitution = constitutionFrom({
  name: 'odd',
  maxTokensPerMinute: 7_777,
  tokenWarningShare: 0.3333,
  maxToolCallsPerMinute: 7,
  toolCallWarningShare: 1,
  loopWindowSize: 4,
  loopSimilarityThreshold: 0.8125,
  loopSensitivityShift: 0.2,
  tempoCompressionRatio: 0.9,
  tempoRecentIntervals: 5,
  tempoEarlierIntervals: 3,
  tempoEarlierIntervalsMin: 3,
  tempoIdleGapMs: 3_000,
  cooldownDurationMs: 11_111,
  idleAfterMs: 12_345,
  modeDurationMinMs: 0,
  criticalModeDurationMinMs: 2_500,
  intensityLowBelow: 100,
  intensityHighAbove: 2_000,
  intensityHighCeiling: 2_999,
  intensityAverageFactor: 3.7,
  softSuspendThreshold: 0.7001,
  hardStopThreshold: 0.55,
  recoveryRatePerMinute: 0.0099,
  recoveryCap: 0.7501,
  criticalEpisodeLoss: 0.1234,
  executionErrorLoss: 0.0101,
  failureStreakLoss: 0.0777,
  failureStreakLength: 4,
  modeFlipLoss: 0.0303,
  modeFlipWindowMs: 5_000,
  budgetShareMin: 0.9413,
});

/** Records and the constitution they are judged under. */
export interface Sequence {
  readonly constitution: Constitution;
  readonly records: readonly AgentRecord[];
}

const anyConstitution: fc.Arbitrary<Constitution> = fc.oneof(
  { weight: 5, arbitrary: fc.constant(FROZEN_V0_2) },
  { weight: 1, arbitrary: fc.constant(CODING_V1) },
  { weight: 2, arbitrary: fc.constant(TIGHT) },
  { weight: 2, arbitrary: fc.constant(ODD) },
  { weight: 1, arbitrary: fc.constant(STERN) },
);

/** Many names, so that the agent or the session gets crowded and somebody has to go. */
const crowdBurst: fc.Arbitrary<readonly Draft[]> = fc
  .record({
    what: fc.constantFrom('session' as const, 'thread' as const),
    count: fc.constantFrom(62, 64, 66),
    wait: fc.constantFrom(0, 1, 1_000),
    held: fc.constantFrom('none', 'some', 'all'),
    holds: fc.constantFrom('blocker' as const, 'compaction' as const, 'approval' as const),
    below: fc.boolean(),
  })
  .map(({ what, count, wait, held, holds, below }) =>
    Array.from({ length: count }, (_, index): Draft => {
      const name = { [what]: `crowd-${index}` };
      const at = below ? { thread: 'main', ...name } : name;
      const target = holds === 'approval' ? { target: `act-${index % 5}` } : {};
      const hold = { source: 'loop', hold: holds, change: 'raise', details: 'x' } as const;
      return held === 'all' || (held === 'some' && index % 3 === 0)
        ? { wait, content: { type: 'signal', ...at, ...hold, ...target } }
        : { wait, content: { type: 'tick', ...at } };
    }),
  );

const anyBurst: fc.Arbitrary<readonly Draft[]> = fc.oneof(
  { weight: 10, arbitrary: anySingle },
  { weight: 6, arbitrary: loopBurst },
  { weight: 2, arbitrary: flippingBurst },
  { weight: 3, arbitrary: runawayBurst },
  { weight: 4, arbitrary: spendingBurst },
  { weight: 1, arbitrary: floodBurst },
  { weight: 1, arbitrary: averageBurst },
  { weight: 1, arbitrary: siblingsBurst },
  { weight: 4, arbitrary: failingBurst },
  { weight: 3, arbitrary: sufferingBurst },
  { weight: 4, arbitrary: waitingBurst },
  { weight: 4, arbitrary: callsBurst },
  { weight: 4, arbitrary: peopleBurst },
  { weight: 2, arbitrary: stoppingBurst },
  { weight: 2, arbitrary: signallingBurst },
);

/** Hostile sequences of up to `most` records or so. */
export function anySequence(most: number): fc.Arbitrary<Sequence> {
  return sequenceOf(fc.array(anyBurst, { minLength: 1, maxLength: 16 }), most);
}

/** Sequences in which sessions or threads are so many that some have to go. */
export const crowdedSequence: fc.Arbitrary<Sequence> = sequenceOf(
  fc
    .tuple(anyBurst, sufferingBurst, crowdBurst, anyBurst, waitingBurst, anyBurst)
    .map((bursts): readonly (readonly Draft[])[] => bursts),
  130,
);

/** Sequences with more beats in a thread than are remembered. */
export const longSequence: fc.Arbitrary<Sequence> = sequenceOf(
  fc.tuple(longRunawayBurst, anyBurst).map((bursts): readonly (readonly Draft[])[] => bursts),
  90,
);

/** Sequences whose time only goes forward and never far, so that every second can be visited. */
export function gentleSequence(most: number): fc.Arbitrary<Sequence> {
  const bursts = fc
    .array(fc.tuple(anyBurst, gentleWait), { minLength: 1, maxLength: 8 })
    .map((all) =>
      all.map(([burst, pace]) =>
        burst.map((draft) => (isGentle(draft) ? draft : { ...draft, wait: pace })),
      ),
    );
  return sequenceOf(bursts, most, gentleStart);
}

function isGentle({ wait }: Draft): boolean {
  return typeof wait !== 'number' || (wait >= 0 && wait <= 61_000);
}

function sequenceOf(
  bursts: fc.Arbitrary<readonly (readonly Draft[])[]>,
  most: number,
  start: fc.Arbitrary<number> = anyStart,
): fc.Arbitrary<Sequence> {
  return fc
    .record({ constitution: anyConstitution, start, bursts })
    .map(({ constitution, start: begin, bursts: drawn }) => {
      const records = writeRecords(begin, drawn.flat().slice(0, most));
      const printed = { [fc.toStringMethod]: () => printRecords(constitution, records) };
      return { constitution, records, ...printed };
    });
}
