/**
 * Whether a value from a file is no larger than the loop writes it: what an agent put into its files must not make a
 * server work for long.
 */

/** More than the loop keeps of anything. */
const ENTRIES_MAX = 500;
const VALUES_MAX = 40_000;
const CHARS_MAX = 32_768;
const DEPTH_MAX = 16;

/** Whether every list, text and the whole of it are of a usual size. */
export function isModest(value: unknown): boolean {
  return valuesIn(value, VALUES_MAX, DEPTH_MAX) <= VALUES_MAX;
}

/** How many values are in it; infinitely many when one of them is too large, or together they are more than so many. */
function valuesIn(value: unknown, most: number, depth: number): number {
  if (typeof value === 'string') return value.length <= CHARS_MAX ? 1 : Infinity;
  if (typeof value !== 'object' || value === null) return 1;
  if (depth === 0) return Infinity;
  const entries = Object.entries(value);
  if (entries.length > ENTRIES_MAX) return Infinity;
  let count = 1;
  for (const [key, one] of entries) {
    count += key.length <= CHARS_MAX ? valuesIn(one, most - count, depth - 1) : Infinity;
    if (count > most) return Infinity;
  }
  return count;
}
