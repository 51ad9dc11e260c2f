import { countOrZero, fieldsOf } from '../base/json-values.ts';
import type { TokenUsage } from '../prices/index.ts';

/** A usage in Anthropic's form, where input and cache are counted apart. */
export function anthropicUsage(value: unknown): TokenUsage {
  const usage = fieldsOf(value);
  const written = countOrZero(usage['cache_creation_input_tokens']);
  const forAnHour = countOrZero(fieldsOf(usage['cache_creation'])['ephemeral_1h_input_tokens']);
  const cacheWriteHour = Math.min(forAnHour, written);
  return {
    input: countOrZero(usage['input_tokens']),
    cacheRead: countOrZero(usage['cache_read_input_tokens']),
    cacheWrite: written - cacheWriteHour,
    cacheWriteHour,
    output: countOrZero(usage['output_tokens']),
  };
}
