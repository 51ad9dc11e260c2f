import type { SessionState } from '../files/loop-state.ts';
/**
 * Whether a task may be called complete: code that was changed was tested, and the tests pass.
 */
import type { Manifest } from '../manifest/manifest.ts';

/** What the safety rules run where nothing else is known. */
const FALLBACK_TEST_COMMAND = 'pytest tests/';

/** Why a task is not complete. */
export type DirtyBit = 'tests_run' | 'tests_passing';

/** The first dirty bit in the way of completing; null when nothing is. */
export function dirtyBit({ codeModified, testsRun, testsPassing }: Manifest): DirtyBit | null {
  if (codeModified && !testsRun) return 'tests_run';
  return testsRun && testsPassing !== true ? 'tests_passing' : null;
}

/** The command to name: the person's, the one this session used, or the one the project's files suggest. */
export function nextTestCommand(
  { testCommands, strict }: Manifest,
  { lastTestCommand }: SessionState,
  suggested: string | null,
): string | null {
  return testCommands[0] ?? lastTestCommand ?? suggested ?? (strict ? FALLBACK_TEST_COMMAND : null);
}
