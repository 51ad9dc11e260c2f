/**
 * Runs a command that was found: its help, its errors in words for the person at the terminal, its exit code.
 *
 * The whole program and the bundle of the commands that must be quick both run theirs through this file, so that a
 * command says the same from either.
 */
import type { Command } from './command.ts';
import { complainText, sayText } from './terminal/say.ts';

/** Loads the module of a command when it is asked for: a stop must not wait for the rest. */
export type LoadCommand = () => Promise<{ readonly command: Command }>;

/** The error class is loaded only when something went wrong: a hook must not wait for it. */
export async function errorClass() {
  const { TripwireError } = await import('../core/errors.ts');
  return TripwireError;
}

/** Runs the command of this name with the words after it; resolves with its exit code. */
export async function runCommand(
  name: string,
  load: LoadCommand,
  rest: readonly string[],
): Promise<number> {
  const { command } = await load();
  // What stands behind -- belongs to the command that is run.
  const end = rest.indexOf('--');
  const own = end === -1 ? rest : rest.slice(0, end);
  if (own.includes('--help') || own.includes('-h')) {
    const { EXAMPLES } = await import('./examples.ts');
    const lines = EXAMPLES[name]?.map((line) => `  ${line}`) ?? [];
    const more = lines.length === 0 ? [] : ['', 'Examples:', ...lines];
    sayText([command.help, ...more].join('\n'));
    return 0;
  }
  try {
    return await command.run(rest);
  } catch (error) {
    throw await explained(error, name, command.help);
  }
}

/** Errors of option parsing and of opening files are the user's to mend, so they say how. */
async function explained(error: unknown, command: string, help: string): Promise<unknown> {
  const TripwireError = await errorClass();
  if (error instanceof Error && error.name === 'UnsafeFileError') {
    return new TripwireError('USAGE', error.message);
  }
  if (!(error instanceof Error) || !('code' in error) || TripwireError.isInstance(error)) {
    return error;
  }
  const code = String(error.code);
  if (code.startsWith('ERR_PARSE_ARGS')) {
    const meant =
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? await meantOption(error.message, help) : null;
    const hint = meant === null ? '' : `; did you mean ${meant}?`;
    return new TripwireError('USAGE', `${error.message}${hint}; see tripwire ${command} --help`);
  }
  const fileProblems = ['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR', 'ENOSPC', 'EROFS', 'EPERM'];
  return fileProblems.includes(code) ? new TripwireError('USAGE', error.message) : error;
}

/** The option of the command's help that was probably meant. */
async function meantOption(message: string, help: string): Promise<string | null> {
  const { nearest } = await import('../base/suggestion.ts');
  const [, given] = /'(--[^'\s=]+)/.exec(message) ?? [];
  const known = new Set(help.match(/(?<![\w-])--[a-z][a-z-]+/g) ?? []);
  return given === undefined ? null : nearest(given, [...known]);
}

/** Does the work of the program, and ends it with the exit code of that. */
export async function endWith(work: Promise<number>): Promise<void> {
  // A reader that went away (tripwire decide | head) is no error of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(141);
    throw error;
  });
  try {
    process.exitCode = await work;
  } catch (error) {
    const TripwireError = await errorClass();
    if (!TripwireError.isInstance(error)) throw error;
    // What was typed wrong is said in words; a code would say nothing more.
    const code = error.code === 'USAGE' ? '' : ` [${error.code}]`;
    complainText(`tripwire: ${error.message}${code}`);
    process.exitCode = error.code === 'PARITY_LOST' ? 1 : 2;
  }
}
