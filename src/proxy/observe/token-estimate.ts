/**
 * Tokens of a call before it is made: what is reserved until the provider tells.
 *
 * What was sent before is in the provider's cache, so only what is new counts, and an answer as long as usual.
 * Pictures and files count for what models charge: a screenshot is a megabyte of base64 and costs some thousand tokens;
 * counted by its bytes, one would exceed a minute's budget and never be let through.
 */
import type { Usage } from '../../wire/index.ts';

const BYTES_PER_TOKEN = 4;
/** An answer where none was seen yet. */
const FIRST_OUTPUT_TOKENS = 256;
const ESTIMATE_TOKENS_MAX = 200_000;

/** The estimate for a request with so many new bytes; never nothing, because a call is never free. */
export function estimateBeforeCall(newBytes: number, usualOutputTokens: number | null): number {
  const { inputTokens, outputTokens } = usageBeforeCall(newBytes, newBytes, usualOutputTokens);
  return Math.min(ESTIMATE_TOKENS_MAX, Math.max(1, inputTokens + outputTokens));
}

/** The same, split as providers charge it: what was sent before comes from their cache. */
export function usageBeforeCall(
  bytes: number,
  newBytes: number,
  usualOutputTokens: number | null,
): Usage {
  const fresh = Math.max(0, newBytes);
  return {
    inputTokens: Math.ceil(fresh / BYTES_PER_TOKEN),
    cacheReadTokens: Math.ceil(Math.max(0, bytes - fresh) / BYTES_PER_TOKEN),
    cacheWriteTokens: 0,
    outputTokens: usualOutputTokens ?? FIRST_OUTPUT_TOKENS,
  };
}

/** Shorter texts are counted as they are. */
const MEDIA_CHARACTERS_MIN = 4_096;
/** What a picture weighs at least: about 1,600 tokens of four bytes. */
const MEDIA_BYTES_MIN = 6_400;
const MEDIA_SHRINKS_BY = 16;
const ENDS_CHARACTERS = 256;
/** Values that are looked at; what comes after weighs its bytes. */
const VALUES_MAX = 20_000;

/** The bytes of a body, with less for what is data. */
export function weighedBytes(bodyBytes: number, body: unknown): number {
  const left: unknown[] = [body];
  let saved = 0;
  for (let seen = 0; seen < VALUES_MAX && left.length > 0; seen += 1) {
    const value = left.pop();
    if (typeof value === 'string') saved += savedBytes(value);
    else if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value).slice(0, VALUES_MAX)) left.push(member);
    }
  }
  return Math.max(0, bodyBytes - saved);
}

function savedBytes(text: string): number {
  if (text.length < MEDIA_CHARACTERS_MIN || !isBase64(text)) return 0;
  const weight = Math.max(MEDIA_BYTES_MIN, Math.ceil(text.length / MEDIA_SHRINKS_BY));
  return Math.max(0, text.length - weight);
}

/** Judged by both ends: words have spaces. */
function isBase64(text: string): boolean {
  const start = text.slice(0, ENDS_CHARACTERS).replace(/^data:[\w.+/-]{1,100};base64,/, '');
  return /^[\w+/-]+$/.test(start) && /^[\w+/-]+={0,2}$/.test(text.slice(-ENDS_CHARACTERS));
}
