/** Every decision explains itself: which rule, which numbers, since when. */
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import {
  accelerating,
  event,
  judge,
  looping,
  operator,
  result,
  signal,
  tick,
} from '../../test/kit/records.ts';

const reasonOf = (...records: Parameters<typeof judge>[0]) => judge(records).last.safety.reason;

describe('safety reasons', () => {
  verifies('T12', 'a loop names the similarity, the threshold and since when', () => {
    const alike = ['0', '1', '3', '7', 'f'].map((digit, index) =>
      event(index * 1_000, { outputHash: `000000000000000${digit}` }),
    );
    expect(reasonOf(...alike)).toContain(
      'LOOP_DETECTED: the last outputs are pairwise at least 0.9375 similar, above 0.9, since 4000',
    );
  });

  verifies('T12', 'a runaway names both tempos and since when', () => {
    expect(reasonOf(...accelerating(0))).toContain(
      'RUNAWAY_DETECTED: beats every 700 ms on average, before that every 4441 ms, since 84600',
    );
  });

  verifies('T12', 'a budget names what was spent and what was allowed', () => {
    expect(reasonOf(event(0, { tokenCount: 50_001 }))).toContain(
      'TOKEN_BUDGET_EXCEEDED: 50001 tokens, the budget is 50000',
    );
    expect(reasonOf(event(0, { toolCalls: 61 }))).toContain(
      'RATE_LIMIT_EXCEEDED: 61 tool calls, the limit is 60',
    );
  });

  verifies('T12', 'a cooldown names its end, health its value', () => {
    expect(reasonOf(...looping(0))).toContain('COOLDOWN_ACTIVE: until 64000, since 4000');
    const failed = Array.from({ length: 6 }, () => result(9, 'FAILED'));
    expect(reasonOf(...failed)).toContain(
      'HEALTH_DEGRADED: health 0.5 is below 0.6 after 6 failures in a row',
    );
  });

  verifies('T12', 'a hold names who raised it, why, since when, and who may lift it', () => {
    const paused = operator(5, 'pause', { by: 'ann', why: 'lunch' });
    expect(reasonOf(event(0), paused)).toContain(
      'HOLD_PAUSED: "lunch" (by "ann", since 5; lifted by a person: resume)',
    );
    const { last } = judge([signal(7, 'raise', 'kill_switch', { source: 'detector' })]);
    expect(last.holds).toEqual([
      {
        by: 'detector',
        hold: 'kill_switch',
        level: 'agent',
        liftedBy: 'a person: activate',
        scope: 'all',
        since: 7,
        why: 'because',
      },
    ]);
  });

  verifies('T12', 'a suspension names what it came after', () => {
    const tired = Array.from({ length: 5 }, () => result(0, 'FAILED'));
    expect(reasonOf(...tired, ...looping(1))).toContain('health 0.55 is below 0.6 after a loop');
    expect(reasonOf(...tired, ...accelerating(1))).toContain('is below 0.6 after a runaway');
  });

  verifies('T12', 'a release that changes nothing says what it looked for', () => {
    expect(reasonOf(operator(0, 'resume'))).toContain(
      'NOTHING_TO_LIFT: resume found nothing to act on',
    );
    expect(reasonOf(signal(0, 'lift', 'blocker'))).toContain(
      "NOTHING_TO_LIFT: blocker is not standing or not a signal's to lift",
    );
  });

  verifies('T12', 'an allowed decision names what is used', () => {
    expect(reasonOf(event(0, { tokenCount: 5, toolCalls: 1 }))).toBe(
      '5 of 50000 tokens and 1 of 60 tool calls used in the last 60 s',
    );
  });

  verifies('T12', 'a clamped timestamp is told', () => {
    expect(reasonOf(tick(10), tick(9))).toContain(
      'CLOCK_CLAMPED: timestamp 9 is lower than the last one, 10 is used',
    );
  });
});

describe('activity reasons', () => {
  verifies('T12', 'name the mode’s cause and the intensity’s numbers', () => {
    const { activity } = judge([event(2_000, { tokenCount: 6_000 })]).last;
    expect(activity.reason).toBe(
      'WORKING since 2000: last event 2000; NORMAL: 6000 tokens in the last 60 s (LOW below 5000, HIGH above 30000)',
    );
  });

  verifies('T12', 'tell when a mode is only held by its damping', () => {
    const { decisions } = judge([
      ...looping(0, 5, 1_000),
      tick(10_000),
      event(10_500, { outputHash: 'other' }),
    ]);
    expect(decisions[4]?.activity.reason).toContain(
      'WORKING since 0, held while the LOOPING signal stands',
    );
    expect(decisions[5]?.activity.reason).toContain('LOOPING since 10000: the signal stands');
    expect(decisions[6]?.activity.reason).toContain('the signal has gone, the mode is still held');
  });
});
