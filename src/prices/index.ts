/**
 * What tokens cost.
 *
 * @module
 */
export { costOfAnswer, type PriceOf } from './call-price.ts';
export { listPriceOf } from './call-prices.ts';
export { priceAtMost } from './engine-price.ts';
export { sumWords, usdText } from './money-text.ts';
export { LIST_PRICES, spentOn, loadPrices, type Spent, type Prices } from './prices.ts';
export { totalTokens, type ModelCall, type TokenUsage } from './token-usage.ts';
