/**
 * How much context Claude Code used: the usage is part of each answer in its transcript.
 */
import { countOrZero, fieldsOf } from '../../base/json-values.ts';
import type { UsageLines } from '../client.ts';

/** What was read from the cache, what was written to it, and what came in new. A subagent's is not this context's. */
export const CLAUDE_CODE_USAGE: UsageLines = {
  isAskedBefore: true,
  isCompaction: (line) => line['subtype'] === 'compact_boundary',
  reading: (line) => {
    if (line['type'] !== 'assistant' || line['isSidechain'] === true) return null;
    const { usage, model } = fieldsOf(line['message']);
    const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens } = fieldsOf(usage);
    const tokens =
      countOrZero(cache_read_input_tokens) +
      countOrZero(cache_creation_input_tokens) +
      countOrZero(input_tokens);
    // Answers that the client made up itself used nothing.
    if (tokens === 0) return null;
    return { tokens, model: typeof model === 'string' ? model : null, windowTokens: null };
  },
};
