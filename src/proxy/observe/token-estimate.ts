/**
 * Tokens of a call before it is made: what is reserved until the provider tells.
 *
 * What was sent before is in the provider's cache, so only what is new counts, and an answer as long as the last.
 */
import type { Usage } from '../../wire/index.ts';

const BYTES_PER_TOKEN = 4;
/** An answer where none was seen yet. */
const FIRST_OUTPUT_TOKENS = 256;
const ESTIMATE_TOKENS_MAX = 200_000;

/** The estimate for a request with so many new bytes; never nothing, because a call is never free. */
export function estimateBeforeCall(newBytes: number, lastOutputTokens: number | null): number {
  const { inputTokens, outputTokens } = usageBeforeCall(newBytes, newBytes, lastOutputTokens);
  return Math.min(ESTIMATE_TOKENS_MAX, Math.max(1, inputTokens + outputTokens));
}

/** The same, split as providers charge it: what was sent before comes from their cache. */
export function usageBeforeCall(
  bytes: number,
  newBytes: number,
  lastOutputTokens: number | null,
): Usage {
  const fresh = Math.max(0, newBytes);
  return {
    inputTokens: Math.ceil(fresh / BYTES_PER_TOKEN),
    cacheReadTokens: Math.ceil(Math.max(0, bytes - fresh) / BYTES_PER_TOKEN),
    cacheWriteTokens: 0,
    outputTokens: lastOutputTokens ?? FIRST_OUTPUT_TOKENS,
  };
}
