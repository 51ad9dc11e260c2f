/**
 * How a program is run without a terminal: a known client with the words that make it read its prompt from standard
 * input, do one turn and end; any other as it is written.
 *
 * The prompt never stands on the command line, where everybody on the machine could read it.
 */
import type { EngineRun } from './client.ts';
import { clientOfProgram } from './every-client.ts';

/** What is to be run. */
export interface CommandWords {
  readonly program: string;
  readonly args: readonly string[];
}

/** The words to run; `first` stand before all others. */
export function headlessWords(
  command: readonly string[],
  run: EngineRun,
  first: readonly string[] = [],
): CommandWords {
  const [program = '', ...args] = command;
  const engine = clientOfProgram(program)?.engine;
  return { program, args: [...first, ...(engine === undefined ? args : engine(args, run))] };
}

/** Whether a command continues a client's session when it is told to: one that wraps a client can't be. */
export function continuesSessions([program = '']: readonly string[]): boolean {
  return clientOfProgram(program)?.engine !== undefined;
}
