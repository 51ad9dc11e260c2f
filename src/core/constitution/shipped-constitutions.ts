/**
 * The two constitutions that ship: the frozen specification's values, and the same with the
 * budgets that healthy coding agents with subagents were measured to need.
 */
import { isObject } from '../../base/json-values.ts';
import { TripwireError } from '../errors.ts';
import { sealConstitution, type Constitution, type ConstitutionValues } from './constitution.ts';

const frozenValues: ConstitutionValues = {
  name: 'frozen-v0.2',
  priorities: ['controllability', 'explainability', 'survival', 'performance'],
  maxTokensPerMinute: 50_000,
  tokenWarningShare: 0.8,
  maxToolCallsPerMinute: 60,
  toolCallWarningShare: 0.75,
  loopWindowSize: 5,
  loopSimilarityThreshold: 0.9,
  loopSensitivityShift: 0.1,
  tempoCompressionRatio: 0.3,
  tempoRecentIntervals: 20,
  tempoEarlierIntervals: 40,
  tempoEarlierIntervalsMin: 10,
  tempoIdleGapMs: 30_000,
  cooldownDurationMs: 60_000,
  idleAfterMs: 30_000,
  modeDurationMinMs: 10_000,
  criticalModeDurationMinMs: 30_000,
  intensityLowBelow: 5_000,
  intensityHighAbove: 30_000,
  intensityHighCeiling: 40_000,
  intensityAverageFactor: 1.5,
  softSuspendThreshold: 0.6,
  hardStopThreshold: 0.3,
  recoveryRatePerMinute: 0.01,
  recoveryCap: 0.8,
  criticalEpisodeLoss: 0.1,
  executionErrorLoss: 0.05,
  failureStreakLoss: 0.1,
  failureStreakLength: 3,
  modeFlipLoss: 0.02,
  modeFlipWindowMs: 60_000,
  budgetShareMin: 0.25,
};

/** The frozen specification v0.2, to the letter; the default everywhere. */
export const FROZEN_V0_2: Constitution = sealConstitution(frozenValues);

/** The same, with the budgets of a coding agent with subagents. */
export const CODING_V1: Constitution = sealConstitution({
  ...frozenValues,
  name: 'coding-v1',
  maxTokensPerMinute: 1_000_000,
  maxToolCallsPerMinute: 240,
});

/** The constitutions that can be chosen by name. */
export const SHIPPED_CONSTITUTIONS: readonly Constitution[] = Object.freeze([
  FROZEN_V0_2,
  CODING_V1,
]);

/**
 * Seals a constitution a person wrote; what it leaves out is as in `frozen-v0.2`.
 *
 * Its name is required and must be its own, so that no recording claims a shipped name.
 */
export function constitutionFrom(written: unknown): Constitution {
  if (!isObject(written)) {
    return sealConstitution(written);
  }
  const { name } = written as { name?: unknown };
  if (SHIPPED_CONSTITUTIONS.some((one) => one.values.name === name)) {
    const problem = `field name must be its own: ${String(name)} is the name of a shipped one`;
    throw new TripwireError('CONSTITUTION_INVALID', problem, 'name');
  }
  const { name: _, ...defaults } = frozenValues;
  return sealConstitution({ ...defaults, ...written });
}
