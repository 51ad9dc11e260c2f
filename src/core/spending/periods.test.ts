/** When periods begin, and what is counted in them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge, operator } from '../../../test/kit/records.ts';
import type { AdmitRecord, AgentRecord, Budgets, PeriodSpend } from '../index.ts';
import { periodBegan, ROLLING_HOURS, ROLLING_SLOTS_MAX, slotBegan } from './periods.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const at = (text: string) => Date.parse(text);

describe('a period begins', () => {
  test('at the start of its month and on its Monday, as the calendar says, in every year', () => {
    fc.assert(
      fc.property(fc.integer({ min: 7 * DAY_MS, max: 9_999_999_999_999 }), (now) => {
        const date = new Date(now);
        const month = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
        expect(periodBegan('month', now)).toBe(month);
        const week = periodBegan('week', now);
        expect(new Date(week).getUTCDay()).toBe(1);
        expect(now - week).toBeLessThan(7 * DAY_MS);
        expect(week).toBeLessThanOrEqual(now);
        expect(periodBegan('day', now)).toBe(now - (now % DAY_MS));
      }),
      { numRuns: 300 },
    );
  });

  test('a rolling one never after its window, and less than a slot before it', () => {
    const hours = fc.integer({ min: ROLLING_HOURS.min, max: ROLLING_HOURS.max });
    fc.assert(
      fc.property(hours, fc.integer({ min: 2e12, max: 9e12 }), (length, now) => {
        const began = periodBegan('rolling', now, length);
        const window = now - length * HOUR_MS;
        expect(began).toBeLessThanOrEqual(window);
        expect(window - began).toBeLessThan(Math.ceil(length / 24) * HOUR_MS);
        const slots = new Set<number>();
        for (let time = began; time <= now; time += HOUR_MS) slots.add(slotBegan(time, length));
        slots.add(slotBegan(now, length));
        expect(slots.size).toBeLessThanOrEqual(ROLLING_SLOTS_MAX);
      }),
    );
  });
});

const set = (timestamp: number, budgets: Budgets, spent?: PeriodSpend) =>
  operator(timestamp, 'configure', {
    envelope: { budgets },
    ...(spent === undefined ? {} : { spent }),
  });
const ask = (timestamp: number, costMicroUsd: number): AdmitRecord => ({
  type: 'admit',
  timestamp,
  purpose: 'step',
  estimate: { tokenCount: 1, toolCalls: 0, costMicroUsd },
});
const ended = (timestamp: number, costMicroUsd: number, reserved: readonly [number, number]) =>
  ({
    type: 'result',
    timestamp,
    result: { executed: true, status: 'SUCCESS', tokensUsed: 1, latencyMs: 1 },
    costMicroUsd,
    reserved: { timestamp: reserved[0], costMicroUsd: reserved[1] },
  }) as const;
const passes = (...records: readonly AgentRecord[]) => judge(records).last.safety.allowed;

/** A Sunday, the last day of a week, in the middle of a month. */
const SUNDAY = at('2026-03-15T12:00:00Z');

describe('a budget', () => {
  test('for a week is one for all of it, and the next begins on Monday', () => {
    const spent = [set(SUNDAY - 3 * DAY_MS, { microUsdPerWeek: 10 }), ask(SUNDAY - 3 * DAY_MS, 7)];
    expect(passes(...spent, ask(SUNDAY, 3))).toBe(true);
    const { last } = judge([...spent, ask(SUNDAY, 4)]);
    expect(last.safety.reason).toContain(
      '$0.000007 spent and reserved, $0.000004 for this call; $0.00001 is what the agent has for a week (from Monday, UTC)',
    );
    expect(last.budget).toMatchObject({ period: 'week', level: 'agent', limit: 10, spent: 7 });
    expect(passes(...spent, ask(at('2026-03-16T00:00:00Z'), 10))).toBe(true);
  });

  test('for a month is one for all of it, and the next begins on its first day', () => {
    const spent = [set(SUNDAY, { microUsdPerMonth: 10 }), ask(SUNDAY, 7)];
    expect(passes(...spent, ask(at('2026-03-31T23:59:59Z'), 4))).toBe(false);
    expect(passes(...spent, ask(at('2026-04-01T00:00:00Z'), 10))).toBe(true);
  });

  test('for the last hours lets go of what is older, slot by slot, never early', () => {
    const spent = [
      set(SUNDAY, { microUsdRolling: 10, rollingHours: 5 }),
      ask(SUNDAY, 6),
      ask(SUNDAY + 2 * HOUR_MS, 4),
    ];
    expect(passes(...spent, ask(SUNDAY + 5 * HOUR_MS, 1))).toBe(false);
    expect(passes(...spent, ask(SUNDAY + 6 * HOUR_MS, 6))).toBe(true);
    expect(passes(...spent, ask(SUNDAY + 6 * HOUR_MS, 7))).toBe(false);
    expect(passes(...spent, ask(SUNDAY + 8 * HOUR_MS, 10))).toBe(true);
    const { last } = judge([...spent, ask(SUNDAY + 3 * HOUR_MS, 1)]);
    expect(last.safety.reason).toContain('is what the agent has for any 5 hours');
    expect(last.budget).toMatchObject({ period: 'rolling', hours: 5 });
  });

  test('for the last hours replaces what was reserved in an hour that is over', () => {
    const reserved = [set(SUNDAY, { microUsdRolling: 10, rollingHours: 5 }), ask(SUNDAY, 10)];
    const settled = ended(SUNDAY + HOUR_MS, 2, [SUNDAY, 10]);
    expect(passes(...reserved, settled, ask(SUNDAY + HOUR_MS, 8))).toBe(true);
    expect(passes(...reserved, settled, ask(SUNDAY + HOUR_MS, 9))).toBe(false);
  });

  test('that is set later finds what was spent before it, and nothing of it is taken back twice', () => {
    const week = { since: periodBegan('week', SUNDAY), tokens: 0, calls: 0, microUsd: 7 };
    const nothing = { tokens: 0, calls: 0, microUsd: 0 };
    const later = set(SUNDAY, { microUsdPerWeek: 10 }, { ...nothing, week });
    expect(passes(later, ask(SUNDAY, 3))).toBe(true);
    expect(passes(later, ask(SUNDAY, 4))).toBe(false);
    // A call that was under way is in there with what it reserved.
    const cheap = ended(SUNDAY, 1, [SUNDAY - DAY_MS, 5]);
    expect(passes(later, cheap, ask(SUNDAY, 7))).toBe(true);
    expect(passes(later, cheap, ask(SUNDAY, 8))).toBe(false);
  });

  test('of one period leaves the others alone, and one that is removed is forgotten', () => {
    const both = set(SUNDAY, { microUsdPerWeek: 10, microUsdPerMonth: 20, microUsdRolling: 30 });
    const { state } = judge([both, ask(SUNDAY, 7)]);
    expect(Object.keys(state.periods ?? {})).toEqual(['week', 'month', 'rolling']);
    const fewer = operator(SUNDAY, 'configure', {
      envelope: { budgets: { microUsdPerMonth: null, microUsdRolling: null } },
    });
    expect(Object.keys(judge([both, ask(SUNDAY, 7), fewer]).state.periods ?? {})).toEqual(['week']);
    const none = operator(SUNDAY, 'configure', {
      envelope: {
        budgets: { microUsdPerWeek: null, microUsdPerMonth: null, microUsdRolling: null },
      },
    });
    const left = judge([both, ask(SUNDAY, 7), none]).state;
    expect(left).not.toHaveProperty('periods');
    expect(left.envelope).not.toHaveProperty('budgets');
  });
});

/** The oracle: every amount with its time, in a list. */
test('what passes in a rolling window never adds up to more than the budget', () => {
  const act = fc.record({ wait: fc.integer({ min: 0, max: 9 * HOUR_MS }), cost: fc.nat(400) });
  fc.assert(
    fc.property(
      fc.array(act, { maxLength: 40 }),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 1_500 }),
      (acts, hours, most) => {
        const records: AgentRecord[] = [
          set(SUNDAY, { microUsdRolling: most, rollingHours: hours }),
        ];
        const counted: { readonly at: number; readonly cost: number }[] = [];
        let now = SUNDAY;
        for (const { wait, cost } of acts) {
          now += wait;
          records.push(ask(now, cost));
          const within = (began: number) =>
            counted.filter((one) => one.at >= began).reduce((sum, one) => sum + one.cost, cost);
          const passed = passes(...records);
          if (passed) expect(within(now - hours * HOUR_MS)).toBeLessThanOrEqual(most);
          else expect(within(periodBegan('rolling', now, hours))).toBeGreaterThan(most);
          if (passed) counted.push({ at: now, cost });
        }
      },
    ),
    { numRuns: 60 },
  );
});
