/**
 * What a call costs, by the price list of this version or by one that somebody brings along.
 */
import type { Usage } from '../wire/index.ts';
import { costOfCall, LIST_PRICES, type Prices } from './prices.ts';

/** The cost of a usage in whole millionths of a dollar; null when the model has no known price. */
export type PriceOf = (model: string, usage: Usage) => number | null;

/** What a call costs by some prices; nothing is guessed for a model that has none. */
export function priceBy(prices: Prices): PriceOf {
  return (model, usage) => costOfCall(model, usage, prices);
}

/** The same by the list prices. */
export const listPriceOf: PriceOf = priceBy(LIST_PRICES);

/**
 * The cost of an answer, by the model that gave it; where only the model that was asked has a price, by that one:
 * gateways answer under names of their own.
 */
export function costOfAnswer(
  priceOf: PriceOf,
  answered: string | null,
  asked: string | null,
  usage: Usage,
): number | null {
  const byAnswer = answered === null ? null : priceOf(answered, usage);
  return byAnswer ?? (asked === null ? null : priceOf(asked, usage));
}
