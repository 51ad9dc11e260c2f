/**
 * Task completion: what a checker is given, what it answers, and how it is asked.
 *
 * A checker keeps an agent from stopping before its work is done. It belongs to the prompt's definition, so
 * the same one works in every adapter. A check that broke has verified nothing, so it counts as "incomplete".
 */
import { errorWords } from '../../base/error-words.ts';
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

/** The checker's answer; incomplete when it throws or answers something else. */
export async function checkSafely(
  checker: TaskCompletionChecker,
  context: TaskCompletionContext,
): Promise<TaskCompletionResult> {
  try {
    return answerOf(await checker.check(context));
  } catch (error) {
    const why = errorWords(error);
    return TaskCompletionResult.incomplete(
      `The completion check failed, so nothing is verified: ${why}`,
    );
  }
}

/** Read by its shape, because a program may hold two copies of this package. */
function answerOf(answer: unknown): TaskCompletionResult {
  if (answer instanceof TaskCompletionResult) return answer;
  if (typeof answer === 'object' && answer !== null && 'complete' in answer) {
    const feedback =
      'feedback' in answer && typeof answer.feedback === 'string' ? answer.feedback : null;
    if (answer.complete === true) return TaskCompletionResult.ok(feedback);
    if (answer.complete === false) {
      return TaskCompletionResult.incomplete(feedback ?? 'The task is not complete.');
    }
  }
  return TaskCompletionResult.incomplete(
    'The completion check gave no answer, so nothing is verified. It must return TaskCompletionResult.ok() or .incomplete(why).',
  );
}
