/**
 * Money as people read it, the same in alerts, in the terminal and on the pages.
 */
import { groupedNumber } from '../base/grouped-number.ts';

const CENT = 0.01;
/** Below this, four decimal places would say nothing. */
const SMALLEST = 0.0001;

/** Dollars: $1,234.50, $1.23, $0.0042, less than $0.0001. */
export function usdText(usd: number): string {
  if (usd === 0) return '$0.00';
  if (usd < SMALLEST) return '<$0.0001';
  const digits = usd < CENT * 10 ? 4 : 2;
  return `$${groupedNumber(usd, digits)}`;
}

/** A sum that says what it leaves out; null is a sum of which no price is known. */
export interface Sum {
  readonly cost_usd: number | null;
  readonly unpriced_calls: number;
}

/** The sum in the room of a table cell: $1.23, more than that with a plus, a dash when no price is known. */
export function sumText({ cost_usd: cost, unpriced_calls: unpriced }: Sum): string {
  if (cost === null) return '–';
  return `${usdText(cost)}${unpriced > 0 ? '+' : ''}`;
}

/** The sum in full words; only what is left out when no price is known. */
export function sumWords(sum: Sum): string {
  const { cost_usd: cost, unpriced_calls: unpriced } = sum;
  const left = `${groupedNumber(unpriced)} ${unpriced === 1 ? 'call' : 'calls'} of models without a known price`;
  if (cost === null) return left;
  return unpriced === 0 ? usdText(cost) : `at least ${usdText(cost)}; ${left}`;
}
