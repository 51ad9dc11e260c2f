/**
 * One model of waiting, for repeats, near-repeats, failures and guards alike.
 *
 * Waiting is time in which nobody works: what a `sleep` says, or a pause that is long against the thread's own tempo.
 * A pause by itself says little, because half a minute is a wait for one model and a thought for another. The
 * longer somebody waits before looking again, the less the look costs: a poll a minute is patience, one every
 * second is a loop.
 */

/** Where no tempo is known, whoever pauses this long waits. */
const LONG_PAUSE_MS = 20_000;
/** Shorter pauses are never waits: the fastest model takes as long. */
const PAUSE_MIN_MS = 3_000;
/** A pause of one tempo more is worth as much as so many seconds of sleep. */
const SECONDS_A_TEMPO = 8;
/** After so many seconds a look costs a third of what it costs at once. */
const HALF_COST_SECONDS = 4;
const FALL = 1.5;
const PAUSES_KEPT = 9;
const FEW_PAUSES = 3;
const FEW_FACTOR = 1.5;
const PAUSE_KEPT_MAX_MS = 600_000;

/** How a step was waited for. */
export interface Wait {
  /** The time since the last working step, where it is known. */
  readonly pausedMs: number;
  /** Whether somebody waited. */
  readonly waited: boolean;
  /** Whether a `sleep` says so. */
  readonly slept: boolean;
  /** Whether that is measured: by a `sleep`, or against a tempo that is known. */
  readonly measured: boolean;
  /** What a look after it costs, as a share of what it costs at once: 1 for no wait at all. */
  readonly share: number;
}

/**
 * The wait before a step: how long nobody worked, and how long a `sleep` said it would take. A pause of `factor`
 * times the usual one is a wait.
 */
export function waitBefore(
  pausedMs: number,
  sleptMs: number,
  usualMs: readonly number[],
  factor: number,
): Wait {
  const seconds = sleptMs > 0 ? sleptMs / 1_000 : waitedSeconds(pausedMs, usualMs, factor);
  const share = (HALF_COST_SECONDS / (HALF_COST_SECONDS + seconds)) ** FALL;
  return {
    pausedMs,
    waited: seconds > 0,
    slept: sleptMs > 0,
    measured: sleptMs > 0 || usualMs.length > 0,
    share: Math.round(share * 1_000) / 1_000,
  };
}

function waitedSeconds(pausedMs: number, usualMs: readonly number[], factor: number): number {
  if (pausedMs < PAUSE_MIN_MS) return 0;
  const tempo = usualPause(usualMs);
  if (tempo === undefined) return pausedMs >= LONG_PAUSE_MS ? pausedMs / 1_000 : 0;
  // One or two pauses say little about a tempo.
  const least = usualMs.length < FEW_PAUSES ? FEW_FACTOR * factor : factor;
  if (pausedMs < least * tempo) return 0;
  return (pausedMs / tempo - 1) * SECONDS_A_TEMPO;
}

/** The usual pause of a thread, where it is known. */
export function usualPause(usualMs: readonly number[]): number | undefined {
  return usualMs.toSorted((a, b) => a - b)[usualMs.length >> 1];
}

/** The usual pauses after one more; calls of one answer have none between them. */
export function withPause(usualMs: readonly number[], pauseMs: number | null): readonly number[] {
  if (pauseMs === null || pauseMs <= 0) return usualMs;
  return [...usualMs.slice(1 - PAUSES_KEPT), Math.min(Math.round(pauseMs), PAUSE_KEPT_MAX_MS)];
}
