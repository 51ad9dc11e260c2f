/** Every bound of every value: just inside is taken, just outside is refused by name. */
import { describe, expect, test } from 'vitest';
import { constitutionFrom } from '../index.ts';

/** Field, lowest, highest, and the step to the next value outside. */
const bounds: readonly (readonly [string, number, number, number])[] = [
  ['maxTokensPerMinute', 1, 9_999_998, 1],
  ['tokenWarningShare', 0.01, 1, 0.0001],
  ['maxToolCallsPerMinute', 1, 9_998, 1],
  ['toolCallWarningShare', 0.01, 1, 0.0001],
  ['loopWindowSize', 3, 6, 1],
  ['loopSimilarityThreshold', 0.5, 0.99, 0.0001],
  ['loopSensitivityShift', 0, 0.2, 0.0001],
  ['tempoCompressionRatio', 0.05, 0.9, 0.0001],
  ['tempoRecentIntervals', 3, 20, 1],
  ['tempoEarlierIntervals', 10, 40, 1],
  ['tempoEarlierIntervalsMin', 3, 40, 1],
  ['tempoIdleGapMs', 1_000, 99_999, 1],
  ['cooldownDurationMs', 1_000, 3_600_000, 1],
  ['idleAfterMs', 1_000, 3_600_000, 1],
  ['modeDurationMinMs', 0, 600_000, 1],
  ['criticalModeDurationMinMs', 0, 600_000, 1],
  ['intensityLowBelow', 1, 29_999, 1],
  ['intensityHighAbove', 5_001, 40_000, 1],
  ['intensityHighCeiling', 30_000, 9_999_998, 1],
  ['intensityAverageFactor', 1, 10, 0.0001],
  ['softSuspendThreshold', 0.3001, 0.7999, 0.0001],
  ['hardStopThreshold', 0.01, 0.5999, 0.0001],
  ['recoveryRatePerMinute', 0, 0.1, 0.0001],
  ['recoveryCap', 0.6001, 0.99, 0.0001],
  ['criticalEpisodeLoss', 0.01, 1, 0.0001],
  ['executionErrorLoss', 0.01, 1, 0.0001],
  ['failureStreakLoss', 0.01, 1, 0.0001],
  ['failureStreakLength', 2, 100, 1],
  ['modeFlipLoss', 0.01, 1, 0.0001],
  ['modeFlipWindowMs', 1_000, 3_600_000, 1],
  ['budgetShareMin', 0.01, 1, 0.0001],
];

const withValue = (field: string, value: unknown) =>
  constitutionFrom({ name: 'mine', [field]: value });
const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

describe('bounds', () => {
  for (const [field, lowest, highest, next] of bounds) {
    test(`${field} is from ${lowest} to ${highest}`, () => {
      expect(withValue(field, lowest).values).toMatchObject({ [field]: lowest });
      expect(withValue(field, highest).values).toMatchObject({ [field]: highest });
      for (const outside of [rounded(lowest - next), rounded(highest + next)]) {
        expect(() => withValue(field, outside)).toThrow(
          expect.objectContaining({ code: 'CONSTITUTION_INVALID' }),
        );
      }
    });
  }

  test('what must not be is said in full', () => {
    const said = (field: string, value: unknown) => {
      try {
        withValue(field, value);
        return 'taken';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(said('maxTokensPerMinute', 0)).toBe(
      'field maxTokensPerMinute must be from 1 to 9999998, not 0',
    );
    expect(said('loopWindowSize', 4.5)).toBe(
      'field loopWindowSize must be a whole number, not 4.5',
    );
    expect(said('recoveryCap', 0.80001)).toBe(
      'field recoveryCap must have at most four decimal digits, not 0.80001',
    );
    expect(said('recoveryCap', 0.5)).toBe('field softSuspendThreshold must be below recoveryCap');
    expect(said('intensityHighCeiling', 29_999)).toBe(
      'field intensityHighAbove must not be above intensityHighCeiling',
    );
    expect(said('tempoEarlierIntervals', 9)).toBe(
      'field tempoEarlierIntervalsMin must not be above tempoEarlierIntervals',
    );
    expect(said('priorities', ['performance'])).toBe(
      'field priorities must be exactly [controllability, explainability, survival, performance]',
    );
    expect(said('priorities', 'survival')).toContain('must be exactly [');
  });
});
