/** The log of tool calls: numbered for each prompt, bounded, and not undone by going back. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { Session, recentToolCalls, toolCallCount } from '../index.ts';
import { TOOL_CALLS_KEPT_MAX, recordToolCall } from './tool-invoked.ts';

function record(session: Session, promptName: string, tool: string): number {
  const call = {
    callId: tool,
    promptName,
    tool,
    params: {},
    status: 'success',
    reason: null,
  } as const;
  return recordToolCall(session, call).callIndex;
}

describe('the log of tool calls', () => {
  verifies('G9', 'numbers the calls of each prompt from 1', () => {
    const session = new Session();
    const numbers = ['p', 'q', 'p', 'p', 'q'].map((prompt) => record(session, prompt, 't'));
    expect(numbers).toEqual([1, 1, 2, 3, 2]);
    expect([toolCallCount(session, 'p'), toolCallCount(session, 'r')]).toEqual([3, 0]);
  });

  const recent: readonly (readonly [n: number, tools: readonly string[]])[] = [
    [-1, []],
    [0, []],
    [1, ['c']],
    [2, ['b', 'c']],
    [9, ['a', 'b', 'c']],
  ];
  for (const [n, tools] of recent) {
    verifies('G9', `the last ${n} of a prompt, oldest first: [${tools.join(', ')}]`, () => {
      const session = new Session();
      for (const tool of ['a', 'b', 'c']) {
        record(session, 'p', tool);
        record(session, 'q', `other ${tool}`);
      }
      expect(recentToolCalls(session, 'p', n).map((call) => call.tool)).toEqual(tools);
    });
  }

  verifies('G9', 'keeps the last ones whole and counts them all', () => {
    const session = new Session();
    for (let call = 0; call <= TOOL_CALLS_KEPT_MAX; call += 1) record(session, 'p', `t${call}`);
    expect(toolCallCount(session, 'p')).toBe(TOOL_CALLS_KEPT_MAX + 1);
    const kept = recentToolCalls(session, 'p', 9_999);
    expect([kept.length, kept[0]?.tool]).toEqual([TOOL_CALLS_KEPT_MAX, 't1']);
  });

  verifies(['G2', 'G9'], 'stays when the session is restored, and goes with a reset', () => {
    const session = new Session();
    const snapshot = session.snapshot();
    record(session, 'p', 't');
    session.restore(snapshot);
    expect(toolCallCount(session, 'p')).toBe(1);
    session.reset();
    expect(toolCallCount(session, 'p')).toBe(0);
  });

  verifies('G9', 'knows the session’s time', () => {
    const session = new Session({ clock: { now: () => 42 } });
    record(session, 'p', 't');
    expect(recentToolCalls(session, 'p', 1)).toMatchObject([{ timestampMs: 42, callIndex: 1 }]);
  });
});
