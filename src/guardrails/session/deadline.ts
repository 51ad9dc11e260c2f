/**
 * A deadline: the time by which the work has to be done.
 *
 * It carries its own start, so that what is said to an agent ("took 5 minutes, 3 remain") comes from one
 * clock and adds up.
 */
import { refuseGuardrail } from '../guardrail-error.ts';
import { MACHINE_CLOCK, type Clock } from './clock.ts';

/** What a deadline is made of. */
export interface DeadlineOptions {
  readonly expiresAtMs: number;
  /** When the work began; now, when it is not said. */
  readonly startedAtMs?: number;
  readonly clock?: Clock;
}

/** The end of the time that was given. */
export class Deadline {
  readonly expiresAtMs: number;
  readonly startedAtMs: number;
  readonly #clock: Clock;

  constructor({ expiresAtMs, startedAtMs, clock = MACHINE_CLOCK }: DeadlineOptions) {
    // A deadline that has passed already is a deadline; without a start of its own it took no time.
    const began = startedAtMs ?? Math.min(clock.now(), expiresAtMs);
    if (!Number.isFinite(expiresAtMs)) {
      refuseGuardrail('expiresAtMs', `must be milliseconds since 1970, not ${expiresAtMs}`);
    }
    if (!Number.isFinite(began) || began > expiresAtMs) {
      const words = `must be milliseconds since 1970 and at most expiresAtMs (${expiresAtMs}), not ${began}`;
      refuseGuardrail('startedAtMs', words);
    }
    this.expiresAtMs = expiresAtMs;
    this.startedAtMs = began;
    this.#clock = clock;
  }

  /** How long the work has taken so far. */
  elapsedMs(): number {
    return Math.max(0, this.#clock.now() - this.startedAtMs);
  }

  /** How much time is left; never below 0. */
  remainingMs(): number {
    return Math.max(0, this.expiresAtMs - this.#clock.now());
  }

  /** The time is up. The last millisecond belongs to nobody: at `expiresAtMs` it is over. */
  isExceeded(): boolean {
    return this.#clock.now() >= this.expiresAtMs;
  }
}
