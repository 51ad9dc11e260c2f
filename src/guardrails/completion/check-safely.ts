/**
 * Asks a checker and turns whatever goes wrong into "incomplete": a check that broke has verified nothing.
 */
import { errorWords } from '../../base/error-words.ts';
import {
  TaskCompletionResult,
  type TaskCompletionChecker,
  type TaskCompletionContext,
} from './task-completion.ts';

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
