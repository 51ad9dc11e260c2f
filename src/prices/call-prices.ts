/**
 * The price list of this version for the data plane: the two rooms may not know each other.
 */
import type { PriceOf } from './call-price.ts';
import { costOfCall, LIST_PRICES } from './prices.ts';

/** What a call costs by the list prices; nothing is guessed for a model that is not in the list. */
export const listPriceOf: PriceOf = (model, usage) => {
  const { cacheWriteTokens, cacheWriteHourTokens: hour = 0 } = usage;
  return costOfCall(
    model,
    {
      input: usage.inputTokens,
      cacheRead: usage.cacheReadTokens,
      cacheWrite: Math.max(0, cacheWriteTokens - hour),
      cacheWriteHour: Math.min(hour, cacheWriteTokens),
      output: usage.outputTokens,
    },
    LIST_PRICES,
  );
};
