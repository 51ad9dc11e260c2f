/** What the chart of the overview counts. */
import { usdText } from '../../../src/prices/money-text.ts';
import { count } from '../ui/numbers.ts';

export type Measure = 'tokens' | 'cost_usd' | 'calls';

/** A value of a measure in words. */
export function measured(measure: Measure, value: number): string {
  return measure === 'cost_usd' ? usdText(value) : count(value);
}
