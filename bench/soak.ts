/**
 * `npm run bench:soak`: a whole Tripwire under half of the load that it can bear, for an hour (`-- --minutes 60`).
 *
 * What may not grow with the calls: memory after a collection, handles, the entries of maps and sets, and the times of calls.
 * One line for each minute, and the first beside the last in the end. A quarter of the connections asks for streams. On a
 * machine that others use, `-- --rate 200` says how many calls a second to make in place of half of what gets through.
 */
import { parseArgs } from 'node:util';
import { startChild } from './proxy/child-server.ts';
import { load, type Load, type Loaded } from './proxy/load.ts';
import { fixed, head, row } from './proxy/report.ts';

const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, rate: { type: 'string' } },
});
const MINUTES = Number(options.minutes);
const MINUTE_SECONDS = 60;
const TRIAL_SECONDS = 10;
const ALWAYS = { size: 'small', connections: 32, name: 'soak', streamsEvery: 4 } as const;

const upstream = await startChild('upstream');
const tripwire = await startChild('whole-tripwire', upstream.url);
try {
  const minute: Load = { ...ALWAYS, seconds: MINUTE_SECONDS, rate: await rateOf() };
  const columns = ['minute', 'calls', 'failed', 'p50 ms', 'p99 ms', 'processor µs a call'];
  head([...columns, 'memory MB', 'heap MB', 'handles', 'entries', 'journal bytes a call']);
  const lines: string[][] = [];
  for (let count = 1; count <= MINUTES; count += 1) {
    const line = cellsOf(count, await load(tripwire, minute));
    const { memory } = await tripwire.usage();
    const { heapBytes, handles, entries } = await tripwire.held();
    const held = [fixed(memory / 1e6, 0), fixed(heapBytes / 1e6, 1), `${handles}`, `${entries}`];
    const bytes = line.pop() ?? '';
    lines.push([...line, ...held, bytes]);
    row(lines.at(-1) ?? []);
  }
  console.log('\nThe first minute and the last:\n');
  head([...columns, 'memory MB', 'heap MB', 'handles', 'entries', 'journal bytes a call']);
  for (const line of [lines[0], lines.at(-1)]) row(line ?? []);
} finally {
  await tripwire.close();
  await upstream.close();
}

/** Half of what gets through, unless it was said. */
async function rateOf(): Promise<number> {
  if (options.rate !== undefined) return Number(options.rate);
  const { perSecond } = await load(tripwire, { ...ALWAYS, seconds: TRIAL_SECONDS });
  const rate = Math.max(1, Math.floor(perSecond / 2));
  console.log(`${fixed(perSecond, 0)} calls a second get through; ${rate} are made.\n`);
  return rate;
}

function cellsOf(count: number, { requests, failed, p50Ms, p99Ms, cpuUs, journalBytes }: Loaded) {
  const times = [fixed(p50Ms, 1), fixed(p99Ms, 1), fixed(cpuUs, 0)];
  return [`${count}`, `${requests}`, `${failed}`, ...times, fixed(journalBytes, 0)];
}
