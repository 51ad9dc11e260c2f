/** Constitutions: the shipped values, the id, and what another one may say. */
import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { event, judge } from '../../../test/kit/records.ts';
import { canonicalJson, CODING_V1, constitutionFrom, FROZEN_V0_2 } from '../index.ts';

describe('the shipped constitutions', () => {
  test('frozen-v0.2 has the values of the frozen specification', () => {
    expect(FROZEN_V0_2.values).toMatchObject({
      maxTokensPerMinute: 50_000,
      maxToolCallsPerMinute: 60,
      loopSimilarityThreshold: 0.9,
      loopWindowSize: 5,
      tempoCompressionRatio: 0.3,
      cooldownDurationMs: 60_000,
      softSuspendThreshold: 0.6,
      hardStopThreshold: 0.3,
      recoveryRatePerMinute: 0.01,
      recoveryCap: 0.8,
      priorities: ['controllability', 'explainability', 'survival', 'performance'],
    });
  });

  test('coding-v1 differs in its two budgets and its name only', () => {
    const { name, maxTokensPerMinute, maxToolCallsPerMinute, ...rest } = CODING_V1.values;
    expect({ name, maxTokensPerMinute, maxToolCallsPerMinute }).toEqual({
      name: 'coding-v1',
      maxTokensPerMinute: 1_000_000,
      maxToolCallsPerMinute: 240,
    });
    expect(FROZEN_V0_2.values).toMatchObject(rest);
    const busy = event(0, { tokenCount: 900_000, toolCalls: 200 });
    expect(judge([busy], CODING_V1).last.safety.allowed).toBe(true);
  });

  test('the id is the SHA-256 of the canonical values', () => {
    expect(FROZEN_V0_2.id).toBe(hash('sha256', canonicalJson(FROZEN_V0_2.values), 'hex'));
    // A changed value is a changed law: recordings made under the old one name the old id.
    expect(FROZEN_V0_2.id).toMatchInlineSnapshot(
      `"87bc9e70c79a8f9ab51dbdf14e29d44864a798f2675f3a2b4327fd31160535d5"`,
    );
  });
});

describe('another constitution', () => {
  test('takes what it leaves out from frozen-v0.2 and has its own id', () => {
    const mine = constitutionFrom({ name: 'mine', maxTokensPerMinute: 100 });
    expect(mine.values).toEqual({ ...FROZEN_V0_2.values, name: 'mine', maxTokensPerMinute: 100 });
    expect(mine.id).not.toBe(FROZEN_V0_2.id);
    expect(judge([event(0, { tokenCount: 101 })], mine).last.safety.allowed).toBe(false);
  });

  test('is independent of the object it was made from', () => {
    const written = { name: 'mine', maxTokensPerMinute: 100 };
    const mine = constitutionFrom(written);
    written.maxTokensPerMinute = 9_000;
    expect(mine.values.maxTokensPerMinute).toBe(100);
  });

  const refused: readonly (readonly [string, unknown, string | null])[] = [
    ['a list', [], null],
    ['nothing', null, null],
    ['no name', {}, 'name'],
    ['a shipped name', { name: 'coding-v1' }, 'name'],
    ['a name too long', { name: 'm'.repeat(65) }, 'name'],
    ['a name that is a number', { name: 5 }, 'name'],
    ['an unknown field', { name: 'm', maxTokens: 5 }, 'maxTokens'],
    ['no budget', { name: 'm', maxTokensPerMinute: 0 }, 'maxTokensPerMinute'],
    ['a boundless budget', { name: 'm', maxTokensPerMinute: 1e12 }, 'maxTokensPerMinute'],
    ['no cooldown', { name: 'm', cooldownDurationMs: 0 }, 'cooldownDurationMs'],
    ['a loop that cannot be', { name: 'm', loopSimilarityThreshold: 1 }, 'loopSimilarityThreshold'],
    ['too many digits', { name: 'm', recoveryCap: 0.80001 }, 'recoveryCap'],
    ['other priorities', { name: 'm', priorities: ['performance'] }, 'priorities'],
    ['a soft floor below the hard', { name: 'm', softSuspendThreshold: 0.2 }, 'hardStopThreshold'],
    ['a cap below the soft floor', { name: 'm', recoveryCap: 0.5 }, 'softSuspendThreshold'],
    ['LOW above HIGH', { name: 'm', intensityLowBelow: 30_000 }, 'intensityLowBelow'],
    ['HIGH above its ceiling', { name: 'm', intensityHighCeiling: 20_000 }, 'intensityHighAbove'],
    [
      'more beats needed than kept',
      { name: 'm', tempoEarlierIntervals: 5 },
      'tempoEarlierIntervalsMin',
    ],
  ];
  for (const [what, written, field] of refused) {
    test(`${what} is refused by name`, () => {
      expect(() => constitutionFrom(written)).toThrow(
        expect.objectContaining({ code: 'CONSTITUTION_INVALID', field }),
      );
    });
  }
});
