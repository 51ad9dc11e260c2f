/**
 * Where guardrails take the time from.
 *
 * Time is handed in, so that a test moves it by hand and an embedding program uses the gate's own clock: a
 * deadline that follows another clock than the journal could not be explained afterwards.
 */

/** Time in whole milliseconds since 1970. */
export interface Clock {
  now(): number;
}

/** The machine's own time. */
export const MACHINE_CLOCK: Clock = Object.freeze({ now: () => Date.now() });
