/**
 * Reads JSON of unknown shape without trusting it; every name here has one meaning in the whole house.
 *
 * Clients and providers change what they write from version to version. A field that is missing, or is something else
 * than expected, reads as nothing; a reader takes what it knows and leaves the rest, and none of them throws.
 */

/** An object of JSON, whatever is in it. */
export type JsonObject = Readonly<Record<string, unknown>>;

const NO_FIELDS: JsonObject = Object.freeze({});

/** Whether the value is an object; a list is none. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object; null for everything else, lists included. */
export function objectOrNull(value: unknown): JsonObject | null {
  return isObject(value) ? value : null;
}

/** The fields of an object; none for everything else, lists included. */
export function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : NO_FIELDS;
}

/** The value as a list; an empty one for everything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The value as a text; null for everything else, and for the empty text, which says nothing. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The first of the fields that is a text. */
export function firstText(fields: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const text = textOrNull(fields[name]);
    if (text !== null) return text;
  }
  return null;
}

/** The value as a whole number from 0; null for everything else. */
export function countOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** The value as a whole number from 0; 0 for everything else. */
export function countOrZero(value: unknown): number {
  return countOrNull(value) ?? 0;
}
