/** What a plan's figures do to an agent: by their numbers and the times of the records alone. */
import { describe, expect, test } from 'vitest';
import { judge, operator, result, tick } from '../../../test/kit/records.ts';
import type { PlanLimits, PlanReading, ResultRecord } from '../index.ts';

const HOUR_MS = 3_600_000;
const RESET = 10 * HOUR_MS;

const told = (at: number, used: number, more: Partial<PlanReading> = {}): ResultRecord => ({
  ...result(at, 'SUCCESS'),
  plan: { windows: [{ name: 'five_hour', resetAt: RESET, used }], ...more },
});
const configured = (plan: PlanLimits | null) => operator(0, 'configure', { envelope: { plan } });

describe('parking', () => {
  test('begins at the share, not one ten-thousandth before, and ends at the reset', () => {
    const limits = configured({ windDown: 95 });
    expect(judge([limits, told(1, 9_499)]).last.holds).toEqual([]);
    const { last, state } = judge([limits, told(1, 9_500)]);
    expect(last.holds).toMatchObject([{ hold: 'parked', level: 'agent', until: RESET }]);
    expect(last.wakeAt).toBe(RESET);
    expect(judge([tick(RESET - 1)], undefined, state).last.holds).toHaveLength(1);
    expect(judge([tick(RESET)], undefined, state).last.holds).toEqual([]);
  });

  test('needs an end that is known and not over', () => {
    const limits = configured({ windDown: 50, reserve: 1 });
    const endless = told(1, 10_000, { windows: [{ name: 'five_hour', used: 10_000 }] });
    expect(judge([limits, endless]).last.holds).toEqual([]);
    expect(judge([limits, told(RESET, 10_000)]).last.holds).toEqual([]);
  });

  test('is not begun for a window that the provider names and does not measure', () => {
    const named = told(1, 10_000, { binds: 'seven_day_opus' });
    expect(judge([configured({ windDown: 50 }), named]).last.holds).toEqual([]);
  });

  test('of the reserve leaves no grace, of the wind-down it does', () => {
    const grace = { calls: 3, ms: 60_000 };
    const limits = configured({ windDown: 90, reserve: 5, grace });
    const { last, state } = judge([limits, told(1, 9_500)]);
    expect(last.holds).toMatchObject([{ grace: { left: 3 } }]);
    expect(judge([told(2, 9_501)], undefined, state).last.holds[0]).not.toHaveProperty('grace');
  });

  test('is over when the setting is taken away before the figures come', () => {
    const records = [configured({ windDown: 90 }), configured(null), told(1, 9_900)];
    expect(judge(records).last.holds).toEqual([]);
  });
});

describe('a rise', () => {
  const limits = configured({ rise: { ms: 600_000, points: 20 } });
  const minute = (at: number, used: number) => told(at * 60_000, used);

  test('parks when it is steep, and for as long as it was measured', () => {
    const { last, state } = judge([limits, minute(0, 100), minute(5, 1_000), minute(9, 2_100)]);
    expect(last.holds).toMatchObject([{ hold: 'parked', until: 19 * 60_000 }]);
    expect(judge([tick(19 * 60_000)], undefined, state).last.holds).toEqual([]);
  });

  test('does not park when it is slow, however far it comes', () => {
    const slow = Array.from({ length: 100 }, (_, at) => minute(at, at * 100));
    expect(judge([limits, ...slow]).last.holds).toEqual([]);
  });

  test('does not park across a reset or a change of window', () => {
    const other = { windows: [{ name: 'seven_day', resetAt: RESET, used: 9_000 }] };
    const records = [minute(0, 5_000), minute(1, 100), minute(2, 1_500), told(180_000, 0, other)];
    expect(judge([limits, ...records]).last.holds).toEqual([]);
  });
});

test('the warning is a word in the reason and stops nothing', () => {
  const { last } = judge([configured({ warn: 80 }), told(1, 8_300)]);
  expect(last.safety.allowed).toBe(true);
  expect(last.safety.reason).toContain('PLAN_WARNING: 83 % of the five_hour window is used');
});

test('a release lasts until the end that the hold had', () => {
  const { state } = judge([configured({ windDown: 90 }), told(1, 9_500)]);
  const resumed = judge([operator(2, 'resume'), told(3, 9_900)], undefined, state);
  expect(resumed.last.holds).toEqual([]);
  const later = { windows: [{ name: 'five_hour', resetAt: 2 * RESET, used: 9_900 }] };
  const next = judge([told(RESET, 0, later)], undefined, resumed.state);
  expect(next.last.holds).toMatchObject([{ hold: 'parked', until: 2 * RESET }]);
});
