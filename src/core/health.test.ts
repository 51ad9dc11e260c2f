/** Health: every trigger, the thresholds, recovery, and the two shutdowns. */
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import {
  accelerating,
  event,
  judge,
  looping,
  operator,
  result,
  tick,
} from '../../test/kit/records.ts';
import { FROZEN_V0_2, initialState, step, type AgentRecord } from './index.ts';

const failures = (count: number, timestamp = 0) =>
  Array.from({ length: count }, () => result(timestamp, 'FAILED'));
const healthAfter = (...records: AgentRecord[]) => judge(records).last.health;

describe('what costs health', () => {
  verifies('T7', 'it starts at 1 and is kept in ten-thousandths', () => {
    expect(healthAfter(event(0))).toBe(1);
    expect(healthAfter(...failures(1))).toBe(0.95);
  });

  verifies('T7', 'a loop and a runaway cost 0.1 for each episode, not for each event', () => {
    expect(healthAfter(...looping(0, 9))).toBe(0.9);
    expect(healthAfter(...accelerating(0))).toBe(0.9);
    const other = event(9_000, { outputHash: 'other' });
    // Signal off, then on again within the same cooldown: a second episode.
    expect(healthAfter(...looping(0), other, ...looping(10_000))).toBe(0.8);
  });

  verifies('T7', 'an execution error costs 0.05, every third failure in a row 0.1 more', () => {
    expect(healthAfter(...failures(2))).toBe(0.9);
    expect(healthAfter(...failures(3))).toBe(0.75);
    expect(healthAfter(...failures(5))).toBe(0.65);
    expect(healthAfter(...failures(6))).toBe(0.5);
    expect(healthAfter(...failures(2), result(0, 'SUCCESS'), ...failures(2))).toBe(0.8);
  });

  verifies('T7', 'a mode that flips back within 60 s costs 0.02', () => {
    // LOOPING from 12 s; different outputs let it go back to WORKING at 42 s.
    const recovered = [20_000, 40_000].map((at) => event(at, { outputHash: `${at}` }));
    expect(healthAfter(...looping(0, 5, 3_000), ...recovered, tick(41_999))).toBe(0.9);
    expect(healthAfter(...looping(0, 5, 3_000), ...recovered, tick(42_000))).toBe(0.88);
  });

  verifies('T7', 'idleness, PARTIAL, BLOCKED and an exhausted budget cost nothing', () => {
    const idle = [event(0), tick(30_000), event(45_000), tick(75_000), event(90_000)];
    expect(healthAfter(...idle)).toBe(1);
    expect(healthAfter(result(0, 'PARTIAL'), result(0, 'BLOCKED'))).toBe(1);
    expect(healthAfter(event(0, { tokenCount: 60_000, toolCalls: 70 }))).toBe(1);
  });
});

describe('recovery', () => {
  verifies('T7', 'is 0.01 for each full minute without loss', () => {
    const six = failures(6);
    expect(healthAfter(...six, tick(59_999))).toBe(0.5);
    expect(healthAfter(...six, tick(60_000))).toBe(0.51);
    expect(healthAfter(...six, tick(599_999))).toBe(0.59);
    expect(healthAfter(...six, result(59_000, 'FAILED'), tick(118_999))).toBe(0.45);
  });

  verifies('T7', 'ends at 0.8 and never lowers a health above it', () => {
    expect(healthAfter(...failures(6), tick(100 * 60_000))).toBe(0.8);
    expect(healthAfter(...failures(1), tick(100 * 60_000))).toBe(0.95);
  });

  verifies(['T7', 'T8'], 'lifts a soft suspend at 0.6 but never a hard stop', () => {
    const soft = judge([...failures(6), tick(599_999), tick(600_000)]);
    expect(soft.decisions.at(-2)?.holds.map(({ hold }) => hold)).toEqual(['soft_suspend']);
    expect(soft.last.holds).toEqual([]);
    const hard = judge([...failures(9), tick(1_000 * 60_000)]);
    expect(hard.last.health).toBe(0.8);
    expect(hard.last.holds.map(({ hold }) => hold)).toEqual(['hard_stop']);
    expect(hard.last.safety.allowed).toBe(false);
  });
});

describe('the two shutdowns', () => {
  verifies('T8', 'a soft suspend pauses below 0.6 and says so to a person', () => {
    // 0.65 is not below; 0.5 is.
    expect(judge(failures(5)).last.safety.allowed).toBe(true);
    const { last } = judge(failures(6, 7));
    expect(last.safety).toMatchObject({ allowed: false, vetoReason: 'HEALTH_DEGRADED' });
    expect(last.holds[0]).toMatchObject({
      hold: 'soft_suspend',
      since: 7,
      by: 'health',
      liftedBy: 'a person: resume; or recovery of health',
    });
    expect(last.safety.reason).toContain('HOLD_SOFT_SUSPEND: "health 0.5 is below 0.6');
  });

  verifies('T8', 'a resume acknowledges this health: only a new loss suspends again', () => {
    const resumed = [...failures(6), operator(1_000, 'resume'), event(2_000)];
    expect(judge(resumed).last.safety.allowed).toBe(true);
    expect(judge([...resumed, result(3_000, 'FAILED')]).last.safety.allowed).toBe(false);
  });

  verifies('T8', 'a hard stop latches below 0.3 until a person restarts', () => {
    const stopped = [...failures(9), operator(1_000, 'resume'), operator(2_000, 'activate')];
    const { last } = judge(stopped);
    expect(last.health).toBe(0.25);
    expect(last.holds.map(({ hold }) => hold)).toEqual(['hard_stop']);
    const restarted = judge([...stopped, operator(3_000, 'restart', { by: 'ann' }), event(4_000)]);
    expect(restarted.last.health).toBe(0.8);
    expect(restarted.last.holds).toEqual([]);
    expect(restarted.last.safety.allowed).toBe(true);
  });

  verifies('T8', 'a restart lifts a soft suspend too, and a needless one says so', () => {
    const lifted = judge([...failures(6), operator(1, 'restart')]).last;
    expect(lifted).toMatchObject({ health: 0.8, holds: [] });
    expect(lifted.safety.reason).not.toContain('NOTHING_TO_LIFT');
    expect(judge([event(0), operator(1, 'restart')]).last.safety.reason).toContain(
      'NOTHING_TO_LIFT',
    );
  });

  verifies('T8', 'repeated offences lead through a soft suspend to a hard stop', () => {
    // One loop each 66 s; a person resumes whenever the agent is suspended.
    let state = initialState(FROZEN_V0_2);
    const seen: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const records = [...looping(round * 66_000), operator(round * 66_000 + 5_000, 'resume')];
      for (const record of records) {
        const outcome = step(state, record, FROZEN_V0_2);
        state = outcome.state;
        for (const { hold } of outcome.holds) if (!seen.includes(hold)) seen.push(hold);
      }
    }
    expect(seen).toEqual(['soft_suspend', 'hard_stop']);
    const refused = judge([event(10 * 66_000, { outputHash: 'new' })], FROZEN_V0_2, state);
    expect(refused.last.safety.allowed).toBe(false);
  });
});
