/**
 * The band that the rules leave to a second opinion: from the warning to as far above the stop as the warning is below.
 *
 * Whoever is called stuck is stopped by the next step without progress after the warning; whoever is said to make
 * progress has half the limit more, and not one point beyond. Guards, budgets, limits and people know no band.
 */
import type { Opinion } from '../records/records.ts';

/** The share of the threshold above which an agent is warned: the judge's own. */
const WARNS_AT = 0.5;
const ENDS_AT = 1.5;

/** The lower end of the band: above it an agent is warned. */
export function warnsAbove(threshold: number): number {
  return threshold * WARNS_AT;
}

/** Above which score a conversation is stopped, given what was said of it. */
export function stopsAbove(threshold: number, opinion: Opinion | undefined): number {
  if (opinion === 'stuck') return warnsAbove(threshold);
  return opinion === 'progress' ? threshold * ENDS_AT : threshold;
}
