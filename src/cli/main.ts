/**
 * The command `tripwire`: finds the command, runs it, and turns what goes wrong into one clear
 * message and an exit code.
 */
import { TripwireError } from '../core/index.ts';
import { decide, DECIDE_HELP } from './decide.ts';
import { demo, DEMO_HELP } from './demo.ts';
import { detect, DETECT_HELP } from './detect.ts';
import { replay, REPLAY_HELP } from './replay.ts';
import { scan, SCAN_HELP } from './scan.ts';

interface Command {
  readonly help: string;
  readonly run: (args: readonly string[]) => Promise<number>;
}

const commands: Readonly<Record<string, Command>> = {
  decide: { help: DECIDE_HELP, run: decide },
  demo: { help: DEMO_HELP, run: demo },
  detect: { help: DETECT_HELP, run: detect },
  replay: { help: REPLAY_HELP, run: replay },
  scan: { help: SCAN_HELP, run: scan },
};

const HELP = `tripwire: the kill switch for LLM agents

  tripwire decide    judge records from standard input
  tripwire replay    judge a recording again and compare
  tripwire detect    find the loops in recorded runs
  tripwire scan      find the runs on this machine that were stuck, and their cost
  tripwire demo      watch three scripted agents being judged

tripwire COMMAND --help tells more.`;

async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    console.log(HELP);
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const known = Object.keys(commands).join(', ');
    throw new TripwireError('USAGE', `there is no command ${name} (commands: ${known})`);
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    console.log(command.help);
    return 0;
  }
  try {
    return await command.run(rest);
  } catch (error) {
    throw explained(error, name);
  }
}

/** Errors of option parsing and of opening files are the user's to mend, so they say how. */
function explained(error: unknown, command: string): unknown {
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

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!TripwireError.isInstance(error)) throw error;
  console.error(`tripwire: ${error.message} [${error.code}]`);
  process.exitCode = error.code === 'PARITY_LOST' ? 1 : 2;
}
