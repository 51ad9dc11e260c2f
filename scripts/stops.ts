/**
 * `npm run stops [-- --count 1000000] [--minutes M] [--seed N]`: schedules of a stop against requests under way, until so many
 * were played or so long has passed; after an acknowledged stop no byte may leave for the provider.
 *
 * Runs with other seeds play other schedules, so their counts add up. `--seed 7:12` plays one schedule again.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { playSchedules, type SchedulesEnd } from '../test/races/in-flight/play-schedules.ts';

const MINUTE_MS = 60_000;
const PROGRESS_EVERY_MS = 30_000;

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: randomBytes(4).toString('hex') },
      count: { type: 'string', default: '1000000' },
      minutes: { type: 'string', default: 'Infinity' },
    },
  });
  const [count, minutes] = [Number(values.count), Number(values.minutes)];
  if (!(count > 0 && minutes > 0)) {
    throw new Error('--count and --minutes take numbers above 0');
  }
  console.log(`stops: seed ${values.seed}`);
  const startedAt = performance.now();
  let toldAt = startedAt;
  const isEnough = (soFar: SchedulesEnd) => {
    const now = performance.now();
    if (now - toldAt > PROGRESS_EVERY_MS) {
      toldAt = now;
      console.log(`stops: ${words(soFar)}`);
    }
    return soFar.schedules >= count || now - startedAt > minutes * MINUTE_MS;
  };
  const end = await playSchedules({ seed: values.seed, isEnough });
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage();
  const core = ((user + system) / 1_000_000).toFixed(1);
  console.log(
    `stops: seed ${values.seed}: ${words(end)}, ${seconds.toFixed(1)} s, ${core} s of one core`,
  );
  if (end.problem === null) return 0;
  console.error(`BROKEN: ${end.problem}`);
  return 1;
}

function words({ schedules, requests, cut, answered, metInFlight, bytes }: SchedulesEnd): string {
  const count = (value: number) => value.toLocaleString('en');
  return (
    `${count(schedules)} schedules, ${count(requests)} requests (${count(answered)} answered, ${count(cut)} cut or refused), ` +
    `${count(metInFlight)} stops met a request of which bytes had left, ${count(bytes)} bytes sent`
  );
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`stops: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
