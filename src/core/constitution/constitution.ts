/**
 * The constitution: every value the core decides by, frozen for the life of a process.
 *
 * It is read once at start, deep-frozen and hashed; the hash (`id`) stands in every recording and
 * in every state. What a person may tune while an agent runs is the envelope, and that only ever
 * tightens (see `envelope.ts`).
 */
import { hash } from 'node:crypto';
import { TripwireError } from '../errors.ts';
import { INTERVALS_MAX, LOOP_WINDOW_MAX, TOKENS_MAX, TOOL_CALLS_MAX } from '../limits.ts';
import { canonicalJson } from '../records/canonical.ts';
import { checkShape, type Field } from '../records/field-check.ts';

/** The frozen values. Shares, ratios and health are decimals with at most four digits. */
export interface ConstitutionValues {
  readonly name: string;
  /** §1.4: the order of priorities; no constitution may have another. */
  readonly priorities: readonly string[];

  /** §4.1 and §4.2: what a session may spend in the sliding minute, and when to warn. */
  readonly maxTokensPerMinute: number;
  readonly tokenWarningShare: number;
  readonly maxToolCallsPerMinute: number;
  readonly toolCallWarningShare: number;

  /** §4.3: the loop, and how far a failed share of 1 lowers its threshold. */
  readonly loopWindowSize: number;
  readonly loopSimilarityThreshold: number;
  readonly loopSensitivityShift: number;

  /** §4.3: the runaway. Gaps of `tempoIdleGapMs` and more are idleness and left out. */
  readonly tempoCompressionRatio: number;
  readonly tempoRecentIntervals: number;
  readonly tempoEarlierIntervals: number;
  readonly tempoEarlierIntervalsMin: number;
  readonly tempoIdleGapMs: number;
  readonly cooldownDurationMs: number;

  /** §3: modes. */
  readonly idleAfterMs: number;
  readonly modeDurationMinMs: number;
  readonly criticalModeDurationMinMs: number;

  /** Intensity by tokens of the sliding minute; HIGH may move up to its ceiling (§6.1). */
  readonly intensityLowBelow: number;
  readonly intensityHighAbove: number;
  readonly intensityHighCeiling: number;
  readonly intensityAverageFactor: number;

  /** §5: health. */
  readonly softSuspendThreshold: number;
  readonly hardStopThreshold: number;
  readonly recoveryRatePerMinute: number;
  readonly recoveryCap: number;
  readonly criticalEpisodeLoss: number;
  readonly executionErrorLoss: number;
  readonly failureStreakLoss: number;
  readonly failureStreakLength: number;
  readonly modeFlipLoss: number;
  readonly modeFlipWindowMs: number;
  /** §6.1: the budget shrinks with health, down to this share. */
  readonly budgetShareMin: number;
}

/** A sealed constitution. Only `sealConstitution` makes one. */
export interface Constitution {
  /** SHA-256 of the canonical values. */
  readonly id: string;
  readonly values: ConstitutionValues;
}

const share = { kind: 'decimal', min: 0.01, max: 1 } as const;
const loss = { kind: 'decimal', min: 0.01, max: 1 } as const;
const milliseconds = (min: number, max: number) => ({ kind: 'integer', min, max }) as const;
const tokens = { kind: 'integer', min: 1, max: TOKENS_MAX - 1 } as const;

/** What each field may be. The bounds keep every mechanism reachable: none can be tuned away. */
const fields: Readonly<Record<keyof ConstitutionValues, Field>> = {
  name: { kind: 'name', max: 64 },
  priorities: {
    kind: 'list',
    equals: ['controllability', 'explainability', 'survival', 'performance'],
  },
  maxTokensPerMinute: tokens,
  tokenWarningShare: share,
  maxToolCallsPerMinute: { kind: 'integer', min: 1, max: TOOL_CALLS_MAX - 1 },
  toolCallWarningShare: share,
  loopWindowSize: { kind: 'integer', min: 3, max: LOOP_WINDOW_MAX },
  loopSimilarityThreshold: { kind: 'decimal', min: 0.5, max: 0.99 },
  loopSensitivityShift: { kind: 'decimal', min: 0, max: 0.2 },
  tempoCompressionRatio: { kind: 'decimal', min: 0.05, max: 0.9 },
  tempoRecentIntervals: { kind: 'integer', min: 3, max: 20 },
  tempoEarlierIntervals: { kind: 'integer', min: 3, max: INTERVALS_MAX - 20 },
  tempoEarlierIntervalsMin: { kind: 'integer', min: 3, max: INTERVALS_MAX - 20 },
  tempoIdleGapMs: milliseconds(1_000, 99_999),
  cooldownDurationMs: milliseconds(1_000, 3_600_000),
  idleAfterMs: milliseconds(1_000, 3_600_000),
  modeDurationMinMs: milliseconds(0, 600_000),
  criticalModeDurationMinMs: milliseconds(0, 600_000),
  intensityLowBelow: tokens,
  intensityHighAbove: tokens,
  intensityHighCeiling: tokens,
  intensityAverageFactor: { kind: 'decimal', min: 1, max: 10 },
  softSuspendThreshold: { kind: 'decimal', min: 0.02, max: 0.8 },
  hardStopThreshold: { kind: 'decimal', min: 0.01, max: 0.79 },
  recoveryRatePerMinute: { kind: 'decimal', min: 0, max: 0.1 },
  recoveryCap: { kind: 'decimal', min: 0.03, max: 0.99 },
  criticalEpisodeLoss: loss,
  executionErrorLoss: loss,
  failureStreakLoss: loss,
  failureStreakLength: { kind: 'integer', min: 2, max: 100 },
  modeFlipLoss: loss,
  modeFlipWindowMs: milliseconds(1_000, 3_600_000),
  budgetShareMin: share,
};

/** Pairs of fields of which the first must be below the second. */
const ascending: readonly (readonly [keyof ConstitutionValues, keyof ConstitutionValues])[] = [
  ['intensityLowBelow', 'intensityHighAbove'],
  ['hardStopThreshold', 'softSuspendThreshold'],
  ['softSuspendThreshold', 'recoveryCap'],
];

/** Constitutions that this process sealed: a forged look-alike is refused. */
const sealed = new WeakSet<Constitution>();

/** Checks, freezes and hashes values; throws `CONSTITUTION_INVALID` naming the field. */
export function sealConstitution(values: unknown): Constitution {
  checkShape(values, fields, 'CONSTITUTION_INVALID');
  const copy = structuredClone(values as ConstitutionValues);
  for (const [lower, upper] of ascending) {
    if (copy[lower] >= copy[upper]) refuse(lower, `must be below ${upper}`);
  }
  if (copy.intensityHighAbove > copy.intensityHighCeiling) {
    refuse('intensityHighAbove', 'must not be above intensityHighCeiling');
  }
  if (copy.tempoEarlierIntervalsMin > copy.tempoEarlierIntervals) {
    refuse('tempoEarlierIntervalsMin', 'must not be above tempoEarlierIntervals');
  }
  const constitution: Constitution = Object.freeze({
    id: hash('sha256', canonicalJson(copy), 'hex'),
    values: Object.freeze({ ...copy, priorities: Object.freeze([...copy.priorities]) }),
  });
  sealed.add(constitution);
  return constitution;
}

/** Whether this very object came out of `sealConstitution`. */
export function isSealed(constitution: Constitution): boolean {
  return sealed.has(constitution);
}

function refuse(field: keyof ConstitutionValues, problem: string): never {
  throw new TripwireError('CONSTITUTION_INVALID', `field ${field} ${problem}`, field);
}
