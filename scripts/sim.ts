/**
 * `npm run sim [-- --seed N] [--minutes M]`: a whole server in a simulated world, for as long as it is told.
 *
 * `--fleet` plays several nodes on one database instead, and `--fleet-day` fifty agents for a day of their own time.
 * `--processes 2` plays in as many processes at once, each with a seed of its own.
 *
 * A run prints its seed, what it did and what never happened. A world that breaks a promise is printed with its own seed,
 * shortened; `--seed 7:12` plays that one world again.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { failureText } from '../test/sim/failure-text.ts';
import {
  FLEET_DAYS,
  FLEETS,
  simulate,
  simulateWorlds,
  type SimulationEnd,
  type SimulationOptions,
} from '../test/sim/simulate.ts';

const MINUTE_MS = 60_000;
const PROGRESS_EVERY_MS = 30_000;

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: randomBytes(4).toString('hex') },
      minutes: { type: 'string', default: '1' },
      'core-seconds': { type: 'string' },
      'no-shortening': { type: 'boolean', default: false },
      fleet: { type: 'boolean', default: false },
      'fleet-day': { type: 'boolean', default: false },
      processes: { type: 'string', default: '1' },
    },
  });
  const processes = positive('--processes', values.processes);
  if (processes > 1) return together(args, processes, values.seed);
  const minutes = positive('--minutes', values.minutes);
  // On a machine that others use too, the time of the process itself says more than the clock on the wall.
  const coreSeconds = positive('--core-seconds', values['core-seconds'] ?? 'Infinity');
  console.log(`sim: seed ${values.seed}`);
  const startedAt = performance.now();
  let toldAt = startedAt;
  const isDay = values['fleet-day'];
  const options: SimulationOptions = {
    seed: values.seed,
    shortens: !values['no-shortening'],
    isEnough: (soFar) => {
      const now = performance.now();
      if (now - toldAt > PROGRESS_EVERY_MS) {
        toldAt = now;
        console.log(`sim: ${countsOf(soFar)}`);
      }
      if (isDay) return true;
      if (coreSeconds < Infinity) return coreSecondsUsed() > coreSeconds;
      return now - startedAt > minutes * MINUTE_MS;
    },
  };
  const isFleet = values.fleet || isDay;
  const end = isFleet
    ? await simulateWorlds(isDay ? FLEET_DAYS : FLEETS, options)
    : await simulate(options);
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpuSeconds = coreSecondsUsed();
  const perSecond = (by: number) => Math.round(end.calls / by).toLocaleString('en');
  console.log(end.tally.lines().join('\n'));
  console.log(
    `sim: seed ${values.seed}: ${countsOf(end)}, ${seconds.toFixed(1)} s, ${perSecond(seconds)} calls/s; ` +
      `${cpuSeconds.toFixed(1)} s of one core, ${perSecond(cpuSeconds)} calls for each`,
  );
  const missing = end.tally.missing();
  if (missing.length > 0) console.log(`sim: never happened: ${missing.join('; ')}`);
  if (end.failure === null) return 0;
  console.error(failureText(end.failure));
  return 1;
}

/** The same in several processes, each with a seed of its own; red when one is. */
async function together(args: readonly string[], processes: number, seed: string): Promise<number> {
  const codes = Array.from({ length: processes }, (_, index) => {
    const own = [...args, '--processes', '1', '--seed', `${seed}-${index + 1}`];
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...own], {
      stdio: 'inherit',
    });
    return new Promise<number>((resolve) => {
      child.on('error', () => resolve(2));
      child.on('close', (code) => resolve(code ?? 2));
    });
  });
  return Math.max(...(await Promise.all(codes)));
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${name} takes a number above 0, not ${text}`);
  return value;
}

function coreSecondsUsed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

function countsOf({ worlds, agents, calls, rows, crashes }: SimulationEnd): string {
  const count = (value: number) => value.toLocaleString('en');
  return (
    `${count(worlds)} worlds, ${count(agents)} agents, ${count(calls)} calls, ` +
    `${count(rows)} journal rows, ${count(crashes)} crashes`
  );
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`sim: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
