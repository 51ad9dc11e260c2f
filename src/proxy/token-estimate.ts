/**
 * Tokens of a call before it is made: what is reserved until the provider tells.
 *
 * What was sent before is in the provider's cache, so only what is new counts, and an answer as long as the last.
 */

const BYTES_PER_TOKEN = 4;
/** An answer where none was seen yet. */
const FIRST_OUTPUT_TOKENS = 256;
const ESTIMATE_TOKENS_MAX = 200_000;

/** The estimate for a request with so many new bytes. */
export function estimateBeforeCall(newBytes: number, lastOutputTokens: number | null): number {
  const input = Math.ceil(Math.max(0, newBytes) / BYTES_PER_TOKEN);
  return Math.min(ESTIMATE_TOKENS_MAX, input + (lastOutputTokens ?? FIRST_OUTPUT_TOKENS));
}
