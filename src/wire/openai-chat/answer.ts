/**
 * What an OpenAI chat completion says, in the form it has when it is not streamed.
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
export function chatFacts(value: unknown): ResponseFacts {
  const body = fieldsOf(value);
  const choices = listOf(body['choices']);
  const error = chatError(body);
  return {
    model: textOrNull(body['model']),
    text: answerText(body),
    toolCalls: madeToolCalls(body),
    usage: chatUsage(body),
    finished: error === null && choices.length > 0,
    error,
    thoughtCharacters: choices.reduce<number>(
      (sum, choice) => sum + thoughtOf(fieldsOf(fieldsOf(choice)['message'])).length,
      0,
    ),
  };
}

/** The error in a body or a chunk; null when there is none. */
export function chatError(body: JsonObject): string | null {
  if (body['object'] === 'error') return errorOf(body);
  const error = body['error'];
  return error === undefined || error === null ? null : errorOf(error);
}

/** What the model thought; OpenAI does not show it, most compatible providers do. */
export function thoughtOf(message: JsonObject): string {
  return textOrNull(message['reasoning_content']) ?? textOrNull(message['reasoning']) ?? '';
}

/** The usage in a body or a chunk; some providers keep it in a field of their own, or in a choice. */
export function chatUsage(body: JsonObject): Usage | null {
  const inChoice = listOf(body['choices']).map((choice) => fieldsOf(choice)['usage']);
  const usage = [body['usage'], fieldsOf(body['x_groq'])['usage'], ...inChoice].find(isObject);
  if (usage === undefined) return null;
  const prompt = countOrNull(usage['prompt_tokens']);
  const output = countOrNull(usage['completion_tokens']);
  if (prompt === null && output === null) return null;
  const details = fieldsOf(usage['prompt_tokens_details']);
  const read =
    countOrNull(details['cached_tokens']) ?? countOrNull(usage['prompt_cache_hit_tokens']) ?? 0;
  const written = countOrNull(details['cache_write_tokens']) ?? 0;
  return {
    // The prompt counts what was cached too.
    inputTokens: Math.max(0, (prompt ?? 0) - read - written),
    cacheReadTokens: read,
    cacheWriteTokens: written,
    outputTokens: output ?? 0,
  };
}
