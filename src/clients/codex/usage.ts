/**
 * How much context Codex used: a line of its own in its transcript; the input there includes what was cached.
 */
import { countOrZero, fieldsOf } from '../../base/json-values.ts';
import type { UsageLines } from '../client.ts';

/** It also tells how large the model's window is. */
export const CODEX_USAGE: UsageLines = {
  isCompaction: (line) => line['type'] === 'compacted',
  reading: (line) => {
    const payload = fieldsOf(line['payload']);
    if (line['type'] !== 'event_msg' || payload['type'] !== 'token_count') return null;
    const { last_token_usage, model_context_window } = fieldsOf(payload['info']);
    const tokens = countOrZero(fieldsOf(last_token_usage)['input_tokens']);
    const window = countOrZero(model_context_window);
    return tokens === 0
      ? null
      : { tokens, model: null, windowTokens: window === 0 ? null : window };
  },
};
