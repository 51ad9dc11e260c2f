/**
 * The tokens of one answer of a model, whoever counted them: a provider, a client's transcript, or we ourselves. Prices
 * are reckoned from it.
 */

/** Tokens by what providers charge for. No token is in two of the counts, but for the last. */
export interface Usage {
  /** Input that came from no cache. */
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** With what the model thought. */
  readonly outputTokens: number;
  /** Those of `cacheWriteTokens` that stay for an hour, where a provider tells and charges them apart. */
  readonly cacheWriteHourTokens?: number;
}
