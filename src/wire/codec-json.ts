/**
 * Reads a provider's JSON without trusting it.
 *
 * A field that is missing, or is something else than expected, reads as nothing; no reader of an answer throws.
 */
import type { SseFrame } from './sse-frames.ts';

/** An object of JSON, whatever is in it. */
export type Fields = Readonly<Record<string, unknown>>;

const NO_FIELDS: Fields = Object.freeze({});

/** The value as an object of JSON; an empty one for everything else. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : NO_FIELDS;
}

/** Whether the value is an object of JSON; a list is none. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as a list; an empty one for everything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The value as a text; null for everything else, the empty text included. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The value as a count; null for everything that counts nothing. */
export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** An error as providers write it, in one line; null when there is none. */
export function errorOf(value: unknown): string | null {
  if (!isFields(value)) return textOf(value);
  const kind = textOf(value['type']) ?? textOf(value['code']);
  const words = textOf(value['message']);
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
  const whole = parsed(data);
  if (whole !== data || !data.includes('\n')) return [whole];
  return data.split('\n').map((line) => parsed(line.trim()));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
