/**
 * Headers as they came: name and value, in order, repeats and spelling kept.
 *
 * What is forwarded must be what was sent, and what decides who is asking must see every repeat; a table by name
 * would hide both.
 */

export type HeaderPair = readonly [name: string, value: string];
export type HeaderPairs = readonly HeaderPair[];

/** The pairs of a flat list of names and values, as Node gives it. */
export function pairsOf(rawHeaders: readonly string[]): HeaderPairs {
  const pairs: HeaderPair[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  }
  return pairs;
}

/** Whether a header is there; its name in lower case. */
export function hasHeader(pairs: HeaderPairs, name: string): boolean {
  return firstOf(pairs, name) !== undefined;
}

/** The first value of a header, without a list of all; its name in lower case. */
export function firstOf(pairs: HeaderPairs, name: string): string | undefined {
  for (const [one, value] of pairs) {
    if (one.length === name.length && one.toLowerCase() === name) return value;
  }
  return undefined;
}

/** All values of a header; its name in lower case. */
export function valuesOf(pairs: HeaderPairs, name: string): readonly string[] {
  let values: string[] | null = null;
  for (const [one, value] of pairs) {
    // The names that are asked for are ASCII, so another length is another name.
    if (one.length === name.length && one.toLowerCase() === name) (values ??= []).push(value);
  }
  return values ?? NO_VALUES;
}

/** Most headers that a request is asked for are not there. */
const NO_VALUES: readonly string[] = Object.freeze([]);
