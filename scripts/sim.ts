/**
 * `npm run sim [-- --seed N] [--minutes M]`: a whole server in a simulated world, for as long as it is told.
 *
 * A run prints its seed, what it did and what never happened. A world that breaks a promise is printed with its own seed,
 * shortened; `--seed 7:12` plays that one world again.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { failureText } from '../test/sim/failure-text.ts';
import { simulate, type SimulationEnd } from '../test/sim/simulate.ts';

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
    },
  });
  const minutes = positive('--minutes', values.minutes);
  // On a machine that others use too, the time of the process itself says more than the clock on the wall.
  const coreSeconds = positive('--core-seconds', values['core-seconds'] ?? 'Infinity');
  console.log(`sim: seed ${values.seed}`);
  const startedAt = performance.now();
  let toldAt = startedAt;
  const end = await simulate({
    seed: values.seed,
    shortens: !values['no-shortening'],
    isEnough: (soFar) => {
      const now = performance.now();
      if (now - toldAt > PROGRESS_EVERY_MS) {
        toldAt = now;
        console.log(`sim: ${countsOf(soFar)}`);
      }
      if (coreSeconds < Infinity) return coreSecondsUsed() > coreSeconds;
      return now - startedAt > minutes * MINUTE_MS;
    },
  });
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
