/** The three allowed adaptations, bounded and deterministic; the four forbidden changes, tried. */
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { event, judge, looping, operator, result } from '../../test/kit/records.ts';
import {
  CODING_V1,
  constitutionFrom,
  FROZEN_V0_2,
  initialState,
  REASONS,
  SHIPPED_CONSTITUTIONS,
  step,
  VETO_PRIORITY,
  type AgentRecord,
  type Constitution,
} from './index.ts';

/** One event a minute with these tokens, for as long as the list is. */
const minutes = (tokens: readonly number[]): AgentRecord[] =>
  tokens.map((tokenCount, minute) => event(minute * 60_000, { tokenCount }));

describe('allowed adaptation 1: the HIGH threshold follows the rolling average', () => {
  const highAbove = (tokens: readonly number[]) =>
    /HIGH above (\d+)/.exec(judge(minutes(tokens)).last.activity.reason)?.[1];

  verifies('T9', 'is 1.5 times the average of the last 20 minutes, from 30,000 to 40,000', () => {
    expect(highAbove([10_000])).toBe('30000');
    // 20 minutes of 24,000 each: 1.5 × 24,000 = 36,000.
    expect(highAbove(new Array<number>(20).fill(24_000))).toBe('36000');
    expect(highAbove(new Array<number>(20).fill(45_000))).toBe('40000');
  });

  verifies('T9', 'sinks again when the minutes pass, and wakeAt says when', () => {
    const busy = judge(minutes(new Array<number>(20).fill(24_000)));
    expect(busy.last.wakeAt).toBe(19 * 60_000 + 30_000);
    const later = { type: 'tick', timestamp: 19 * 60_000 + 59_999 } as const;
    const quiet = judge([later], FROZEN_V0_2, busy.state).last;
    // Minute 0 leaves at minute 20: 19 × 24,000 / 20 × 1.5 = 34,200.
    expect(quiet.wakeAt).toBe(20 * 60_000);
    const sunk = judge([{ type: 'tick', timestamp: 20 * 60_000 }], FROZEN_V0_2, busy.state).last;
    expect(sunk.activity.reason).toContain('HIGH above 34200');
  });
});

describe('allowed adaptation 2: the budget shrinks with health', () => {
  verifies('T9', 'to 50,000 × clamp(health / 0.8, 0.25, 1)', () => {
    const budgetAfter = (failures: number) => {
      const failed = Array.from({ length: failures }, () => result(0, 'FAILED'));
      return judge([...failed, event(1)]).last.safety.remainingBudget;
    };
    expect(budgetAfter(0)).toBe(50_000);
    expect(budgetAfter(2)).toBe(50_000);
    // Health 0.75, 0.5 and 0.
    expect(budgetAfter(3)).toBe(46_875);
    expect(budgetAfter(6)).toBe(31_250);
    expect(budgetAfter(20)).toBe(12_500);
  });
});

describe('allowed adaptation 3: failures sharpen loop detection', () => {
  const nearlyAlike = [
    ...Array.from({ length: 4 }, (_, i) => event(i + 10, { outputHash: '0000000000000000' })),
    // Nine bits: 1 − 9/64 = 0.859375.
    event(14, { outputHash: '00000000000001ff' }),
  ];
  const withFailures = (failed: number, ok: number) =>
    judge([
      ...Array.from({ length: ok }, () => result(0, 'SUCCESS')),
      ...Array.from({ length: failed }, () => result(0, 'FAILED')),
      ...nearlyAlike,
    ]).last.safety;

  verifies('T9', 'by up to 0.1, by the failed share of the last 20 results', () => {
    expect(withFailures(0, 2).vetoReason).toBeUndefined();
    // Two of four failed: the threshold is 0.85.
    expect(withFailures(2, 2).vetoReason).toBe('LOOP_DETECTED');
    expect(withFailures(2, 2).reason).toContain('above 0.85');
    // Two of five: 0.86.
    expect(withFailures(2, 3).vetoReason).toBeUndefined();
  });

  verifies('T9', 'only the last 20 results count', () => {
    const long = [
      result(0, 'FAILED'),
      result(0, 'FAILED'),
      ...Array.from({ length: 20 }, () => result(0, 'SUCCESS')),
    ];
    expect(judge([...long, ...nearlyAlike]).last.safety.allowed).toBe(true);
  });

  verifies('T9', 'at an exact boundary nothing is rounded: more than 0.8125, not 0.8125', () => {
    // Seven of eight failed: 0.9 − 0.0875 = 0.8125, which twelve differing bits match exactly.
    const results = [...Array.from({ length: 7 }, () => result(0, 'FAILED')), result(0, 'SUCCESS')];
    const alike = (last: string) => [
      ...results,
      ...Array.from({ length: 4 }, (_, i) => event(i + 1, { outputHash: '0000000000000000' })),
      event(9, { outputHash: last }),
    ];
    expect(judge(alike('0000000000000fff')).last.safety.reason).not.toContain('LOOP_DETECTED');
    expect(judge(alike('00000000000007ff')).last.safety.vetoReason).toBe('LOOP_DETECTED');
  });
});

describe('the forbidden changes, attempted', () => {
  const state = initialState(FROZEN_V0_2);

  verifies('T9', 'intent logic and order of vetoes: every table is frozen', () => {
    expect(() => (VETO_PRIORITY as string[]).push('NONE')).toThrow(TypeError);
    expect(() => (SHIPPED_CONSTITUTIONS as Constitution[]).pop()).toThrow(TypeError);
    expect(() => Object.assign(REASONS[0] ?? {}, { code: 'OK' })).toThrow(TypeError);
    const stop = judge(looping(0)).last.intent;
    expect(() => Object.assign(stop, { intent: 'CONTINUE' })).toThrow(TypeError);
  });

  verifies('T9', 'the confidence formula: no constitution has a field for it', () => {
    expect(() => constitutionFrom({ name: 'mine', confidenceFactor: 0.1 })).toThrow(
      'field confidenceFactor is not a known field',
    );
  });

  verifies(
    'T9',
    'a bypass of the gate: decisions are frozen, budgets finite, holds not a signal’s',
    () => {
      const { safety } = judge(looping(0)).last;
      expect(() => Object.assign(safety, { allowed: true })).toThrow(TypeError);
      expect(() => constitutionFrom({ name: 'mine', maxTokensPerMinute: Infinity })).toThrow(
        'field maxTokensPerMinute must be a number, not Infinity',
      );
      expect(() => constitutionFrom({ name: 'mine', maxTokensPerMinute: null })).toThrow(
        'field maxTokensPerMinute',
      );
      const refund = event(0, { tokenCount: -50_000 });
      expect(() => step(state, refund, FROZEN_V0_2)).toThrow('field event.tokenCount');
      const loosen = operator(0, 'configure', { envelope: { maxTokensPerMinute: 50_001 } });
      const { last } = judge([loosen]);
      expect(last.safety.reason).toContain('ENVELOPE_REFUSED: maxTokensPerMinute 50001');
      expect(last.safety.remainingBudget).toBe(50_000);
    },
  );

  verifies(
    'T9',
    'health thresholds at run time: frozen values, and no other constitution for a state',
    () => {
      expect(() => Object.assign(FROZEN_V0_2.values, { hardStopThreshold: 0.01 })).toThrow(
        TypeError,
      );
      expect(() => Object.assign(FROZEN_V0_2, { values: CODING_V1.values })).toThrow(TypeError);
      expect(() => step(state, event(0), CODING_V1)).toThrow('the state lives under constitution');
      const forged = {
        id: FROZEN_V0_2.id,
        values: { ...FROZEN_V0_2.values, hardStopThreshold: 0 },
      };
      expect(() => step(state, event(0), forged)).toThrow('was not sealed');
      expect(() => step(state, event(0), forged)).toThrow(
        expect.objectContaining({ code: 'CONSTITUTION_INVALID' }),
      );
      expect(() => step(state, event(0), CODING_V1)).toThrow(
        expect.objectContaining({ code: 'CONSTITUTION_MISMATCH' }),
      );
    },
  );

  verifies('T9', 'an envelope may tighten', () => {
    const tight = operator(0, 'configure', {
      envelope: { maxTokensPerMinute: 1_000, maxToolCallsPerMinute: 2 },
    });
    expect(judge([tight, event(1, { tokenCount: 1_001 })]).last.safety.vetoReason).toBe(
      'TOKEN_BUDGET_EXCEEDED',
    );
    expect(judge([tight, event(1, { toolCalls: 3 })]).last.safety.vetoReason).toBe(
      'RATE_LIMIT_EXCEEDED',
    );
    const undone = operator(2, 'configure', { envelope: { maxTokensPerMinute: null } });
    expect(judge([tight, undone, event(3)]).last.safety.remainingBudget).toBe(50_000);
  });
});
