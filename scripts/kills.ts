/**
 * `npm run kills [-- --count 2000] [--records 10000000] [--minutes M] [--seed N]`: kills a gate that works as fast as it can so
 * many times, after so many acknowledged records in all or for so long, and looks for every one of them.
 *
 * Where in its work a gate is when it dies is up to the machine, so a seed gives the same plan but not the same kills. The
 * counts of several runs add up.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { killGates, type KillsEnd } from '../test/crash/killed-gates.ts';
import { SeededRandom } from '../test/simulation/seeded-random.ts';

const MINUTE_MS = 60_000;
const PROGRESS_EVERY_MS = 30_000;

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: randomBytes(4).toString('hex') },
      count: { type: 'string', default: '2000' },
      records: { type: 'string', default: '10000000' },
      minutes: { type: 'string', default: 'Infinity' },
    },
  });
  const [count, records, minutes] = [values.count, values.records, values.minutes].map(Number);
  if (count === undefined || records === undefined || minutes === undefined) return 2;
  if (!(count > 0 && records >= count && minutes > 0)) {
    throw new Error(
      '--count, --records and --minutes take numbers above 0, and a record for each kill',
    );
  }
  console.log(`kills: seed ${values.seed}`);
  const startedAt = performance.now();
  let toldAt = startedAt;
  const isEnough = (soFar: KillsEnd) => {
    const now = performance.now();
    if (now - toldAt > PROGRESS_EVERY_MS) {
      toldAt = now;
      console.log(`kills: ${words(soFar)}`);
    }
    return soFar.kills >= count || now - startedAt > minutes * MINUTE_MS;
  };
  const folder = mkdtempSync(join(tmpdir(), 'tripwire-kills-'));
  try {
    const random = new SeededRandom(values.seed);
    const recordsPerKill = Math.ceil(records / count);
    const end = await killGates({ folder, random, recordsPerKill, isEnough });
    const seconds = (performance.now() - startedAt) / 1_000;
    console.log(`kills: seed ${values.seed}: ${words(end)}, ${seconds.toFixed(1)} s`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

function words({ kills, atStart, acknowledged, rows, journals, heldStood, freeStood }: KillsEnd) {
  const count = (value: number) => value.toLocaleString('en');
  return (
    `${count(kills)} kills (${count(atStart)} while it started), ${count(acknowledged)} acknowledged records, none lost, ` +
    `${count(rows)} rows verified, ${count(journals)} journals replayed, ` +
    `after ${count(heldStood)} kills a stop had to stand and stood, after ${count(freeStood)} a released agent was free`
  );
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`kills: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
