/**
 * Whether a task may be called complete: code that was changed was tested, and the tests pass.
 */
import type { Manifest } from '../manifest/manifest.ts';
import { sessionOf, type Situation } from './situation.ts';

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
export function nextTestCommand(now: Situation): string | null {
  const { testCommands, strict } = now.state.manifest;
  return (
    testCommands[0] ??
    sessionOf(now).lastTestCommand ??
    now.around.testCommand ??
    (strict ? FALLBACK_TEST_COMMAND : null)
  );
}
