/** Deadline and budget: where exactly time and tokens are used up. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { HandClock } from '../../../test/kit/guarded-run.ts';
import { Budget, Deadline } from '../index.ts';

describe('a deadline', () => {
  const times = [
    [0, 0, 10_000, false],
    [9.999, 9999, 1, false],
    [10, 10_000, 0, true],
    [11, 11_000, 0, true],
  ] as const;
  for (const [seconds, taken, left, exceeded] of times) {
    verifies('G12', `of ten seconds, after ${seconds}: exceeded ${exceeded}`, () => {
      const clock = new HandClock();
      const deadline = new Deadline({ expiresAtMs: clock.now() + 10_000, clock });
      clock.pass(seconds);
      expect(deadline.elapsedMs()).toBe(taken);
      expect(deadline.remainingMs()).toBe(left);
      expect(deadline.isExceeded()).toBe(exceeded);
    });
  }

  test('may have passed already, and may have begun earlier', () => {
    const clock = new HandClock();
    const past = new Deadline({ expiresAtMs: clock.now() - 1, clock });
    expect([past.isExceeded(), past.remainingMs(), past.elapsedMs()]).toEqual([true, 0, 1]);
    const begun = { expiresAtMs: clock.now() + 1, startedAtMs: clock.now() - 5000, clock };
    expect(new Deadline(begun).elapsedMs()).toBe(5000);
  });

  test('takes the machine’s time when no clock is given', () => {
    expect(new Deadline({ expiresAtMs: Date.now() + 3_600_000 }).isExceeded()).toBe(false);
    expect(new Deadline({ expiresAtMs: 1 }).isExceeded()).toBe(true);
  });

  test.each([
    [{ expiresAtMs: Number.NaN }, 'expiresAtMs'],
    [{ expiresAtMs: Infinity }, 'expiresAtMs'],
    [{ expiresAtMs: 5, startedAtMs: 6 }, 'startedAtMs'],
    [{ expiresAtMs: 5, startedAtMs: Number.NaN }, 'startedAtMs'],
  ])('refuses %j by the name of %s', (options, field) => {
    expect(() => new Deadline(options)).toThrow(
      expect.objectContaining({ code: 'GUARDRAIL_INVALID', field }) as Error,
    );
  });
});

describe('a budget', () => {
  const spent = (inputTokens: number, outputTokens: number) => ({ inputTokens, outputTokens });

  verifies('G12', 'is exhausted at its last token, of whichever kind', () => {
    const cases = [
      [{ maxTotalTokens: 100 }, spent(60, 39), false],
      [{ maxTotalTokens: 100 }, spent(60, 40), true],
      [{ maxTotalTokens: 100 }, spent(0, 101), true],
      [{ maxInputTokens: 10 }, spent(9, 1000), false],
      [{ maxInputTokens: 10 }, spent(10, 0), true],
      [{ maxOutputTokens: 10 }, spent(1000, 9), false],
      [{ maxOutputTokens: 10 }, spent(0, 10), true],
      [{ maxTotalTokens: 100, maxOutputTokens: 10 }, spent(0, 10), true],
      [{ maxTotalTokens: 0 }, spent(0, 0), true],
    ] as const;
    for (const [limits, tokens, exhausted] of cases) {
      const budget = new Budget(limits);
      budget.spend(tokens);
      expect([limits, tokens, budget.isExhausted()]).toEqual([limits, tokens, exhausted]);
    }
  });

  test('adds up', () => {
    const budget = new Budget({ maxTotalTokens: 10 });
    budget.spend(spent(3, 1));
    budget.spend(spent(3, 2));
    expect(budget.spent()).toEqual(spent(6, 3));
    expect(budget.isExhausted()).toBe(false);
    budget.spend(spent(1, 0));
    expect(budget.isExhausted()).toBe(true);
  });

  test.each([spent(-1, 0), spent(0, 1.5), spent(Number.NaN, 0), spent(0, Infinity)])(
    'refuses to spend %j and counts nothing of it',
    (tokens) => {
      const budget = new Budget({ maxTotalTokens: 10 });
      expect(() => budget.spend(tokens)).toThrow('must be a whole number of tokens from 0');
      expect(budget.spent()).toEqual(spent(0, 0));
    },
  );

  test.each([{}, { maxTotalTokens: -1 }, { maxInputTokens: 0.5 }, { maxOutputTokens: Infinity }])(
    'refuses to be %j',
    (limits) => {
      expect(() => new Budget(limits)).toThrow(
        expect.objectContaining({ code: 'GUARDRAIL_INVALID' }) as Error,
      );
    },
  );
});
