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
import { positive, runScript } from './run/run-script.ts';
import { coreSeconds, count, searchOptions, startSearch } from './run/search.ts';

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...searchOptions('1'),
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
  const coreSecondsMax = positive('--core-seconds', values['core-seconds'] ?? 'Infinity');
  const search = startSearch('sim', values.seed, countsOf);
  const isDay = values['fleet-day'];
  const options: SimulationOptions = {
    seed: values.seed,
    shortens: !values['no-shortening'],
    isEnough: (soFar) => {
      search.tell(soFar);
      if (isDay) return true;
      return coreSecondsMax < Infinity ? coreSeconds() > coreSecondsMax : search.hasLasted(minutes);
    },
  };
  const isFleet = values.fleet || isDay;
  const end = isFleet
    ? await simulateWorlds(isDay ? FLEET_DAYS : FLEETS, options)
    : await simulate(options);
  const [seconds, cpuSeconds] = [search.seconds(), coreSeconds()];
  const perSecond = (by: number) => count(Math.round(end.calls / by));
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

function countsOf({ worlds, agents, calls, rows, crashes }: SimulationEnd): string {
  return (
    `${count(worlds)} worlds, ${count(agents)} agents, ${count(calls)} calls, ` +
    `${count(rows)} journal rows, ${count(crashes)} crashes`
  );
}

await runScript('sim', main);
