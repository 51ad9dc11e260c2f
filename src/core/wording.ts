/**
 * How numbers are said in reasons.
 *
 * Reasons are hashed with the decisions, so they contain nothing that changes while the answer
 * does not: absolute times, never "in 12 s".
 */
import { UNIT } from './limits.ts';

/** Whole ten-thousandths as a decimal without trailing zeros. */
export function decimal(units: number): string {
  return String(units / UNIT);
}
