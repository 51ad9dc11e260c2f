/**
 * Complete when a command succeeds, such as the project's tests.
 *
 * The end of the output goes back to the agent, because there the failure is named; the command has a bound
 * in time, because a stop that waits for ever is no stop.
 */
import { stripVTControlCharacters } from 'node:util';
import { refuseGuardrail } from '../guardrail-error.ts';
import { runCommand, type CommandEnd } from './run-command.ts';
import { TaskCompletionResult, type TaskCompletionChecker } from './task-completion.ts';

const TIMEOUT_MS = 300_000;
/** A day; a timer cannot count much further, and would fire at once. */
const TIMEOUT_MS_MAX = 86_400_000;
const OUTPUT_BYTES_MAX = 2000;

/** What must succeed. */
export interface CommandCheckerOptions {
  /** Program and arguments; no shell reads them. */
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  /** Five minutes when it is not said. */
  readonly timeoutMs?: number;
}

/** Verifies that a command ends with code 0. */
export class CommandChecker implements TaskCompletionChecker {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly timeoutMs: number;

  constructor({ command, cwd, timeoutMs = TIMEOUT_MS }: CommandCheckerOptions) {
    if (command[0].trim() === '') refuseGuardrail('command', 'is empty; name the program to run');
    if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > TIMEOUT_MS_MAX) {
      const words = `must be a whole number of milliseconds from 1 to ${TIMEOUT_MS_MAX}, not ${timeoutMs}`;
      refuseGuardrail('timeoutMs', words);
    }
    this.command = command;
    this.cwd = cwd;
    this.timeoutMs = timeoutMs;
  }

  async check(): Promise<TaskCompletionResult> {
    const { command, cwd, timeoutMs } = this;
    const end = await runCommand({ command, cwd, timeoutMs, outputBytesMax: OUTPUT_BYTES_MAX });
    const words = command.join(' ');
    if (end.kind === 'exited' && end.code === 0) {
      return TaskCompletionResult.ok(`${words} succeeded.`);
    }
    return TaskCompletionResult.incomplete(`${failure(words, end, timeoutMs)}${outputOf(end)}`);
  }
}

function failure(words: string, end: CommandEnd, timeoutMs: number): string {
  switch (end.kind) {
    case 'exited': {
      const how = end.code === null ? 'was ended by a signal' : `failed with exit code ${end.code}`;
      return `${words} ${how}. Correct the cause before you stop.`;
    }
    case 'timed_out':
      return `${words} did not end within ${timeoutMs} ms and was ended. Find out what it waits for.`;
    case 'not_started':
      return `${words} could not be started: ${end.why}`;
  }
}

function outputOf(end: CommandEnd): string {
  const output = end.kind === 'not_started' ? '' : stripVTControlCharacters(end.output).trim();
  return output === '' ? '' : `\nThe end of its output:\n${output}`;
}
