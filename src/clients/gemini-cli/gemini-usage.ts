/** Gemini CLI counts cached tokens among the input and thoughts beside the output. */
import { countOrZero, type JsonObject } from '../../base/json-values.ts';
import type { Usage } from '../../prices/index.ts';

/** A usage as Gemini CLI writes it down. */
export function geminiUsage(tokens: JsonObject): Usage {
  const cacheReadTokens = countOrZero(tokens['cached']);
  return {
    inputTokens: Math.max(
      0,
      countOrZero(tokens['input']) + countOrZero(tokens['tool']) - cacheReadTokens,
    ),
    cacheReadTokens,
    cacheWriteTokens: 0,
    outputTokens: countOrZero(tokens['output']) + countOrZero(tokens['thoughts']),
  };
}
