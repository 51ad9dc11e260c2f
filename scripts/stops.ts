/**
 * `npm run stops [-- --count 1000000] [--minutes M] [--seed N]`: schedules of a stop against requests under way, until so many
 * were played or so long has passed; after an acknowledged stop no byte may leave for the provider.
 *
 * Runs with other seeds play other schedules, so their counts add up. `--seed 7:12` plays one schedule again.
 */
import { parseArgs } from 'node:util';
import { playSchedules, type SchedulesEnd } from '../test/races/in-flight/play-schedules.ts';
import { positive, runScript } from './run/run-script.ts';
import { coreSeconds, count, searchOptions, startSearch } from './run/search.ts';

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...searchOptions('Infinity'),
      count: { type: 'string', default: '1000000' },
    },
  });
  const schedulesMax = positive('--count', values.count);
  const minutes = positive('--minutes', values.minutes);
  const search = startSearch('stops', values.seed, words);
  const isEnough = (soFar: SchedulesEnd) => {
    search.tell(soFar);
    return soFar.schedules >= schedulesMax || search.hasLasted(minutes);
  };
  const end = await playSchedules({ seed: values.seed, isEnough });
  const [seconds, core] = [search.seconds(), coreSeconds()].map((value) => value.toFixed(1));
  console.log(`stops: seed ${values.seed}: ${words(end)}, ${seconds} s, ${core} s of one core`);
  if (end.problem === null) return 0;
  console.error(`BROKEN: ${end.problem}`);
  return 1;
}

function words({ schedules, requests, cut, answered, metInFlight, bytes }: SchedulesEnd): string {
  return (
    `${count(schedules)} schedules, ${count(requests)} requests (${count(answered)} answered, ${count(cut)} cut or refused), ` +
    `${count(metInFlight)} stops met a request of which bytes had left, ${count(bytes)} bytes sent`
  );
}

await runScript('stops', main);
