/**
 * Approvals: one action waits for somebody's yes.
 *
 * Whoever answers stands behind `ApprovalPort`: a callback of the program, or a person through the gate.
 */

/** The action that waits. */
export interface ApprovalAction {
  /** Names this one question, for the hold and for whoever answers; no other has the same. */
  readonly target: string;
  readonly tool: string;
  readonly params: unknown;
  readonly sessionId: string;
  readonly callId: string;
  /** Why it needs a yes. */
  readonly why: string;
  /** After this long without an answer it counts as refused. */
  readonly lapseMs: number;
}

/** What became of the question. */
export type ApprovalAnswer = 'granted' | 'refused' | 'lapsed';

/** Asks somebody. */
export interface ApprovalPort {
  /** The signal is aborted when nobody waits for the answer any more. */
  ask(action: ApprovalAction, signal: AbortSignal): Promise<ApprovalAnswer>;
}
