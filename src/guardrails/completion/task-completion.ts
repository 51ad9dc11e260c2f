/**
 * Task completion: what a checker is given, and what it answers.
 *
 * A checker keeps an agent from stopping before its work is done. It belongs to the prompt's definition, so
 * the same one works in every adapter.
 */
import type { Filesystem } from '../files/filesystem.ts';
import type { Session } from '../session/session.ts';

/** Whether the task is complete, and if not, what is missing. */
export class TaskCompletionResult {
  readonly complete: boolean;
  /** What the agent is told. */
  readonly feedback: string | null;

  private constructor(complete: boolean, feedback: string | null) {
    this.complete = complete;
    this.feedback = feedback;
    Object.freeze(this);
  }

  static ok(feedback: string | null = null): TaskCompletionResult {
    return new TaskCompletionResult(true, feedback);
  }

  /** Incomplete always says why: an agent that is turned back without a reason can only try again. */
  static incomplete(feedback: string): TaskCompletionResult {
    return new TaskCompletionResult(false, feedback);
  }
}

/** What a checker may look at. */
export interface TaskCompletionContext {
  readonly session: Session;
  /** What the agent is about to hand over. */
  readonly tentativeOutput: unknown;
  /** Absent or null: what lies in files cannot be verified, and counts as missing. */
  readonly filesystem?: Filesystem | null;
  /** The adapter that asks. */
  readonly adapter?: { readonly name: string } | null;
  /** Why the agent is stopping, in its client's word. */
  readonly stopReason?: string | null;
}

/** Says whether the work is done. One that throws counts as incomplete. */
export interface TaskCompletionChecker {
  check(context: TaskCompletionContext): TaskCompletionResult | Promise<TaskCompletionResult>;
}
