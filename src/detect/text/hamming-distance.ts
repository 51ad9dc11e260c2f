/**
 * The distance of two SimHashes: how many of their 64 bits differ.
 */

/** Bits that are set in each hex digit. */
const DIGIT_BITS: readonly number[] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/** How many bits of two hashes of 16 hex digits in lower case differ; where it's `enough` or more, at least so many. */
export function hammingDistance(a: string, b: string, enough = Infinity): number {
  let distance = 0;
  for (let index = 0; index < a.length && distance < enough; index += 1) {
    distance += DIGIT_BITS[digit(a.charCodeAt(index)) ^ digit(b.charCodeAt(index))] ?? 0;
  }
  return distance;
}

/** Whether fewer than `below` bits differ: two hashes that are far apart are told by their first digits, equal ones at once. */
export function isNear(a: string, b: string, below: number): boolean {
  return a === b ? below > 0 : hammingDistance(a, b, below) < below;
}

/** The value of a hex digit in lower case, from its character code. */
function digit(code: number): number {
  return code < 0x3a ? code - 0x30 : code - 0x57;
}
