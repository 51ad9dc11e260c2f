/**
 * What single chunks of a Gemini answer say about the answer: its error, its usage, what is inside.
 */
import { countOf, errorOf, fieldsOf, isFields, textOf, type Fields } from '../codec-json.ts';
import type { Usage } from '../codec.ts';

/**
 * The chunks in a value: an answer that is not streamed is one, a stream without events is a list of them. One
 * service wraps each once more.
 */
export function geminiChunks(value: unknown): readonly Fields[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter(isFields).map((chunk) => {
    const inner = chunk['response'];
    return isFields(inner) ? inner : chunk;
  });
}

/** The error in a chunk; null when there is none. */
export function geminiError(chunk: Fields): string | null {
  const error = chunk['error'] ?? null;
  if (!isFields(error)) return error === null ? null : errorOf(error);
  return errorOf({ type: error['status'], message: error['message'] });
}

/** The prompt itself was refused: there is no candidate, and none will come. */
export function isBlocked(chunk: Fields): boolean {
  return textOf(fieldsOf(chunk['promptFeedback'])['blockReason']) !== null;
}

/** The usage in a chunk. The counts are those of the whole answer so far, so the last one holds. */
export function geminiUsage(chunk: Fields): Usage | null {
  const usage = fieldsOf(chunk['usageMetadata']);
  const prompt = countOf(usage['promptTokenCount']);
  const said = countOf(usage['candidatesTokenCount']);
  const thought = countOf(usage['thoughtsTokenCount']);
  if (prompt === null && said === null && thought === null) return null;
  const read = countOf(usage['cachedContentTokenCount']) ?? 0;
  return {
    // The prompt counts what was cached too, but not what the provider's tools put in.
    inputTokens:
      Math.max(0, (prompt ?? 0) - read) + (countOf(usage['toolUsePromptTokenCount']) ?? 0),
    cacheReadTokens: read,
    cacheWriteTokens: 0,
    outputTokens: (said ?? 0) + (thought ?? 0),
    source: 'provider',
  };
}
