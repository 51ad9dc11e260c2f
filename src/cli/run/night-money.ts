/**
 * What a night cost in dollars: by the list prices of what passed the gate, and as far as its engines told it.
 */
import type { NightState } from '../../night/index.ts';
import { sumWords, usdText } from '../../prices/index.ts';

type Spent = Pick<NightState, 'listCost' | 'usdBySession'>;

const MICRO = 1_000_000;

/** Both in a sentence: a subscription has no list price, and an engine may tell another sum. */
export function moneyWords(night: Spent): string {
  const told = toldUsd(night);
  const sum = listSum(night);
  const list = `${sum.cost_usd === null ? '' : 'list prices: '}${sumWords(sum)}`;
  return told === null ? list : `${list}; reported by the engines: ${usdText(told)}`;
}

/** One of them, in a word; null when nobody knows. */
export function moneyWord(night: Spent): string | null {
  const usd = listSum(night).cost_usd ?? toldUsd(night);
  return usd === null ? null : usdText(usd);
}

function listSum({ listCost: { microUsd, unpricedCalls } }: Spent) {
  const isUnknown = microUsd === 0 && unpricedCalls > 0;
  return { cost_usd: isUnknown ? null : microUsd / MICRO, unpriced_calls: unpricedCalls };
}

/** The sum of all sessions; null when no engine told anything. */
function toldUsd({ usdBySession }: Spent): number | null {
  const told = Object.values(usdBySession);
  return told.length === 0 ? null : told.reduce((sum, usd) => sum + usd, 0);
}
