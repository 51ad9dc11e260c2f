/** What a session or a conversation spent when it was let go of counts when it comes back. */
import { describe, expect, test } from 'vitest';
import { judge, operator } from '../../../test/kit/records.ts';
import type { AdmitRecord, AgentRecord, Budgets } from '../index.ts';
import { RETIRED_MAX, SESSIONS_MAX, THREADS_MAX } from '../limits.ts';

const NOW = 1_000_000;
const set = (budgets: Budgets, keepsSpent?: boolean) =>
  operator(NOW, 'configure', {
    envelope: { budgets, ...(keepsSpent === undefined ? {} : { keepsSpent }) },
  });
const ask = (session: string, thread = 'main'): AdmitRecord => ({
  type: 'admit',
  timestamp: NOW,
  purpose: 'step',
  session,
  thread,
  estimate: { tokenCount: 1, toolCalls: 0 },
});
const others = (count: number) =>
  Array.from({ length: count }, (_, index) => ask(`other-${index}`));
const allowed = (records: readonly AgentRecord[]) => judge(records).last.safety.allowed;

describe('a session that comes back', () => {
  const spent = [set({ callsPerSession: 2 }, true), ask('a'), ask('a')];

  test('goes on from what it had spent, however many came between', () => {
    expect(allowed([...spent, ask('a')])).toBe(false);
    const away = [...spent, ...others(SESSIONS_MAX + 5)];
    expect(judge(away).state.sessions).not.toHaveProperty('a');
    expect(allowed([...away, ask('a')])).toBe(false);
    expect(allowed([...away, ask('new'), ask('new')])).toBe(true);
    // One that has something left has that, and no more.
    const half = [set({ callsPerSession: 2 }, true), ask('a'), ...others(SESSIONS_MAX + 5)];
    expect(allowed([...half, ask('a')])).toBe(true);
    expect(allowed([...half, ask('a'), ask('a')])).toBe(false);
  });

  test('begins anew in a journal of an older version, which says nothing of it', () => {
    const old = [set({ callsPerSession: 2 }), ask('a'), ask('a'), ...others(SESSIONS_MAX + 5)];
    expect(allowed([...old, ask('a')])).toBe(true);
    expect(judge(old).state).not.toHaveProperty('retired');
  });

  test('is remembered among so many, and the memory goes with the budgets', () => {
    const { state } = judge([...spent, ...others(SESSIONS_MAX + RETIRED_MAX + 5)]);
    expect(state.retired?.session).toHaveLength(RETIRED_MAX);
    const none = operator(NOW, 'configure', { envelope: { budgets: { callsPerSession: null } } });
    const { state: after } = judge([...spent, ...others(SESSIONS_MAX + 5), none]);
    expect(after).not.toHaveProperty('retired');
    expect(after.envelope).not.toHaveProperty('keepsSpent');
  });
});

test('a conversation too, whether it or its whole session was let go of', () => {
  const spent = [set({ callsPerThread: 1 }, true), ask('a', 't')];
  const threads = Array.from({ length: THREADS_MAX + 1 }, (_, index) => ask('a', `sub-${index}`));
  expect(allowed([...spent, ...threads, ask('a', 't')])).toBe(false);
  expect(allowed([...spent, ...others(SESSIONS_MAX + 1), ask('a', 't')])).toBe(false);
  expect(allowed([...spent, ...others(SESSIONS_MAX + 1), ask('b', 't')])).toBe(true);
});

test('without a budget of a session nothing is kept of one', () => {
  const { state } = judge([set({ callsPerDay: 999 }, true), ask('a'), ...others(SESSIONS_MAX + 5)]);
  expect(state).not.toHaveProperty('retired');
});
