/**
 * Simulated processes: whose timer, message or question something is.
 *
 * A process that died does nothing any more, and one that stands still does everything when it wakes. What a promise goes on
 * with belongs to the process that made it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** One process on one machine. */
export class SimulatedProcess {
  isDead = false;
  /** Nothing of it runs before. */
  asleepUntilMs = 0;
  /** By how much somebody set its machine's clock. */
  wallAheadMs = 0;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const running = new AsyncLocalStorage<SimulatedProcess>();

/** Runs something as this process. */
export function runIn<T>(process: SimulatedProcess, work: () => T): T {
  return running.run(process, work);
}

/** The process that is at work; null where the world itself is. */
export function currentProcess(): SimulatedProcess | null {
  return running.getStore() ?? null;
}
