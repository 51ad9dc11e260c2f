import { countOf, fieldsOf } from '../base/json-values.ts';
import type { TokenUsage } from '../prices/index.ts';

/** A usage in Anthropic's form, where input and cache are counted apart. */
export function anthropicUsage(value: unknown): TokenUsage {
  const usage = fieldsOf(value);
  const written = countOf(usage['cache_creation_input_tokens']);
  const forAnHour = countOf(fieldsOf(usage['cache_creation'])['ephemeral_1h_input_tokens']);
  const cacheWriteHour = Math.min(forAnHour, written);
  return {
    input: countOf(usage['input_tokens']),
    cacheRead: countOf(usage['cache_read_input_tokens']),
    cacheWrite: written - cacheWriteHour,
    cacheWriteHour,
    output: countOf(usage['output_tokens']),
  };
}
