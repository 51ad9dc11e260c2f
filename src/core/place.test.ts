/** Agents, sessions and threads: what is shared, what is not, and what goes out when it is full. */
import { describe, expect, test } from 'vitest';
import {
  accelerating,
  event,
  judge,
  looping,
  operator,
  result,
  signal,
} from '../../test/kit/records.ts';
import { DecisionRun, FROZEN_V0_2, type AgentRecord } from './index.ts';

const at = (session: string, thread: string) => (record: AgentRecord) =>
  ({ ...record, session, thread }) as AgentRecord;

describe('what belongs to whom', () => {
  test('tempo and similarity to the thread', () => {
    const mixed = looping(0, 8).map((record, index) => at('s', `${index % 2}`)(record));
    expect(judge(mixed).decisions.every(({ safety }) => safety.allowed)).toBe(true);
    const alternating = accelerating(0).map((record, index) => at('s', `${index % 3}`)(record));
    expect(judge(alternating).decisions.every(({ safety }) => safety.allowed)).toBe(true);
  });

  test('tokens, calls and health to the session', () => {
    const spent = event(0, { tokenCount: 30_000 });
    const [a, b, other] = [at('s', 'a'), at('s', 'b'), at('t', 'a')];
    expect(judge([a(spent), b(spent)]).last.safety.vetoReason).toBe('TOKEN_BUDGET_EXCEEDED');
    expect(judge([a(spent), other(spent)]).last.safety.allowed).toBe(true);
    const failed = result(0, 'FAILED');
    expect(judge([a(failed), b(event(1))]).last.health).toBe(0.95);
    expect(judge([a(failed), other(event(1))]).last.health).toBe(1);
  });

  test('agents share nothing', () => {
    const run = new DecisionRun(FROZEN_V0_2);
    for (const record of looping(0)) run.take({ ...record, agent: 'a' });
    expect(run.take({ ...event(5_000), agent: 'a' }).safety.allowed).toBe(false);
    expect(run.take({ ...event(5_000), agent: 'b' }).safety.allowed).toBe(true);
    expect(run.take(event(5_000)).safety.allowed).toBe(true);
  });

  test('names such as __proto__ and constructor are names like any other', () => {
    for (const name of ['__proto__', 'constructor', 'toString', '7']) {
      const records = looping(0).map(at(name, name));
      const { last, state } = judge(records);
      expect(last.safety.vetoReason).toBe('LOOP_DETECTED');
      const revived = JSON.parse(JSON.stringify(state)) as typeof state;
      const next = at(name, name)(event(5_000));
      expect(judge([next], FROZEN_V0_2, revived).last).toEqual(
        judge([next], FROZEN_V0_2, state).last,
      );
    }
  });

  test('a person’s record for the whole agent is answered for the thread named last', () => {
    const { last } = judge([...looping(0).map(at('s', 'a')), operator(5_000, 'pause')]);
    expect(last.safety.reason).toContain('LOOP_DETECTED');
  });
});

describe('when it is full', () => {
  const fill = (count: number) =>
    Array.from({ length: count }, (_, index) => at('s', `t${index}`)(event(index)));

  test('the least recently named thread goes, and it is told', () => {
    const again = at('s', 't0')(event(64));
    const { last, state } = judge([...fill(64), again, at('s', 'new')(event(65))]);
    expect(last.safety.reason).toContain('THREAD_EVICTED: "t1"');
    const threads = Object.keys(state.sessions['s']?.threads ?? {});
    expect(threads).toHaveLength(64);
    expect(threads).toContain('t0');
    expect(threads).not.toContain('t1');
  });

  test('a thread with a hold stays as long as there is another', () => {
    const held = at('s', 't0')(signal(64, 'raise', 'blocker'));
    const others = Array.from({ length: 63 }, (_, i) => at('s', `t${i + 1}`)(event(65 + i)));
    const { state } = judge([...fill(64), held, ...others, at('s', 'new')(event(200))]);
    expect(Object.keys(state.sessions['s']?.threads ?? {})).toContain('t0');
  });

  test('forgetting never releases: the holds of one that must go move up', () => {
    const held = Array.from({ length: 64 }, (_, i) =>
      at('s', `t${i}`)(signal(i, 'raise', 'blocker')),
    );
    const { last } = judge([...held, at('s', 'new')(event(100))]);
    expect(last.holds).toMatchObject([{ hold: 'blocker', level: 'session' }]);
    expect(last.safety.allowed).toBe(false);
  });

  test('a session that goes takes the holds of its threads up with it', () => {
    const killed = at('s0', 'x')(signal(0, 'raise', 'kill_switch', { source: 'detector' }));
    const held = Array.from({ length: 63 }, (_, i) => ({
      ...operator(i + 1, 'pause'),
      session: `s${i + 1}`,
    }));
    const { last } = judge([killed, ...held, at('new', 'x')(event(100))]);
    expect(last.safety.reason).toContain('SESSION_EVICTED: "s0"');
    expect(last.holds).toMatchObject([{ hold: 'kill_switch', level: 'agent' }]);
  });

  test('a session with a held thread stays as long as there is another', () => {
    const killed = at('s0', 'x')(signal(0, 'raise', 'kill_switch', { source: 'detector' }));
    const others = Array.from({ length: 64 }, (_, i) => at(`s${i + 1}`, 'x')(event(i + 1)));
    const { last } = judge([killed, ...others, at('s0', 'x')(event(100))]);
    expect(last.holds).toMatchObject([{ hold: 'kill_switch', level: 'thread' }]);
  });

  test('a hold that time has lifted does not count when choosing who goes', () => {
    const suspended = Array.from({ length: 6 }, () => at('s0', 'x')(result(0, 'FAILED')));
    const others = Array.from({ length: 63 }, (_, i) => at(`s${i + 1}`, 'x')(event(i + 1)));
    // Health is back at 0.6 after ten minutes.
    const { last } = judge([...suspended, ...others, at('new', 'x')(event(600_000))]);
    expect(last.safety.reason).toContain('SESSION_EVICTED: "s0"');
  });

  test('sessions go the same way', () => {
    const sessions = Array.from({ length: 65 }, (_, index) => at(`s${index}`, 'x')(event(index)));
    const { last, state } = judge(sessions);
    expect(last.safety.reason).toContain('SESSION_EVICTED: "s0"');
    expect(Object.keys(state.sessions)).toHaveLength(64);
  });
});
