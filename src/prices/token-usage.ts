/**
 * The tokens of a model call, as transcripts and prices count them.
 */

/** Tokens of a model call, each counted once: `input` is what no cache had. */
export interface TokenUsage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** Written to a cache that lasts an hour; some providers charge it differently. */
  readonly cacheWriteHour: number;
  /** What the model wrote, its thoughts included. */
  readonly output: number;
}

/** One answer of a model and what it used. */
export interface ModelCall {
  readonly model: string | null;
  readonly usage: TokenUsage;
  /** Index of the first event that this answer brought about. */
  readonly firstEvent: number;
}

/** No tokens at all. */
export const NO_TOKENS: TokenUsage = Object.freeze({
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteHour: 0,
  output: 0,
});

/** All tokens of a usage. */
export function totalTokens(usage: TokenUsage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite + usage.cacheWriteHour + usage.output;
}
