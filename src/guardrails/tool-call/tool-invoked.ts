/**
 * The log of tool calls of a session.
 *
 * Feedback counts calls by it, so it is a log: a restored session does not forget that calls were made. The last
 * calls are kept whole, of the earlier ones only how many there were.
 */
import type { SessionView, SliceDefinition } from '../session/slice.ts';

/** How a call ended. A denied one did not run. */
export type ToolCallStatus = 'success' | 'error' | 'denied';

/** One tool call that is over. */
export interface ToolInvoked {
  readonly callId: string;
  readonly promptName: string;
  /** Which call of this prompt in this session it was, from 1. */
  readonly callIndex: number;
  readonly tool: string;
  readonly params: unknown;
  readonly status: ToolCallStatus;
  /** Why it was denied or failed; null when it succeeded. */
  readonly reason: string | null;
  readonly timestampMs: number;
}

/** Calls that are kept whole. */
export const TOOL_CALLS_KEPT_MAX = 256;

interface ToolCallLog {
  readonly calls: readonly ToolInvoked[];
  readonly counts: ReadonlyMap<string, number>;
}

const TOOL_CALLS: SliceDefinition<ToolCallLog> = {
  key: 'guardrails.tool-calls',
  initial: { calls: [], counts: new Map() },
  kind: 'log',
};

/** Writes a call down and returns it with its number. */
export function recordToolCall(
  session: SessionView,
  call: Omit<ToolInvoked, 'callIndex' | 'timestampMs'>,
): ToolInvoked {
  const log = session.slice(TOOL_CALLS);
  const callIndex = toolCallCount(session, call.promptName) + 1;
  const invoked = { ...call, callIndex, timestampMs: session.now() };
  log.update(({ calls, counts }) => ({
    calls: [...calls, invoked].slice(-TOOL_CALLS_KEPT_MAX),
    counts: new Map(counts).set(call.promptName, callIndex),
  }));
  return invoked;
}

/** How many calls a prompt has made in this session. */
export function toolCallCount(session: SessionView, promptName: string): number {
  return session.slice(TOOL_CALLS).get().counts.get(promptName) ?? 0;
}

/** The last calls of a prompt, oldest first; at most as many as are kept. */
export function recentToolCalls(
  session: SessionView,
  promptName: string,
  n: number,
): readonly ToolInvoked[] {
  if (n <= 0) return [];
  const own = session
    .slice(TOOL_CALLS)
    .get()
    .calls.filter((one) => one.promptName === promptName);
  return own.slice(-n);
}
