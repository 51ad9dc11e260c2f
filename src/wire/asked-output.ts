/**
 * How long an answer may get, as the request says it: tokens of one answer, times the answers that are asked for.
 *
 * Each format reads its own field. Another one would be a bound that its provider does not keep.
 */
import { objectOrNull, type JsonObject } from '../base/json-values.ts';
import type { WireFormat } from './wire-format.ts';

/** The longest answer that the request leaves room for; null when it sets no bound. */
export function askedOutputTokens(body: JsonObject, format: WireFormat): number | null {
  switch (format) {
    case 'anthropic':
      return tokens(body['max_tokens']);
    case 'openai-responses':
      return tokens(body['max_output_tokens']);
    case 'openai-chat':
      // Servers read the older name, the newer one, or either: the larger of both may come.
      return times(
        largest(tokens(body['max_completion_tokens']), tokens(body['max_tokens'])),
        body['n'],
      );
    case 'gemini': {
      const config =
        objectOrNull(body['generationConfig']) ?? objectOrNull(body['generation_config']) ?? {};
      const most = config['maxOutputTokens'] ?? config['max_output_tokens'];
      return times(tokens(most), config['candidateCount'] ?? config['candidate_count']);
    }
  }
}

function tokens(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null;
}

function largest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

function times(most: number | null, answers: unknown): number | null {
  return most === null ? null : most * (tokens(answers) ?? 1);
}
