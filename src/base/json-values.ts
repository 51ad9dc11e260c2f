/**
 * Reads JSON of unknown shape without trusting it.
 *
 * Clients change their transcripts from version to version. A field that is missing, or is something
 * else than expected, reads as nothing; a reader takes what it knows and leaves the rest.
 */

/** An object of JSON, whatever is in it. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** The value as an object; an empty one for everything else. */
export function fieldsOf(value: unknown): JsonFields {
  return isObject(value) ? value : {};
}

/** Whether the value is an object and no list. */
export function isObject(value: unknown): value is JsonFields {
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

/** The value as a whole number that counts something; 0 for everything else. */
export function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** Arguments that were written as a JSON text are opened. */
export function openedArguments(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value ?? {};
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
