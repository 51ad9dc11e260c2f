/**
 * The core of one checkout in a process of its own, which runs a round when it is told to: what one version left on the
 * heap, or taught the compiler, must not be what the other is measured with.
 */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CASES, Workload, type CoreRoom } from './workload.ts';

/** A round that is wanted. */
export interface Wanted {
  readonly index: number;
  readonly steps: number;
}

/** What it took: processor time of the main thread and of all threads, in microseconds. */
export interface Took {
  readonly mainUs: number;
  readonly allUs: number;
  readonly stateBytes: number;
}

const [checkout = join(import.meta.dirname, '../..')] = process.argv.slice(2);
const door = pathToFileURL(resolve(checkout, 'src/core/index.ts')).href;
const core = (await import(door)) as CoreRoom;
const workloads = CASES.map((one) => new Workload(core, one));
const sum = ({ user, system }: NodeJS.CpuUsage) => user + system;

process.on('message', ({ index, steps }: Wanted) => {
  const workload = workloads[index];
  const [main, all] = [process.threadCpuUsage(), process.cpuUsage()];
  workload?.run(steps);
  const took: Took = {
    mainUs: sum(process.threadCpuUsage(main)),
    allUs: sum(process.cpuUsage(all)),
    stateBytes: workload?.stateBytes() ?? 0,
  };
  process.send?.(took);
});
process.send?.('ready');
