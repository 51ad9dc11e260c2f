/**
 * What an OpenAI response says, in the form it has when it is not streamed.
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
import { functionCallItem, responsesCall } from './call.ts';

/** How a response stands that will never say more. One that failed is told by its error. */
const ended: ReadonlySet<unknown> = new Set([undefined, 'completed', 'incomplete']);

/** Reads a whole body. */
export function responsesFacts(value: unknown): ResponseFacts {
  const body = fieldsOf(value);
  const items = listOf(body['output']).filter(isObject);
  const error = responsesError(body);
  const calls = items.map(responsesCall).filter((call) => call !== null);
  return {
    model: textOrNull(body['model']),
    text: answerText(body),
    toolCalls: madeToolCalls({ output: calls.map(functionCallItem) }),
    usage: responsesUsage(body),
    finished: error === null && Array.isArray(body['output']) && ended.has(body['status']),
    error,
    thoughtCharacters: items.reduce((sum, item) => sum + thoughtCharactersOf(item), 0),
  };
}

/** The error in a response, or the body that is one; null when there is none. */
export function responsesError(body: JsonObject): string | null {
  const error = body['error'] ?? null;
  if (error !== null) return errorOf(error);
  return body['status'] === 'failed' ? errorOf({}) : null;
}

/** How much a reasoning item shows, summary and all. */
export function thoughtCharactersOf(item: JsonObject): number {
  if (item['type'] !== 'reasoning') return 0;
  const shown = [...listOf(item['summary']), ...listOf(item['content'])];
  return shown.reduce<number>(
    (sum, part) => sum + (textOrNull(fieldsOf(part)['text'])?.length ?? 0),
    0,
  );
}

/** The usage in a response. */
export function responsesUsage(response: JsonObject): Usage | null {
  const usage = fieldsOf(response['usage']);
  const input = countOrNull(usage['input_tokens']);
  const output = countOrNull(usage['output_tokens']);
  if (input === null && output === null) return null;
  const details = fieldsOf(usage['input_tokens_details']);
  const read = countOrNull(details['cached_tokens']) ?? 0;
  const written = countOrNull(details['cache_write_tokens']) ?? 0;
  return {
    // The input counts what was cached too, the output what was thought.
    inputTokens: Math.max(0, (input ?? 0) - read - written),
    cacheReadTokens: read,
    cacheWriteTokens: written,
    outputTokens: output ?? 0,
  };
}
