/**
 * What an Anthropic message says, in the form it has when it is not streamed.
 */
import {
  countOrNull,
  fieldsOf,
  isObject,
  listOf,
  textOrNull,
  type JsonObject,
} from '../../base/json-values.ts';
import { errorOf } from '../codec-json.ts';
import type { ResponseFacts } from '../codec.ts';
import { answerText, madeToolCalls } from '../made-tool-calls.ts';
import type { Usage } from '../usage.ts';

/** Reads a whole body. */
export function anthropicFacts(value: unknown): ResponseFacts {
  const body = fieldsOf(value);
  const error = body['type'] === 'error' ? errorOf(body['error'] ?? {}) : null;
  return {
    model: textOrNull(body['model']),
    text: answerText(body),
    toolCalls: madeToolCalls(body),
    usage: anthropicUsage([body['usage']]),
    finished: error === null && Array.isArray(body['content']),
    error,
    thoughtCharacters: listOf(body['content']).reduce<number>(
      (sum, block) => sum + (textOrNull(fieldsOf(block)['thinking'])?.length ?? 0),
      0,
    ),
  };
}

/**
 * The usage that was stated, in one place or in several; null when there is none.
 *
 * The counts are cumulative, so the last one holds. But some gateways state the input only at the start and a
 * zero at the end, others the reverse: a zero takes nothing back.
 */
export function anthropicUsage(stated: readonly unknown[]): Usage | null {
  const told = stated.filter(isObject);
  const last = (read: (usage: JsonObject) => number | null) => {
    const counts = told.map(read).filter((count) => count !== null);
    return counts.length === 0 ? null : (counts.findLast((count) => count > 0) ?? 0);
  };
  const input = last((usage) => countOrNull(usage['input_tokens']));
  const output = last((usage) => countOrNull(usage['output_tokens']));
  if (input === null && output === null) return null;
  const hour = last(hourWrites) ?? 0;
  return {
    inputTokens: input ?? 0,
    cacheReadTokens: last((usage) => countOrNull(usage['cache_read_input_tokens'])) ?? 0,
    cacheWriteTokens: last(cacheWrites) ?? 0,
    ...(hour === 0 ? {} : { cacheWriteHourTokens: hour }),
    outputTokens: output ?? 0,
  };
}

/** What was written into the cache for an hour, which is dearer. */
function hourWrites({ cache_creation: parts }: JsonObject): number | null {
  return isObject(parts) ? countOrNull(parts['ephemeral_1h_input_tokens']) : null;
}

/** What was written into the cache, in one number or by how long it stays. */
function cacheWrites(usage: JsonObject): number | null {
  const whole = countOrNull(usage['cache_creation_input_tokens']);
  const parts = usage['cache_creation'];
  if (whole !== null || !isObject(parts)) return whole;
  return Object.values(parts).reduce<number>((sum, part) => sum + (countOrNull(part) ?? 0), 0);
}
