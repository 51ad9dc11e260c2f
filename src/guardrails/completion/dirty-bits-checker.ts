/**
 * Complete when no dirty bit stands: changed code was tested, and the tests pass.
 *
 * The bits come in through an interface, because who keeps them differs: the loop's manifest, a CI job, a
 * program's own state.
 */
import { TaskCompletionResult, type TaskCompletionChecker } from './task-completion.ts';

/** What is known about the work. The loop's manifest has this shape. */
export interface DirtyBits {
  readonly codeModified: boolean;
  readonly testsRun: boolean;
  /** Null: not known. */
  readonly testsPassing: boolean | null;
}

/** Where the bits are read. */
export interface DirtyBitsCheckerOptions {
  /** Asked at every check; what it throws makes the task incomplete. */
  readonly read: () => DirtyBits | Promise<DirtyBits>;
  /** What the agent is told to run. */
  readonly testCommand?: string;
}

/** Verifies that changed code is tested. */
export class DirtyBitsChecker implements TaskCompletionChecker {
  readonly #read: () => DirtyBits | Promise<DirtyBits>;
  readonly #run: string;

  constructor({ read, testCommand }: DirtyBitsCheckerOptions) {
    this.#read = read;
    this.#run = testCommand === undefined ? 'Run the tests' : `Run the tests with: ${testCommand}`;
  }

  async check(): Promise<TaskCompletionResult> {
    const { codeModified, testsRun, testsPassing } = await this.#read();
    if (codeModified && !testsRun) {
      return TaskCompletionResult.incomplete(`Code was changed and not tested. ${this.#run}`);
    }
    if (testsRun && testsPassing !== true) {
      return TaskCompletionResult.incomplete(
        `The tests do not pass. Correct the cause, then: ${this.#run}`,
      );
    }
    return TaskCompletionResult.ok('No dirty bit stands.');
  }
}
