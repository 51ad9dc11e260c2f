/**
 * Model calls as transcripts tell them and prices count them.
 */
import type { Usage } from '../wire/index.ts';

/** One answer of a model and what it used. */
export interface ModelCall {
  readonly model: string | null;
  readonly usage: Usage;
  /** Index of the first event that this answer brought about. */
  readonly firstEvent: number;
  /** When the last thing before it happened that has a time; absent where a transcript has none. */
  readonly atMs?: number;
}

/** No tokens at all. */
export const NO_TOKENS: Usage = Object.freeze({
  inputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
});

/** All tokens of a usage. */
export function totalTokens(usage: Usage): number {
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = usage;
  return inputTokens + cacheReadTokens + cacheWriteTokens + outputTokens;
}
