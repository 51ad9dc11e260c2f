/**
 * Complete when the required files exist.
 */
import { refuseGuardrail } from '../guardrail-error.ts';
import { namedList } from '../named-list.ts';
import {
  TaskCompletionResult,
  type TaskCompletionChecker,
  type TaskCompletionContext,
} from './task-completion.ts';

/** What must exist. */
export interface FileOutputCheckerOptions {
  readonly files: readonly string[];
}

/** Verifies that required output files exist. */
export class FileOutputChecker implements TaskCompletionChecker {
  readonly files: readonly string[];

  constructor({ files }: FileOutputCheckerOptions) {
    const empty = files.findIndex((file) => file.trim() === '');
    if (empty >= 0) refuseGuardrail(`files.${empty}`, 'is empty; name the file that must exist');
    this.files = Object.freeze([...files]);
  }

  async check({ filesystem }: TaskCompletionContext): Promise<TaskCompletionResult> {
    const { files } = this;
    if (files.length === 0) return TaskCompletionResult.ok('No files are required.');
    // What cannot be verified is not done.
    if (filesystem === undefined || filesystem === null) {
      const named = namedList(files);
      return TaskCompletionResult.incomplete(
        `There is no filesystem to verify the required files in: ${named}.`,
      );
    }
    const found = await Promise.all(files.map((file) => filesystem.exists(file)));
    const missing = files.filter((_, index) => found[index] !== true);
    if (missing.length === 0) {
      return TaskCompletionResult.ok(`All ${files.length} required files exist.`);
    }
    const counted = `${missing.length} of ${files.length} required files`;
    return TaskCompletionResult.incomplete(
      `${counted} not found: ${namedList(missing)}. Write what is missing before you stop.`,
    );
  }
}
