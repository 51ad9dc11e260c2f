/**
 * Whether a task may be called complete: code that was changed was tested, and the tests pass.
 */
import type { SessionState } from '../files/loop-state.ts';
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

/** The command to name: the person's, the one this session used, the one the project's files suggest, or the agent's. */
export function nextTestCommand(
  { testCommands, strict }: Manifest,
  { lastTestCommand, statedTestCommand }: SessionState,
  suggested: string | null,
): string | null {
  const known = testCommands[0] ?? lastTestCommand ?? suggested ?? statedTestCommand;
  return known ?? (strict ? FALLBACK_TEST_COMMAND : null);
}

/** The beginning of the line in which an agent says how the project is tested. */
export const TEST_COMMAND_LINE = 'TEST_COMMAND:';
const COMMAND_LENGTH_MAX = 200;
/** Commands that end well whatever the code is. */
const TESTS_NOTHING = /^(?:true|:|none|exit 0|(?:echo|printf)\b.*)$/i;

/** The command that an agent states in its last words; null when it states none, or one that tests nothing. */
export function commandStatedIn(lastMessage: string | null): string | null {
  const line = (lastMessage ?? '')
    .split('\n')
    .map((one) => one.replaceAll(/[`*]/g, '').trim())
    .findLast((one) => one.startsWith(TEST_COMMAND_LINE));
  const command = line?.slice(TEST_COMMAND_LINE.length).trim() ?? '';
  const isOne = command !== '' && command.length <= COMMAND_LENGTH_MAX;
  return isOne && !TESTS_NOTHING.test(command) ? command : null;
}
