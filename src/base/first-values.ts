/**
 * A JSON value of bounded size: the value itself, or a copy of its first values.
 *
 * No tool takes or returns so much structure; a body made to cost time may.
 */

/** Values in one argument or result; more are left out. */
const VALUES_MAX = 20_000;
const DEPTH_MAX = 32;

/** The value as it is when it is small enough, else a copy without what is too much. */
export function firstValues(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const counter: Counter = { left: VALUES_MAX, cut: false };
  const copy = copyOf(value, 0, counter);
  return counter.cut ? copy : value;
}

interface Counter {
  left: number;
  cut: boolean;
}

function copyOf(value: unknown, depth: number, counter: Counter): unknown {
  counter.left -= 1;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEPTH_MAX) {
    counter.cut = true;
    return '…';
  }
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    for (const member of value) {
      if (isFull(counter)) break;
      copy.push(copyOf(member, depth + 1, counter));
    }
    return copy;
  }
  const copy: [string, unknown][] = [];
  for (const key of Object.keys(value)) {
    if (isFull(counter)) break;
    const member = (value as Readonly<Record<string, unknown>>)[key];
    copy.push([key, copyOf(member, depth + 1, counter)]);
  }
  return Object.fromEntries(copy);
}

function isFull(counter: Counter): boolean {
  if (counter.left <= 0) counter.cut = true;
  return counter.left <= 0;
}
