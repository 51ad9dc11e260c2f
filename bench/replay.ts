/**
 * `npm run bench:replay`: how many records a second a journal is judged again, as `tripwire replay` does it.
 *
 * The journal is made by the load of `bench:proxy`, so it has digests of what was asked and answered. Each agent is replayed from
 * SQLite, all of them several times over; the first time is not counted, because the code is compiled then. Processor time
 * of the main thread beside the clock.
 *
 * `SECONDS` and `ROUNDS` change how much is recorded and how often it is replayed. `AGAINST=FOLDER` replays the same journal with another checkout in turns.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type * as Journals from '../src/journal/index.ts';
import type * as Stores from '../src/store/index.ts';
import { temporaryFolder } from '../test/kit/temporary-folder.ts';
import { importerOf } from './proxy/checkout.ts';
import { startChild } from './proxy/child-server.ts';
import { load } from './proxy/load.ts';
import { fixed, head, part, row } from './proxy/report.ts';

const SECONDS = Number(process.env['SECONDS'] ?? 10);
const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
const AGAINST = process.env['AGAINST'];
const US_PER_SECOND = 1e6;

interface Round {
  readonly records: number;
  readonly wallUs: number;
  readonly cpuUs: number;
}

const folder = temporaryFolder('replay');
const file = join(folder, 'journal.db');
await recordInto(file);
const checkouts = [
  ...(AGAINST === undefined ? [] : [[AGAINST, await replayerOf(AGAINST)] as const]),
  ['this', await replayerOf()] as const,
];
const rounds = new Map<string, Round[]>(checkouts.map(([name]) => [name, []]));
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const [name, replay] of checkouts) {
    const one = await replay();
    if (round > 0) rounds.get(name)?.push(one);
  }
}
head([
  '',
  'records',
  'µs of the main thread a record: least',
  'median',
  'records/s at the least',
  'at the median',
  'by the clock, median',
]);
for (const [name, all] of rounds) {
  const each = all.map(({ records, cpuUs }) => cpuUs / records);
  const [least, median] = [Math.min(...each), part(each)];
  const clock = part(all.map(({ records, wallUs }) => (records / wallUs) * US_PER_SECOND));
  const perSecond = [US_PER_SECOND / least, US_PER_SECOND / median, clock];
  const times = [fixed(least, 1), fixed(median, 1)];
  row([name, all[0]?.records ?? 0, ...times, ...perSecond.map((one) => fixed(one, 0))]);
}
rmSync(folder, { recursive: true });

/** Lets the bench's agents ask for a while, and keeps the journal. */
async function recordInto(journal: string): Promise<void> {
  const upstream = await startChild('upstream');
  const tripwire = await startChild('tripwire-proxy', upstream.url, '', journal);
  try {
    await load(tripwire, { size: 'small', connections: 32, seconds: SECONDS, name: 'replayed' });
    // Asked last: all that was answered is in the file then.
    await tripwire.journalBytes();
  } finally {
    await tripwire.close();
    await upstream.close();
  }
}

/** What replays the journal with the code of a checkout. */
async function replayerOf(checkout?: string): Promise<() => Promise<Round>> {
  const importFile = importerOf(checkout);
  const { replayJournal } = (await importFile('journal/index.ts')) as typeof Journals;
  const { openSqliteStore } = (await importFile('store/index.ts')) as typeof Stores;
  return async () => {
    const store = await openSqliteStore({ file, readOnly: true });
    const agents = (await store.heads()).map(({ agent }) => agent);
    const before = process.threadCpuUsage();
    const began = performance.now();
    let records = 0;
    for (const agent of agents) {
      const replayed = await replayJournal(store, agent);
      if (!replayed.parity) throw new Error(`${agent}: ${replayed.problem}`);
      records += replayed.records;
    }
    const wallUs = (performance.now() - began) * 1e3;
    const { user, system } = process.threadCpuUsage(before);
    await store.close();
    return { records, wallUs, cpuUs: user + system };
  };
}
