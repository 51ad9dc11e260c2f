/**
 * Several checkers as one: all must pass, or one is enough.
 *
 * They are asked in their order and no further than needed, so a cheap check placed first spares the test run
 * behind it.
 */
import {
  checkSafely,
  TaskCompletionResult,
  type TaskCompletionChecker,
  type TaskCompletionContext,
} from './task-completion.ts';

/** Which checkers, and how they count. */
export interface CompositeCheckerOptions {
  readonly checkers: readonly TaskCompletionChecker[];
  /** True, the default: the first failure decides. False: the first success does. */
  readonly allMustPass?: boolean;
}

/** Combines checkers with AND or OR. */
export class CompositeChecker implements TaskCompletionChecker {
  readonly checkers: readonly TaskCompletionChecker[];
  readonly allMustPass: boolean;

  constructor({ checkers, allMustPass = true }: CompositeCheckerOptions) {
    this.checkers = Object.freeze([...checkers]);
    this.allMustPass = allMustPass;
  }

  async check(context: TaskCompletionContext): Promise<TaskCompletionResult> {
    if (this.checkers.length === 0) return TaskCompletionResult.ok('No checkers are configured.');
    const said: string[] = [];
    for (const checker of this.checkers) {
      // One that throws is incomplete here too: under OR the next one may still pass.
      const result = await checkSafely(checker, context);
      if (result.complete !== this.allMustPass) return result;
      if (result.feedback !== null) said.push(result.feedback);
    }
    if (this.allMustPass) return TaskCompletionResult.ok(said.join(' ') || null);
    return TaskCompletionResult.incomplete(said.join('\n'));
  }
}
