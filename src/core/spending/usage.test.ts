/** Estimates, settlements, and the sliding minute. */
import { describe, expect, test } from 'vitest';
import { event, judge, tick } from '../../../test/kit/records.ts';
import type { AdmitRecord, ResultRecord } from '../index.ts';

const admit = (timestamp: number, tokenCount: number, toolCalls = 0): AdmitRecord => ({
  type: 'admit',
  timestamp,
  purpose: 'step',
  estimate: { tokenCount, toolCalls },
});
const settle = (
  timestamp: number,
  tokensUsed: number,
  counted: number,
  at: number,
): ResultRecord => ({
  type: 'result',
  timestamp,
  result: { executed: true, status: 'SUCCESS', tokensUsed, latencyMs: 1 },
  settles: { timestamp: at, tokenCount: counted, toolCalls: 0 },
});

describe('an admit', () => {
  test('is counted when it may pass', () => {
    expect(judge([admit(0, 20_000)]).last.safety).toMatchObject({
      allowed: true,
      remainingBudget: 30_000,
    });
  });

  test('that would exceed the budget is refused and not counted', () => {
    const { decisions } = judge([admit(0, 20_000), admit(1, 30_001), admit(2, 30_000)]);
    expect(decisions[1]?.safety).toMatchObject({
      allowed: false,
      vetoReason: 'TOKEN_BUDGET_EXCEEDED',
      remainingBudget: 30_000,
    });
    expect(decisions[1]?.safety.reason).toContain(
      '50001 tokens with this call, the budget is 50000',
    );
    expect(decisions[2]?.safety.allowed).toBe(true);
  });

  test('counts its tool calls too', () => {
    expect(judge([admit(0, 0, 60), admit(1, 0, 1)]).last.safety.vetoReason).toBe(
      'RATE_LIMIT_EXCEEDED',
    );
  });

  test('starts no cooldown and is no beat', () => {
    expect(judge([admit(0, 60_000), tick(1)]).last.safety.allowed).toBe(true);
    expect(judge([admit(0, 10), tick(1)]).last.activity.mode).toBe('IDLE');
  });
});

describe('a settlement', () => {
  test('by the event replaces the estimate', () => {
    const settled = {
      ...event(5_000, { tokenCount: 100 }),
      settles: { timestamp: 0, tokenCount: 20_000, toolCalls: 0 },
    };
    expect(judge([admit(0, 20_000), settled]).last.safety.remainingBudget).toBe(49_900);
  });

  test('by the result replaces it again', () => {
    const { decisions } = judge([admit(0, 20_000), settle(1_000, 7_000, 20_000, 0)]);
    expect(decisions[1]?.safety.remainingBudget).toBe(43_000);
  });

  test('by the result leaves the tool calls where they were counted', () => {
    const called = {
      ...settle(30_000, 20, 10, 0),
      settles: { timestamp: 0, tokenCount: 10, toolCalls: 5 },
    };
    const { decisions } = judge([admit(0, 10, 5), called, tick(60_000)]);
    expect(decisions[1]?.wakeAt).toBe(60_000);
    expect(decisions[2]?.safety.reason).toContain('20 of 50000 tokens and 0 of 60 tool calls');
  });

  test('that never comes lets the estimate slide out', () => {
    expect(judge([admit(500, 20_000), tick(60_000)]).last.safety.remainingBudget).toBe(50_000);
  });

  test('takes nothing off what others spent', () => {
    const others = event(61_000, { tokenCount: 1_000 });
    const late = settle(62_000, 5, 20_000, 500);
    expect(judge([admit(500, 20_000), others, late]).last.safety.remainingBudget).toBe(48_995);
    const tooMuch = settle(1_000, 0, 20_000, 0);
    expect(judge([event(0, { tokenCount: 10 }), tooMuch]).last.safety.remainingBudget).toBe(50_000);
  });

  test('absent, a result adds no tokens', () => {
    const { settles: _, ...plain } = settle(1, 500, 0, 0);
    expect(judge([plain]).last.safety.remainingBudget).toBe(50_000);
  });
});

describe('the sliding minute', () => {
  test('survives long silence and returns to nothing', () => {
    const { decisions } = judge([
      event(0, { tokenCount: 10 }),
      event(10_000_000, { tokenCount: 7 }),
    ]);
    expect(decisions[1]?.safety.remainingBudget).toBe(49_993);
  });

  test('saturates instead of overflowing', () => {
    const flood = Array.from({ length: 3 }, () => event(0, { tokenCount: 9_999_999 }));
    const { safety } = judge(flood).last;
    expect(safety).toMatchObject({ allowed: false, remainingBudget: 0 });
    expect(safety.reason).toContain('9999999 tokens, the budget');
  });
});
