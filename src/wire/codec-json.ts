/**
 * Reads a provider's JSON without trusting it.
 *
 * A field that is missing, or is something else than expected, reads as nothing; no reader of an answer throws.
 */
import { jsonOrText } from '../base/json-text.ts';
import { isObject, textOrNull } from '../base/json-values.ts';
import type { SseFrame } from './sse-frames.ts';

/** An error as providers write it, in one line; null when there is none. */
export function errorOf(value: unknown): string | null {
  if (!isObject(value)) return textOrNull(value);
  const code = typeof value['code'] === 'number' ? String(value['code']) : value['code'];
  const kind = textOrNull(value['type']) ?? textOrNull(code);
  const words = textOrNull(value['message']);
  return [kind, words].filter((one) => one !== null).join(': ') || 'an error without words';
}

/**
 * The values that a frame carries. What is no JSON stays a text.
 *
 * Some servers forget the blank line between events, and some clients read such streams line by line. So data
 * that is not JSON as a whole is read by its lines: what a client may see, we see.
 */
export function frameValues({ data }: SseFrame): readonly unknown[] {
  if (data === '') return [];
  const whole = jsonOrText(data);
  if (whole !== data || !data.includes('\n')) return [whole];
  return data.split('\n').map((line) => jsonOrText(line.trim()));
}
