/**
 * `npm run test:faults [-- T6 T7] [--minutes N]`: damages a copy of the program once for each proven requirement
 * and expects its tests to notice.
 * A test that stays green while the thing it proves is broken is worse than none.
 *
 * With `--minutes` no row is begun after that time. It then begins at another row each minute of the day, so that many
 * short runs reach all of them, and says which ones it did not reach.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REQUIREMENTS } from '../spec/requirements.ts';
import { chooseRows } from './faults/choose-rows.ts';
import { plantFaults } from './faults/plant-faults.ts';
import { progressLine, summaryTable } from './faults/summary.ts';
import { runScript } from './run/run-script.ts';

const ROOT = join(import.meta.dirname, '..');
const RUN_TIMEOUT_MS = 300_000;
const MINUTE_MS = 60_000;

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { minutes: { type: 'string' } },
    allowPositionals: true,
  });
  const minutes = values.minutes === undefined ? Infinity : Number(values.minutes);
  if (Number.isNaN(minutes)) throw new Error(`--minutes takes a number, not ${values.minutes}`);
  const all = chooseRows(REQUIREMENTS, positionals);
  const rows = minutes === Infinity ? all : rotated(all, Math.floor(Date.now() / MINUTE_MS));
  if (rows.length === 0) {
    console.log('No requirement is done yet: there is no fault to plant.');
    return 0;
  }
  const workers = Math.min(2, availableParallelism(), rows.length);
  console.log(`Faults to plant: ${rows.length}, ${workers} at a time.`);
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  const outcomes = await plantFaults(ROOT, rows, {
    workers,
    beginUntilMs: performance.now() + minutes * MINUTE_MS,
    timeoutMs: RUN_TIMEOUT_MS,
    signal: stop.signal,
    onOutcome: (outcome, elapsedMs) => console.log(progressLine(outcome, elapsedMs)),
  });
  const found = outcomes.filter(({ verdict }) => verdict.kind === 'found').length;
  console.log(`\n${summaryTable(outcomes)}\n\n${found} of ${outcomes.length} faults found.`);
  const tried = new Set(outcomes.map(({ row }) => row.id));
  const left = rows.map(({ id }) => id).filter((id) => !tried.has(id));
  if (left.length > 0) console.log(`Not tried for want of time: ${left.join(' ')}.`);
  return found === outcomes.length ? 0 : 1;
}

function rotated<T>(list: readonly T[], by: number): T[] {
  const start = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

await runScript('test:faults', main);
