/**
 * What tokens cost.
 *
 * @module
 */
export type { Usage } from '../wire/index.ts';
export { costOfAnswer, priceBy, type PriceOf } from './call-price.ts';
export { priceAtMost } from './engine-price.ts';
export { sumWords, usdText } from './money-text.ts';
export { chosenPrices, LIST_PRICES, spentOn, type Spent, type Prices } from './prices.ts';
export { totalTokens, type ModelCall } from './model-call.ts';
export { outputTokensMax } from './output-limits.ts';
