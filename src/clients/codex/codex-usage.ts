/** Codex counts cached tokens among the input and thoughts among the output. */
import { fieldsOf } from '../../base/json-values.ts';
import type { Usage } from '../../prices/index.ts';
import { wholeInputUsage } from '../../transcripts/index.ts';

/** A usage as Codex writes it down. */
export function codexUsage(value: unknown): Usage {
  const usage = fieldsOf(value);
  return wholeInputUsage({
    input: usage['input_tokens'],
    cacheRead: usage['cached_input_tokens'],
    cacheWrite: usage['cache_write_input_tokens'],
    output: usage['output_tokens'],
  });
}
