import { countOrZero, fieldsOf } from '../base/json-values.ts';
import type { Usage } from '../prices/index.ts';

/** A usage in Anthropic's form, where input and cache are counted apart. */
export function anthropicUsage(value: unknown): Usage {
  const usage = fieldsOf(value);
  const written = countOrZero(usage['cache_creation_input_tokens']);
  const forAnHour = countOrZero(fieldsOf(usage['cache_creation'])['ephemeral_1h_input_tokens']);
  return {
    inputTokens: countOrZero(usage['input_tokens']),
    cacheReadTokens: countOrZero(usage['cache_read_input_tokens']),
    cacheWriteTokens: written,
    ...(forAnHour === 0 ? {} : { cacheWriteHourTokens: Math.min(forAnHour, written) }),
    outputTokens: countOrZero(usage['output_tokens']),
  };
}
