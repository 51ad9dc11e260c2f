/**
 * The ids of calls: short, because the window of the kill switch keeps them, and new for every process.
 */
import type { Clock } from './clock.ts';

/** Gives ids out. */
export class CallIds {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #end: string;
  #last = 0;

  /** Two nodes can ask at the same moment for the same count, so each has its own end. */
  constructor(clock: Pick<Clock, 'now'>, node: string | null) {
    this.#clock = clock;
    this.#end = node === null ? '' : `.${node}`;
  }

  next(): string {
    this.#last += 1;
    const now = this.#clock.now();
    return `${(now % 0x7fffffff).toString(36)}.${this.#last.toString(36)}${this.#end}`;
  }
}
