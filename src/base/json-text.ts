/** Reads texts that may be JSON. */
import { hasMoreValues } from './json-size.ts';

/** Far more than a tool takes; reading many times as many would keep everybody waiting. A text with more stays a text. */
const OPENED_VALUES_MAX = 100_000;

/** The value that a text is in JSON; undefined, which JSON cannot write, for a text that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The value that a text is in JSON; the text itself when it is none. */
export function jsonOrText(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}

/**
 * An object or list for a string that is one in JSON; anything else as it is.
 *
 * Models and clients write the same arguments as an object at one time and as its text at another.
 */
export function openedJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  if (hasMoreValues(value, OPENED_VALUES_MAX)) return value;
  return parseJson(value) ?? value;
}
