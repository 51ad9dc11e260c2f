/**
 * `npm run kills [-- --count 2000] [--records 10000000] [--minutes M] [--seed N]`: kills a gate that works as fast as it can so
 * many times, after so many acknowledged records in all or for so long, and looks for every one of them.
 *
 * Where in its work a gate is when it dies is up to the machine, so a seed gives the same plan but not the same kills. The
 * counts of several runs add up.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { killGates, type KillsEnd } from '../test/crash/killed-gates.ts';
import { SeededRandom } from '../test/simulation/seeded-random.ts';
import { positive, runScript } from './run/run-script.ts';
import { count, searchOptions, startSearch } from './run/search.ts';

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...searchOptions('Infinity'),
      count: { type: 'string', default: '2000' },
      records: { type: 'string', default: '10000000' },
    },
  });
  const killsMax = positive('--count', values.count);
  const records = positive('--records', values.records);
  const minutes = positive('--minutes', values.minutes);
  if (records < killsMax) throw new Error('--records takes at least one record for each kill');
  const search = startSearch('kills', values.seed, words);
  const isEnough = (soFar: KillsEnd) => {
    search.tell(soFar);
    return soFar.kills >= killsMax || search.hasLasted(minutes);
  };
  const folder = mkdtempSync(join(tmpdir(), 'tripwire-kills-'));
  try {
    const random = new SeededRandom(values.seed);
    const recordsPerKill = Math.ceil(records / killsMax);
    const end = await killGates({ folder, random, recordsPerKill, isEnough });
    console.log(`kills: seed ${values.seed}: ${words(end)}, ${search.seconds().toFixed(1)} s`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

function words({ kills, atStart, acknowledged, rows, journals, heldStood, freeStood }: KillsEnd) {
  return (
    `${count(kills)} kills (${count(atStart)} while it started), ${count(acknowledged)} acknowledged records, none lost, ` +
    `${count(rows)} rows verified, ${count(journals)} journals replayed, ` +
    `after ${count(heldStood)} kills a stop had to stand and stood, after ${count(freeStood)} a released agent was free`
  );
}

await runScript('kills', main);
