/**
 * How numbers are said in reasons.
 *
 * Reasons are hashed with the decisions, so they contain nothing that changes while the answer
 * does not: absolute times, never "in 12 s".
 */
import { UNIT } from './limits.ts';

/** Digits of a time that are said apart. */
const LOW = 1_000_000;

/**
 * A time in milliseconds, as `String` says it. Small whole numbers become text three times as fast as large ones, and every
 * decision says a new time.
 */
export function instant(ms: number): string {
  const high = Math.floor(ms / LOW);
  return high === 0 ? String(ms) : String(high) + String(LOW + (ms - high * LOW)).slice(1);
}

/** Whole ten-thousandths as a decimal without trailing zeros. */
export function decimal(units: number): string {
  return String(units / UNIT);
}
