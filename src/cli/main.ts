/**
 * The command `tripwire`: finds the command, runs it, and turns what goes wrong into one clear
 * message and an exit code.
 */
import { COMMAND_GROUPS, COMMANDS } from './commands.ts';
import { keepCompiled } from './compile-cache.ts';
import { complainText, say, sayText } from './terminal/say.ts';

/** The error class is loaded only when something went wrong: a hook must not wait for it. */
async function errorClass() {
  const { TripwireError } = await import('../core/errors.ts');
  return TripwireError;
}

/** All commands, each with its line. */
function overview(): string {
  const width = Math.max(...[...COMMANDS.keys()].map((name) => name.length));
  const lines = COMMAND_GROUPS.map((group) =>
    [
      ...(group.title === null ? [] : [group.title]),
      ...Object.entries(group.commands).map(
        ([name, [line]]) => `  tripwire ${name.padEnd(width)}  ${line}`,
      ),
    ].join('\n'),
  );
  return [
    'tripwire: the kill switch for LLM agents',
    ...lines,
    'tripwire help COMMAND tells more, tripwire --version which version this is.\n' +
      'Exit codes: 0 done; 1 it was not, or something was found, and it says what; 2 wrong words or settings.',
  ].join('\n\n');
}

async function main(args: readonly string[]): Promise<number> {
  const [first, ...others] = args;
  // tripwire help stop is tripwire stop --help.
  const isAboutOne = first === 'help' && others[0] !== undefined;
  const [name, ...rest] = isAboutOne ? [others[0], '--help'] : [first, ...others];
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    sayText(overview());
    return name === undefined ? 2 : 0;
  }
  if (name === '--version') {
    const { packageVersion } = await import('../base/node/package-folder.ts');
    say(`tripwire ${packageVersion()}`);
    return 0;
  }
  const entry = COMMANDS.get(name);
  if (entry === undefined) {
    const { nearest } = await import('../base/suggestion.ts');
    const meant = nearest(name, [...COMMANDS.keys()]);
    const asked = meant === null ? '' : `; did you mean tripwire ${meant}?`;
    const known = [...COMMANDS.keys()].join(', ');
    const TripwireError = await errorClass();
    throw new TripwireError('USAGE', `there is no command ${name}${asked} (commands: ${known})`);
  }
  const [, load] = entry;
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
    throw await explained(error, name);
  }
}

/** Errors of option parsing and of opening files are the user's to mend, so they say how. */
async function explained(error: unknown, command: string): Promise<unknown> {
  const TripwireError = await errorClass();
  if (!(error instanceof Error) || !('code' in error) || TripwireError.isInstance(error)) {
    return error;
  }
  const code = String(error.code);
  if (code.startsWith('ERR_PARSE_ARGS')) {
    return new TripwireError('USAGE', `${error.message}; see tripwire ${command} --help`);
  }
  const fileProblems = ['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR', 'ENOSPC', 'EROFS', 'EPERM'];
  return fileProblems.includes(code) ? new TripwireError('USAGE', error.message) : error;
}

// A reader that went away (tripwire decide | head) is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(141);
  throw error;
});

keepCompiled(process.env);
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const TripwireError = await errorClass();
  if (!TripwireError.isInstance(error)) throw error;
  complainText(`tripwire: ${error.message} [${error.code}]`);
  process.exitCode = error.code === 'PARITY_LOST' ? 1 : 2;
}
