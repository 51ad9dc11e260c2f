/**
 * The command `tripwire`: finds the command and runs it.
 */
import { COMMAND_GROUPS, COMMANDS } from './commands.ts';
import { keepCompiled } from './compile-cache.ts';
import { endWith, errorClass, runCommand } from './run-command.ts';
import { say, sayText } from './terminal/say.ts';

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
      'Exit codes: 0 done; 1 not done, or a problem was found (the output says which); 2 wrong arguments or settings.',
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
    const hint =
      meant === null ? '; tripwire --help lists them' : `; did you mean tripwire ${meant}?`;
    const TripwireError = await errorClass();
    throw new TripwireError('USAGE', `there is no command ${name}${hint}`);
  }
  return runCommand(name, entry[1], rest);
}

keepCompiled(process.env);
await endWith(main(process.argv.slice(2)));
