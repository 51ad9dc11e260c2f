/**
 * `tripwire service`: keeps `tripwire up` running for this user, by the service manager that the machine has.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../config/index.ts';
import { TripwireError } from '../../core/errors.ts';
import type { Command } from '../command.ts';
import { OWN_PROGRAM } from '../init/own-program.ts';
import { configSources } from '../server/config-sources.ts';
import { complain, say, sayText } from '../terminal/say.ts';
import { launchdAgent, systemdUnit, unwritableIn, type ServiceFile } from './unit-files.ts';

const HELP = `tripwire service install|remove|status [--data DIR] [--print]

Keeps tripwire up running in the background and starts it when you log in: a systemd user unit on Linux, a launchd
agent on macOS. Agents that were stopped stay stopped over a restart.
  install       writes the unit, starts it
  remove        stops it, deletes the unit; the data folder stays
  status        whether it is installed, and what the service manager says of it
  --data DIR    data folder (default ~/.tripwire)
  --print       with install: only prints the unit
Exit codes: 0 done, or it runs; 1 it does not, or the service manager failed; 2 wrong arguments or options.`;

/** The command. */
export const command: Command = { help: HELP, run: service };

const PRIVATE_FILE = 0o600;

function service(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { data: { type: 'string' }, print: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [act, ...more] = positionals;
  if (more.length > 0 || (act !== 'install' && act !== 'remove' && act !== 'status')) {
    throw new TripwireError('USAGE', 'say install, remove or status; see tripwire service --help');
  }
  const { data } = loadConfig(configSources(undefined, { data: values.data }));
  const unit = serviceFile(data);
  if (values.print) {
    sayText(unit.text);
    return Promise.resolve(0);
  }
  const file = join(homedir(), unit.path);
  const code = { install, remove, status }[act](unit, file);
  return Promise.resolve(code);
}

function serviceFile(data: string): ServiceFile {
  const path = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':');
  const started = { path, program: OWN_PROGRAM, data };
  const wrong = unwritableIn(started);
  if (wrong !== undefined) {
    const words = 'no unit can hold a path with a line break or another control character';
    throw new TripwireError('USAGE', `${words}: ${JSON.stringify(wrong)}`);
  }
  if (process.platform === 'linux') return systemdUnit(started);
  if (process.platform === 'darwin') return launchdAgent(started);
  throw new TripwireError('USAGE', `there is no service for ${process.platform}; run tripwire up`);
}

function install(unit: ServiceFile, file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, unit.text, { mode: PRIVATE_FILE });
  say(`Wrote ${file}.`);
  if (!unit.start.every(run)) return 1;
  say(
    'Tripwire runs in the background and starts when you log in. tripwire login opens the dashboard.',
  );
  return 0;
}

function remove(unit: ServiceFile, file: string): number {
  if (!existsSync(file)) {
    say('The service is not installed.');
    return 0;
  }
  const isStopped = unit.stop.every(run);
  rmSync(file);
  say(`Deleted ${file}. The data folder stays.`);
  return isStopped ? 0 : 1;
}

function status(unit: ServiceFile, file: string): number {
  if (!existsSync(file)) {
    say('The service is not installed: tripwire service install');
    return 1;
  }
  const isCurrent = readFileSync(file, 'utf8') === unit.text;
  say(
    `Installed: ${file}${isCurrent ? '' : ' (for another program or data folder; install again)'}`,
  );
  return run(unit.status) ? 0 : 1;
}

/** Runs a command of the service manager; what it says goes to the person. */
function run([program = '', ...words]: readonly string[]): boolean {
  const { status: code, error } = spawnSync(program, words, { stdio: 'inherit', cwd: homedir() });
  if (error === undefined && code === 0) return true;
  const why = error === undefined ? `exit code ${code ?? 'unknown'}` : error.message;
  complain(`tripwire: ${[program, ...words].join(' ')} failed: ${why}`);
  return false;
}
