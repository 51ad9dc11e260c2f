/**
 * What a call costs, by the price list of this version or by one that somebody brings along.
 */
import type { Usage } from '../wire/index.ts';
import { costOfCall, LIST_PRICES } from './prices.ts';

/** The cost of a usage in whole millionths of a dollar; null when the model has no known price. */
export type PriceOf = (model: string, usage: Usage) => number | null;

/** What a call costs by the list prices; nothing is guessed for a model that is not in the list. */
export const listPriceOf: PriceOf = (model, usage) => costOfCall(model, usage, LIST_PRICES);

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
