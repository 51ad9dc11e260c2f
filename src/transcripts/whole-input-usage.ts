/** Tokens of an answer whose input counts those of the cache, too: most formats but Anthropic's. */
import { countOrZero } from '../base/json-values.ts';
import type { Usage } from '../prices/index.ts';

/** The counts as a transcript has them. */
export interface WholeInputCounts {
  readonly input: unknown;
  readonly cacheRead: unknown;
  readonly cacheWrite?: unknown;
  readonly output: unknown;
}

/** The usage, with each token counted once. */
export function wholeInputUsage(counts: WholeInputCounts): Usage {
  const cacheReadTokens = countOrZero(counts.cacheRead);
  const cacheWriteTokens = countOrZero(counts.cacheWrite);
  const inputTokens = countOrZero(counts.input) - cacheReadTokens - cacheWriteTokens;
  return {
    inputTokens: Math.max(0, inputTokens),
    cacheReadTokens,
    cacheWriteTokens,
    outputTokens: countOrZero(counts.output),
  };
}
