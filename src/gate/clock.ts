/**
 * The gate's clock: the start's wall clock plus what has elapsed since, so that a person who sets the machine's
 * clock neither shortens a cooldown nor stretches it.
 */

/** Where time comes from. */
export interface TimeSource {
  /** Milliseconds since 1970. */
  wallMs(): number;
  /** Milliseconds that only grow. */
  monotonicMs(): number;
}

/** The machine's own time. */
const MACHINE_TIME: TimeSource = Object.freeze({
  wallMs: () => Date.now(),
  // A hook opens a gate for one event, and `performance` would be loaded for this alone.
  monotonicMs: () => Number(process.hrtime.bigint() / 1_000n) / 1_000,
});

/** Time in whole milliseconds that never goes back. */
export class Clock {
  readonly #source: TimeSource;
  #startWallMs: number;
  readonly #startMonotonicMs: number;

  constructor(source: TimeSource = MACHINE_TIME) {
    this.#source = source;
    this.#startWallMs = Math.floor(source.wallMs());
    this.#startMonotonicMs = source.monotonicMs();
  }

  now(): number {
    const elapsedMs = this.#source.monotonicMs() - this.#startMonotonicMs;
    return this.#startWallMs + Math.max(0, Math.floor(elapsedMs));
  }

  /** Goes on from a later time that is already recorded; returns by how much the clock was behind. */
  catchUp(recordedMs: number): number {
    const behindMs = Math.max(0, recordedMs - this.now());
    this.#startWallMs += behindMs;
    return behindMs;
  }
}
