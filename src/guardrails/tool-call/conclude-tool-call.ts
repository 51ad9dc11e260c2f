/**
 * The end of every tool call, whatever became of it: the log, the gate, the feedback.
 */
import type { GateRefusal } from '../../core/index.ts';
import { collectFeedback } from '../feedback/collect-feedback.ts';
import { shownText, tellGate } from './tool-gate.ts';
import { recordToolCall, type ToolCallStatus } from './tool-invoked.ts';
import type { Denial, ToolCallEnd, ToolDenied } from './tool-outcome.ts';
import type { ToolCall, ToolRun } from './tool-run.ts';

/** What became of a call. */
export interface Became {
  readonly status: ToolCallStatus;
  /** Why it did not succeed; null when it did. */
  readonly reason: string | null;
  /** What the model gets to see of it. */
  readonly result: unknown;
}

/** Ends a call that ran, or that something other than the gate denied. */
export async function concludeToolCall(
  run: ToolRun,
  call: ToolCall,
  { status, reason, result }: Became,
): Promise<ToolCallEnd> {
  const { session, prompt, gate } = run;
  const { tool, params, callId } = call;
  record(run, call, status, reason);
  const shown = { args: params, result: shownText(result), isError: status !== 'success' };
  const seen = { session: session.id, callId, tool: tool.name, ...shown };
  const stop = gate === undefined || gate === null ? null : await tellGate(gate, seen);
  const feedback = await collectFeedback({
    session,
    prompt,
    deadline: run.deadline ?? null,
    report: run.report,
  });
  return { callId, feedback, stop };
}

/** Ends a call that may not run. */
export async function concludeDenied(
  run: ToolRun,
  call: ToolCall,
  denial: Denial,
): Promise<ToolDenied> {
  const { refusal, ...words } = denial;
  if (refusal !== null) return concludeRefused(run, call, words, refusal);
  const became = { status: 'denied', reason: words.reason, result: words.reason } as const;
  return { status: 'denied', ...words, ...(await concludeToolCall(run, call, became)) };
}

/** The gate knows what it refused, and a stopped agent hears of the stop and of nothing else. */
function concludeRefused(
  run: ToolRun,
  call: ToolCall,
  words: Omit<Denial, 'refusal'>,
  refusal: GateRefusal,
): ToolDenied {
  record(run, call, 'denied', words.reason);
  return { status: 'denied', ...words, callId: call.callId, feedback: null, stop: refusal };
}

function record(
  { session, prompt }: ToolRun,
  { tool, params, callId }: ToolCall,
  status: ToolCallStatus,
  reason: string | null,
): void {
  recordToolCall(session, {
    callId,
    promptName: prompt.name,
    tool: tool.name,
    params,
    status,
    reason,
  });
}
