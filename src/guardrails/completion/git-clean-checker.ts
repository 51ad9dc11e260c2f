/**
 * Complete when the git tree is clean: everything that was changed is committed, nothing lies around.
 */
import { harmlessGit, type HarmlessGit } from '../../base/node/read-git.ts';
import { namedList } from '../named-list.ts';
import { runCommand, type CommandEnd } from './run-command.ts';
import { TaskCompletionResult, type TaskCompletionChecker } from './task-completion.ts';

const TIMEOUT_MS = 30_000;
/** Enough for the names that are shown; a tree with more changes than this is not clean either. */
const OUTPUT_BYTES_MAX = 1_000_000;

/** Which tree. */
export interface GitCleanCheckerOptions {
  readonly cwd: string;
}

/** Verifies that `git status` has nothing to report. Without git or a repository the task is incomplete. */
export class GitCleanChecker implements TaskCompletionChecker {
  readonly cwd: string;

  constructor({ cwd }: GitCleanCheckerOptions) {
    this.cwd = cwd;
  }

  async check(): Promise<TaskCompletionResult> {
    // No program of the project's choosing, and no lock that a commit of the agent would wait for.
    const harmless = harmlessIn(this.cwd);
    if (harmless === null) return unseen('git cannot be run');
    const { words, env } = harmless;
    const end = await runCommand({
      command: ['git', ...words, 'status', '--porcelain=v1', '-z', '--no-renames'],
      // The tree at `cwd`, also when this process was started by a git hook of another one.
      env: {
        ...env,
        GIT_DIR: undefined,
        GIT_WORK_TREE: undefined,
        GIT_INDEX_FILE: undefined,
      },
      cwd: this.cwd,
      timeoutMs: TIMEOUT_MS,
      outputBytesMax: OUTPUT_BYTES_MAX,
    });
    if (end.kind !== 'exited' || end.code !== 0) {
      return unseen(why(end));
    }
    const changed = end.stdout.split('\0').filter((entry) => entry !== '');
    if (changed.length === 0) return TaskCompletionResult.ok('The git tree is clean.');
    // Two letters of status, a blank, the path.
    const paths = changed.map((entry) => entry.slice(3));
    return TaskCompletionResult.incomplete(
      `Not committed (${paths.length}): ${namedList(paths)}. Commit or remove it before you stop.`,
    );
  }
}

function why(end: CommandEnd): string {
  switch (end.kind) {
    case 'not_started':
      return end.why;
    case 'timed_out':
      return `git did not end within ${TIMEOUT_MS} ms`;
    case 'exited':
      return end.output.trim();
  }
}

function unseen(words: string): TaskCompletionResult {
  return TaskCompletionResult.incomplete(`The git tree could not be looked at: ${words}`);
}

function harmlessIn(folder: string): HarmlessGit | null {
  try {
    return harmlessGit(folder);
  } catch {
    return null;
  }
}
