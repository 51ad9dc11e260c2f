/**
 * The clock of a simulated agent, which may lie.
 *
 * A steady one stamps what it shows. A hostile one goes back, stands still, or leaps ahead, by
 * hours or to the end of what a record can carry.
 */
import type { SeededRandom } from './seeded-random.ts';

/** The last time a record can carry. */
export const TIMESTAMP_MAX = 9_999_999_999_999;
const HOUR_MS = 3_600_000;

/** First moments: zero, just before a second and a minute, and days of our time. */
const STARTS_MS = [0, 1, 999, 59_999, 1_700_000_000_000, 1_753_999_999_999];
/** Close to the end of time, where every clock stands still in the end. */
const LATE_START_MS = 9_999_990_000_000;

/** Time as one agent tells it. */
export class ActorClock {
  readonly #random: SeededRandom;
  readonly #hostile: boolean;
  #nowMs: number;
  #lastStampMs: number;

  constructor(random: SeededRandom, hostile: boolean) {
    this.#random = random;
    this.#hostile = hostile;
    this.#nowMs = hostile && random.chance(0.1) ? LATE_START_MS : random.pick(STARTS_MS);
    this.#lastStampMs = this.#nowMs;
  }

  /** The time this clock shows. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** Lets time pass; time ends where records end. */
  wait(ms: number): void {
    this.#nowMs = Math.min(TIMESTAMP_MAX, this.#nowMs + ms);
  }

  /** Goes on to a time that lies ahead. */
  goTo(ms: number): void {
    this.wait(Math.max(0, ms - this.#nowMs));
  }

  /** The timestamp for a record made now. */
  stamp(): number {
    this.#lastStampMs = this.#hostile ? this.#lie() : this.#nowMs;
    return this.#lastStampMs;
  }

  #lie(): number {
    const random = this.#random;
    if (random.chance(0.8)) return this.#nowMs;
    if (random.chance(0.4)) return this.#lastStampMs;
    if (random.chance(0.6)) {
      return Math.max(0, this.#nowMs - random.pick([1, 999, 1_000, 60_000, HOUR_MS, this.#nowMs]));
    }
    const leapMs = random.pick([1_000, 59_999, 60_000, 120_000, HOUR_MS, 24 * HOUR_MS]);
    const leapt = Math.min(TIMESTAMP_MAX, this.#nowMs + leapMs);
    // A leap that the clock does not follow makes everything after it late.
    if (random.chance(0.8)) this.#nowMs = leapt;
    return random.chance(0.01) ? TIMESTAMP_MAX : leapt;
  }
}
