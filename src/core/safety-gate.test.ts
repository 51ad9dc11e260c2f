/** The gate: every veto reached through `step`, the fixed order, the limits, the cooldown. */
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { accelerating, event, judge, looping, result, tick } from '../../test/kit/records.ts';
import { FROZEN_V0_2, VETO_PRIORITY, type AgentRecord, type SafetyVeto } from './index.ts';

/**
 * Records after which both vetoes of a pair apply: 78 s of beats, then the causes.
 *
 * For the cooldown, a budget crossed at 36 s by tokens that have left the minute by the end.
 */
function bothOf(pair: readonly SafetyVeto[]): AgentRecord[] {
  const wanted = (veto: SafetyVeto) => pair.includes(veto);
  const cooling = wanted('COOLDOWN_ACTIVE');
  const beats = wanted('RUNAWAY_DETECTED')
    ? accelerating(0)
    : Array.from({ length: 15 }, (_, index) => event(index * 6_000));
  const records: AgentRecord[] = beats.map((beat, index) => ({
    ...beat,
    event: {
      ...beat.event,
      tokenCount: cooling && index === 0 ? 49_999 : cooling && index === 6 ? 2 : 0,
      outputHash: wanted('LOOP_DETECTED') && index >= 10 ? 'same' : `output ${index}`,
    },
  }));
  const end = records.at(-1);
  if (end?.type !== 'event') throw new Error('there is always a last beat');
  const spend = {
    tokenCount: wanted('TOKEN_BUDGET_EXCEEDED') ? 50_001 : 0,
    toolCalls: wanted('RATE_LIMIT_EXCEEDED') ? 61 : 0,
  };
  const failures = wanted('HEALTH_DEGRADED') ? 6 : 0;
  const before = records.slice(0, -1);
  const failed = Array.from({ length: failures }, () => result(end.event.timestamp - 1, 'FAILED'));
  return [...before, ...failed, { ...end, event: { ...end.event, ...spend } }];
}

const pairs = VETO_PRIORITY.flatMap((higher, index) =>
  VETO_PRIORITY.slice(index + 1).map((lower) => [higher, lower] as const),
);

describe('the order of vetoes', () => {
  verifies('T6', 'is that of §4.4', () => {
    expect(VETO_PRIORITY).toEqual([
      'RUNAWAY_DETECTED',
      'LOOP_DETECTED',
      'TOKEN_BUDGET_EXCEEDED',
      'RATE_LIMIT_EXCEEDED',
      'COOLDOWN_ACTIVE',
      'HEALTH_DEGRADED',
    ]);
  });

  for (const pair of pairs) {
    verifies('T6', `${pair[0]} goes before ${pair[1]}`, () => {
      const { safety } = judge(bothOf(pair)).last;
      expect(safety.allowed).toBe(false);
      expect(safety.vetoReason).toBe(pair[0]);
      expect(safety.reason).toContain(`${pair[0]}: `);
      expect(safety.reason).toContain(`${pair[1]}: `);
    });
  }

  for (const veto of VETO_PRIORITY) {
    verifies('T6', `${veto} is reached alone`, () => {
      const { safety } = judge(bothOf([veto])).last;
      expect(safety).toMatchObject({ allowed: false, vetoReason: veto });
    });
  }

  verifies('T6', 'without a cause nothing is vetoed', () => {
    expect(judge(bothOf([])).last.safety).toMatchObject({ allowed: true, remainingBudget: 50_000 });
  });
});

describe('limits', () => {
  verifies('T6', 'the event that crosses the token budget is vetoed, not the one after', () => {
    const four = [0, 1, 2, 3].map((second) => event(second * 1_000, { tokenCount: 12_500 }));
    expect(judge(four).last.safety).toMatchObject({ allowed: true, remainingBudget: 0 });
    expect(judge([...four, event(4_000, { tokenCount: 1 })]).last.safety).toMatchObject({
      allowed: false,
      vetoReason: 'TOKEN_BUDGET_EXCEEDED',
    });
  });

  verifies('T6', '60 tool calls pass, 61 do not', () => {
    expect(judge([event(0, { toolCalls: 60 })]).last.safety.allowed).toBe(true);
    expect(judge([event(0, { toolCalls: 61 })]).last.safety.vetoReason).toBe('RATE_LIMIT_EXCEEDED');
  });

  verifies('T6', 'the minute slides by whole seconds: the current one and the 59 before', () => {
    const spent = event(999, { tokenCount: 50_000 });
    expect(judge([spent, event(59_999, { tokenCount: 1 })]).last.safety.allowed).toBe(false);
    expect(judge([spent, event(60_000, { tokenCount: 1 })]).last.safety).toMatchObject({
      allowed: true,
      remainingBudget: 49_999,
    });
  });

  verifies('T6', 'warns at 80 % of the tokens and at 75 % of the calls', () => {
    const reason = (tokenCount: number, toolCalls: number) =>
      judge([event(0, { tokenCount, toolCalls })]).last.safety.reason;
    expect(reason(39_999, 44)).not.toContain('WARNING');
    expect(reason(40_000, 0)).toContain('TOKEN_WARNING: 40000 of 50000 tokens used');
    expect(reason(0, 45)).toContain('TOOL_CALL_WARNING: 45 of 60 tool calls used');
    expect(judge([event(0, { tokenCount: 40_000 })]).last.safety.allowed).toBe(true);
  });

  verifies('T6', 'warnings are of the effective limit', () => {
    // Six failures leave health 0.5, so the budget is 31,250 and 80 % of it 25,000.
    const failures = Array.from({ length: 6 }, () => result(0, 'FAILED'));
    const at = (tokenCount: number) =>
      judge([...failures, event(1, { tokenCount })]).last.safety.reason;
    expect(at(24_999)).not.toContain('TOKEN_WARNING');
    expect(at(25_000)).toContain('TOKEN_WARNING: 25000 of 31250');
  });
});

describe('the cooldown', () => {
  verifies(
    'T6',
    'lasts 60 s: the standing cause first, then COOLDOWN_ACTIVE, then a fresh chance',
    () => {
      const { decisions } = judge([
        event(0, { tokenCount: 49_000 }),
        event(30_500, { tokenCount: 2_000 }),
        tick(59_999),
        tick(60_000),
        tick(90_499),
        tick(90_500),
      ]);
      expect(decisions.map(({ safety }) => safety.vetoReason ?? 'none')).toEqual([
        'none',
        'TOKEN_BUDGET_EXCEEDED',
        'TOKEN_BUDGET_EXCEEDED',
        'COOLDOWN_ACTIVE',
        'COOLDOWN_ACTIVE',
        'none',
      ]);
    },
  );

  verifies('T6', 'empties the loop and tempo windows when it ends', () => {
    // The loop shows at 4 s. Four more equal outputs after 64 s are not yet a loop again, five are.
    const again = looping(64_000, 5);
    const { decisions } = judge([...looping(0), ...again]);
    expect(decisions.slice(5).map(({ safety }) => safety.allowed)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    const runaway = [...accelerating(0), ...accelerating(160_000).slice(13)];
    expect(judge(runaway).last.safety.allowed).toBe(true);
  });

  verifies('T6', 'is neither started nor extended by ticks and refusals', () => {
    const { cooldownDurationMs } = FROZEN_V0_2.values;
    const busy = looping(5_000, 55);
    const { decisions } = judge([...looping(0), ...busy, tick(4_000 + cooldownDurationMs)]);
    expect(decisions.at(-2)?.safety.allowed).toBe(false);
    expect(decisions.at(-1)?.safety.allowed).toBe(true);
    // A failed result shrinks the budget below what is spent: a veto on a result, no cooldown.
    const spent = event(0, { tokenCount: 47_000 });
    const failures = Array.from({ length: 3 }, () => result(1_000, 'FAILED'));
    const shrunk = judge([spent, ...failures, tick(60_000)]);
    expect(shrunk.decisions[3]?.safety.vetoReason).toBe('TOKEN_BUDGET_EXCEEDED');
    expect(shrunk.last.safety.allowed).toBe(true);
  });

  verifies('T6', 'of a looping thread leaves its siblings alone, of a budget does not', () => {
    const inThread = (thread: string) => (record: AgentRecord) => ({ ...record, thread });
    const sibling = { ...event(5_000, { outputHash: 'fine' }), thread: 'b' };
    const looped = judge([...looping(0).map(inThread('a')), sibling]);
    expect(looped.decisions[4]?.safety.vetoReason).toBe('LOOP_DETECTED');
    expect(looped.last.safety.allowed).toBe(true);
    const spent = { ...event(0, { tokenCount: 50_001 }), thread: 'a' };
    expect(judge([spent, sibling]).last.safety.vetoReason).toBe('TOKEN_BUDGET_EXCEEDED');
  });
});
