/** Holds: who raises and lifts what, which scope binds what, and on which level. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { event, judge, looping, operator, result, signal } from '../../../test/kit/records.ts';
import type { AdmitRecord, AgentRecord, OperatorAction } from '../index.ts';

const holdsAfter = (...records: AgentRecord[]) =>
  judge(records)
    .last.holds.map(({ hold }) => hold)
    .toSorted();

const admit = (timestamp: number, more: Partial<AdmitRecord> = {}): AdmitRecord => ({
  purpose: 'step',
  estimate: { tokenCount: 0, toolCalls: 0 },
  ...more,
  type: 'admit',
  timestamp,
});

/** All ten holds at once. */
const everything: AgentRecord[] = [
  ...Array.from({ length: 9 }, () => result(0, 'FAILED')),
  operator(1, 'deactivate'),
  operator(1, 'pause'),
  operator(1, 'stop-all'),
  signal(1, 'raise', 'kill_switch', { source: 'detector' }),
  signal(1, 'raise', 'checkpoint'),
  signal(1, 'raise', 'blocker'),
  signal(1, 'raise', 'compaction'),
  signal(1, 'raise', 'approval', { source: 'policy', target: 'deploy' }),
];
const all = [
  'approval',
  'blocker',
  'checkpoint',
  'compaction',
  'hard_stop',
  'kill_switch',
  'manual',
  'paused',
  'soft_suspend',
  'stop_all',
];

describe('raising and lifting', () => {
  test('all ten can stand together', () => {
    expect(holdsAfter(...everything)).toEqual(all);
  });

  const lifts: readonly (readonly [OperatorAction, readonly string[]])[] = [
    ['activate', ['kill_switch', 'manual']],
    ['resume', ['paused', 'soft_suspend']],
    ['restart', ['hard_stop', 'soft_suspend']],
    ['resume-all', ['stop_all']],
    ['grant', ['approval']],
    ['deactivate', []],
    ['pause', []],
    ['refuse', []],
    ['stop-all', []],
  ];
  for (const [action, lifted] of lifts) {
    verifies('T8', `${action} lifts ${lifted.join(' and ') || 'nothing'}`, () => {
      const target = action === 'grant' || action === 'refuse' ? { target: 'deploy' } : {};
      const after = holdsAfter(...everything, operator(2, action, target));
      expect(after).toEqual(all.filter((hold) => !lifted.includes(hold)));
    });
  }

  test('signals lift what is theirs, never the kill switch', () => {
    for (const hold of ['checkpoint', 'blocker', 'compaction'] as const) {
      expect(holdsAfter(...everything, signal(2, 'lift', hold))).not.toContain(hold);
    }
    const attempt = judge([...everything, signal(2, 'lift', 'kill_switch')]).last;
    expect(attempt.holds.map(({ hold }) => hold)).toContain('kill_switch');
    expect(attempt.safety.reason).toContain('NOTHING_TO_LIFT: kill_switch');
  });

  test('a hold keeps its first reason and time', () => {
    const twice = [operator(1, 'pause', { why: 'first' }), operator(2, 'pause', { why: 'second' })];
    expect(judge(twice).last.holds).toMatchObject([{ why: 'first', since: 1 }]);
  });

  test('a release that finds nothing says so', () => {
    expect(judge([operator(0, 'resume')]).last.safety.reason).toContain('NOTHING_TO_LIFT: resume');
  });

  test('where a hold and a veto stand together, both are named and the hold speaks first', () => {
    const { safety } = judge([...looping(0), operator(5_000, 'pause')]).last;
    expect(safety.reason).toMatch(/^HOLD_PAUSED.*LOOP_DETECTED/);
  });
});

describe('approvals', () => {
  const waiting = signal(0, 'raise', 'approval', { source: 'policy', target: 'deploy' });

  test('bind only the action they are about', () => {
    expect(judge([waiting, admit(1, { target: 'deploy' })]).last.safety.allowed).toBe(false);
    expect(judge([waiting, admit(1, { target: 'read' })]).last.safety.allowed).toBe(true);
    expect(judge([waiting, event(1)]).last.safety.allowed).toBe(true);
  });

  test('a refused one stays refused; only a grant lifts it', () => {
    const refused = [waiting, operator(1, 'refuse', { target: 'deploy', by: 'ann' })];
    expect(judge(refused).last.holds).toMatchObject([{ refused: true, by: 'ann' }]);
    expect(judge([...refused, waiting]).last.holds).toMatchObject([{ refused: true }]);
    expect(judge([...refused, admit(2, { target: 'deploy' })]).last.safety.allowed).toBe(false);
    const granted = [...refused, operator(2, 'grant', { target: 'deploy' })];
    expect(judge([...granted, admit(3, { target: 'deploy' })]).last.safety.allowed).toBe(true);
  });

  test('one that lapses counts as refused, and the policy may then clear it', () => {
    const lapse = signal(1, 'lift', 'approval', { source: 'policy', target: 'deploy' });
    expect(judge([waiting, lapse]).last.holds).toMatchObject([{ refused: true }]);
    expect(judge([waiting, lapse, { ...lapse, timestamp: 2 }]).last.holds).toEqual([]);
  });

  test('too many of them make every tool wait', () => {
    const three = ['a', 'b', 'c'].map((target) =>
      signal(0, 'raise', 'approval', { source: 'policy', target }),
    );
    const { last } = judge([...three, admit(1, { purpose: 'tool', target: 'other' })]);
    expect(last.holds.map(({ target, scope }) => [target, scope])).toEqual([
      ['a', 'action'],
      ['*', 'tools'],
    ]);
    expect(last.safety.allowed).toBe(false);
    expect(judge([...three, admit(1)]).last.safety.allowed).toBe(true);
    expect(last.holds[1]).toMatchObject({ why: 'too many approvals are open', by: 'policy' });
    const fourth = signal(0, 'raise', 'approval', { source: 'policy', target: 'd', details: 'x' });
    expect(judge([...three, fourth]).last.holds).toEqual(judge(three).last.holds);
    // What was waiting for its own approval still waits.
    expect(judge([...three, admit(1, { target: 'b' })]).last.safety.allowed).toBe(false);
    const granted = operator(2, 'grant', { target: '*' });
    expect(judge([...three, granted, admit(3, { purpose: 'tool' })]).last.safety.allowed).toBe(
      true,
    );
  });
});

describe('scope', () => {
  test('compaction stops tools, not the compaction call itself', () => {
    const full = signal(0, 'raise', 'compaction');
    expect(judge([full, admit(1, { purpose: 'tool' })]).last.safety.allowed).toBe(false);
    expect(judge([full, event(1, { toolCalls: 1 })]).last.safety.allowed).toBe(false);
    expect(judge([full, admit(1, { purpose: 'compaction' })]).last.safety.allowed).toBe(true);
    expect(judge([full, event(1)]).last.safety.allowed).toBe(true);
  });
});

describe('levels', () => {
  const of = (session: string, thread?: string) => (record: AgentRecord) =>
    ({ ...record, session, ...(thread === undefined ? {} : { thread }) }) as AgentRecord;
  const allowed = (before: AgentRecord[], record: AgentRecord) =>
    judge([...before, record]).last.safety.allowed;

  test('a hold on the agent binds every session, new ones too', () => {
    const stopped = [of('one')(event(0)), operator(1, 'deactivate')];
    expect(allowed(stopped, of('one')(event(2)))).toBe(false);
    expect(allowed(stopped, of('two', 'x')(event(2)))).toBe(false);
  });

  test('a hold on a session leaves the others alone', () => {
    const stopped = [of('one')(event(0)), of('one')(operator(1, 'deactivate'))];
    expect(allowed(stopped, of('one', 'x')(event(2)))).toBe(false);
    expect(allowed(stopped, of('two')(event(2)))).toBe(true);
  });

  test('a hold on a thread leaves its siblings alone', () => {
    const full = of('one', 'x')(signal(1, 'raise', 'blocker'));
    expect(allowed([full], of('one', 'x')(event(2)))).toBe(false);
    expect(allowed([full], of('one', 'y')(event(2)))).toBe(true);
  });

  test('lifting reaches below, never above', () => {
    const below = [of('one')(operator(0, 'pause')), of('one', 'x')(operator(0, 'pause'))];
    expect(allowed([...below, operator(1, 'resume')], of('one', 'x')(event(2)))).toBe(true);
    const above = [operator(0, 'pause'), of('one')(operator(1, 'resume'))];
    expect(allowed(above, of('one')(event(2)))).toBe(false);
  });

  test('a restart of the agent restarts all its sessions', () => {
    const failures = ['one', 'two'].flatMap((session) =>
      Array.from({ length: 9 }, () => of(session)(result(0, 'FAILED'))),
    );
    const { decisions } = judge([
      ...failures,
      operator(1, 'restart'),
      of('one')(event(2)),
      of('two')(event(2)),
    ]);
    expect(decisions.slice(-2).map(({ health }) => health)).toEqual([0.8, 0.8]);
  });
});
