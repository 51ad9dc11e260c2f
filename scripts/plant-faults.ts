/**
 * `npm run test:faults [-- T6 T7]`: damages a copy of the program once for each proven requirement
 * and expects its tests to notice.
 * A test that stays green while the thing it proves is broken is worse than none.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { REQUIREMENTS } from '../spec/requirements.ts';
import { chooseRows } from './faults/choose-rows.ts';
import { plantFaults } from './faults/plant-faults.ts';
import { progressLine, summaryTable } from './faults/summary.ts';

const ROOT = join(import.meta.dirname, '..');
const RUN_TIMEOUT_MS = 180_000;

async function main(chosen: readonly string[]): Promise<number> {
  const rows = chooseRows(REQUIREMENTS, chosen);
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
    timeoutMs: RUN_TIMEOUT_MS,
    signal: stop.signal,
    onOutcome: (outcome, elapsedMs) => console.log(progressLine(outcome, elapsedMs)),
  });
  const found = outcomes.filter(({ verdict }) => verdict.kind === 'found').length;
  console.log(`\n${summaryTable(outcomes)}\n\n${found} of ${rows.length} faults found.`);
  return found === rows.length ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`test:faults: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
