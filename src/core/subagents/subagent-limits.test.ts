/** Limits of subagents by records and times alone. */
import { describe, expect, test } from 'vitest';
import { event, judge, operator } from '../../../test/kit/records.ts';
import { FROZEN_V0_2, type AdmitRecord, type AgentRecord, type SubagentLimits } from '../index.ts';

const MINUTE_MS = 60_000;

const limited = (subagents: SubagentLimits | null) =>
  operator(0, 'configure', { envelope: { subagents } });
const asks = (timestamp: number, thread: string, parent?: string): AdmitRecord => ({
  type: 'admit',
  timestamp,
  thread,
  purpose: 'step',
  estimate: { tokenCount: 1, toolCalls: 0 },
  ...(parent === undefined ? {} : { parent }),
});
const said = (timestamp: number, thread: string, toolCalls: number): AgentRecord => ({
  ...event(timestamp, { toolCalls, tokenCount: 5 }),
  thread,
});
const last = (...records: readonly AgentRecord[]) => judge(records, FROZEN_V0_2).last;

describe('at once', () => {
  const limits = limited({ atOnce: 1 });

  test('one that called a tool is at work, one that answered has finished', () => {
    const first = [limits, asks(1, 'a', 'main')];
    const report = { code: 'SUBAGENT_LIMIT', unit: 'subagentsAtOnce', spent: 1, limit: 1 };
    expect(last(...first, asks(2, 'b', 'main')).budget).toMatchObject(report);
    const working = last(...first, said(2, 'a', 1), asks(3, 'b', 'main'));
    expect(working.budget).toMatchObject(report);
    expect(last(...first, said(2, 'a', 0), asks(3, 'b', 'main')).safety.allowed).toBe(true);
  });

  test('one that fell silent is given up after five minutes', () => {
    const first = [limits, asks(1, 'a', 'main')];
    expect(last(...first, asks(5 * MINUTE_MS, 'b', 'main')).safety.allowed).toBe(false);
    expect(last(...first, asks(5 * MINUTE_MS + 1, 'b', 'main')).safety.allowed).toBe(true);
  });

  test('conversations that are no subagents do not count', () => {
    expect(last(limits, asks(1, 'a'), asks(2, 'b'), asks(3, 'c', 'main')).safety.allowed).toBe(
      true,
    );
  });
});

test('a lifetime is counted from the first call', () => {
  const limits = limited({ lifetimeMs: MINUTE_MS });
  const first = [limits, asks(1, 'a', 'main')];
  expect(last(...first, asks(MINUTE_MS, 'a', 'main')).safety.allowed).toBe(true);
  const old = last(...first, asks(MINUTE_MS + 1, 'a', 'main'));
  expect(old.budget).toMatchObject({ unit: 'subagentMs', limit: MINUTE_MS });
  expect(old.safety.reason).toContain('SUBAGENT_LIMIT: this subagent is 1 min old');
});

test('without limits nothing is remembered', () => {
  const { state } = judge([limited(null), asks(1, 'a', 'main'), said(2, 'a', 1)]);
  expect(JSON.stringify(state)).not.toContain('begunAt');
});
