/**
 * What single chunks of a Gemini answer say about the answer: its error, its usage, what is inside.
 */
import {
  countOrNull,
  fieldsOf,
  isObject,
  textOrNull,
  type JsonObject,
} from '../../base/json-values.ts';
import { errorOf } from '../codec-json.ts';
import type { Usage } from '../usage.ts';

/**
 * The chunks in a value: an answer that is not streamed is one, a stream without events is a list of them. One
 * service wraps each once more.
 */
export function geminiChunks(value: unknown): readonly JsonObject[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter(isObject).map((chunk) => {
    const inner = chunk['response'];
    return isObject(inner) ? inner : chunk;
  });
}

/** The error in a chunk; null when there is none. */
export function geminiError(chunk: JsonObject): string | null {
  const error = chunk['error'] ?? null;
  if (!isObject(error)) return error === null ? null : errorOf(error);
  return errorOf({ type: error['status'], message: error['message'] });
}

/** The prompt itself was refused: there is no candidate, and none will come. */
export function isBlocked(chunk: JsonObject): boolean {
  return textOrNull(fieldsOf(chunk['promptFeedback'])['blockReason']) !== null;
}

/** The usage in a chunk. The counts are those of the whole answer so far, so the last one holds. */
export function geminiUsage(chunk: JsonObject): Usage | null {
  const usage = fieldsOf(chunk['usageMetadata']);
  const prompt = countOrNull(usage['promptTokenCount']);
  const said = countOrNull(usage['candidatesTokenCount']);
  const thought = countOrNull(usage['thoughtsTokenCount']);
  if (prompt === null && said === null && thought === null) return null;
  const read = countOrNull(usage['cachedContentTokenCount']) ?? 0;
  return {
    // The prompt counts what was cached too, but not what the provider's tools put in.
    inputTokens:
      Math.max(0, (prompt ?? 0) - read) + (countOrNull(usage['toolUsePromptTokenCount']) ?? 0),
    cacheReadTokens: read,
    cacheWriteTokens: 0,
    outputTokens: (said ?? 0) + (thought ?? 0),
  };
}
