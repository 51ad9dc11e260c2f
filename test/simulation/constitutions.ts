/**
 * The constitutions that simulated agents live under: both that ship, and a strict one of its own.
 *
 * The strict one has other numbers everywhere, so that no check passes only because a value of
 * `frozen-v0.2` is written into the core.
 */
import {
  CODING_V1,
  FROZEN_V0_2,
  constitutionFrom,
  type Constitution,
} from '../../src/core/index.ts';

const strict = constitutionFrom({
  name: 'simulated-strict',
  maxTokensPerMinute: 7_001,
  maxToolCallsPerMinute: 11,
  loopWindowSize: 3,
  loopSimilarityThreshold: 0.8,
  tempoRecentIntervals: 7,
  tempoEarlierIntervals: 23,
  tempoEarlierIntervalsMin: 5,
  cooldownDurationMs: 23_456,
  idleAfterMs: 17_000,
  modeDurationMinMs: 4_000,
  criticalModeDurationMinMs: 9_000,
  intensityLowBelow: 900,
  intensityHighAbove: 4_000,
  intensityHighCeiling: 6_000,
  softSuspendThreshold: 0.7,
  hardStopThreshold: 0.45,
  recoveryRatePerMinute: 0.0125,
  recoveryCap: 0.85,
  criticalEpisodeLoss: 0.07,
  executionErrorLoss: 0.03,
  failureStreakLoss: 0.08,
  failureStreakLength: 4,
});

/** Each with its weight. */
export const CONSTITUTIONS: readonly (readonly [Constitution, number])[] = [
  [FROZEN_V0_2, 70],
  [CODING_V1, 10],
  [strict, 20],
];
