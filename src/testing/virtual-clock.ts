/**
 * A clock that only a test moves, for deadlines, sessions and the gate alike.
 */

/** Time in whole milliseconds since 1970 that stands still until it is moved. */
export class VirtualClock {
  #nowMs: number;

  /** A fixed moment in 2025 when none is given, so that a test gives the same bytes every day. */
  constructor(nowMs = 1_750_000_000_000) {
    this.#nowMs = nowMs;
  }

  now(): number {
    return this.#nowMs;
  }

  /** Lets time pass. It never goes back. */
  pass(ms: number): void {
    if (!(ms >= 0)) throw new RangeError(`time passes by 0 ms or more, not by ${ms}`);
    this.#nowMs += ms;
  }
}
