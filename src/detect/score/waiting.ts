/**
 * Whether somebody waited before a step, or whether the model is merely slow.
 *
 * A pause says little by itself: half a minute is a wait for one model and a thought for another. So it is
 * measured against the thread's own tempo, which only steps of work can show: the pauses of repeats are
 * the ones in question.
 */

/** After such a pause a call that waits by design has waited. */
export const SPACED_MS = 20_000;
/** No model thinks this long before every step: whoever repeats so slowly waits. */
const LONG_WAIT_MS = 120_000;
/** A pause so many times the usual one is a wait. */
const WAIT_FACTOR = 3;
const PAUSES_KEPT = 9;

/** Whether a pause was a wait, in a thread that usually pauses so long between its steps of work. */
export function isWait(pauseMs: number, usualMs: readonly number[]): boolean {
  if (pauseMs < SPACED_MS) return false;
  if (pauseMs >= LONG_WAIT_MS) return true;
  const median = usualMs.toSorted((a, b) => a - b)[usualMs.length >> 1];
  return median === undefined || pauseMs >= WAIT_FACTOR * median;
}

/** The usual pauses after one more; calls of one answer have none between them. */
export function withPause(usualMs: readonly number[], pauseMs: number | null): readonly number[] {
  if (pauseMs === null || pauseMs <= 0) return usualMs;
  return [...usualMs.slice(1 - PAUSES_KEPT), Math.min(Math.round(pauseMs), LONG_WAIT_MS)];
}
