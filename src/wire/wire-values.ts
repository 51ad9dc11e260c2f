/**
 * Reads JSON of unknown shape without trusting it.
 *
 * Bodies come from clients and providers of all kinds. A field that is missing, or is something else than
 * expected, reads as nothing; no reader of a body ever throws.
 */

/** An object of JSON, whatever is in it. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object of JSON; null for everything else, lists included. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : null;
}

/** The value as a list; an empty one for everything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The value as a text; null for everything else, the empty text included. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The first of the fields that is a text. */
export function firstText(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const text = textOf(fields[name]);
    if (text !== null) return text;
  }
  return null;
}
