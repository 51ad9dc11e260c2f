/**
 * A 64-bit SimHash of a text, as 16 hex digits.
 *
 * Features are pairs of neighbouring words, each counted once: counting every occurrence would let
 * the commonest words of a language decide, and long texts would all look alike. A hash without
 * memory cannot see past a long shared instruction, so the head and the tail of a text have a say
 * of their own: the three majorities are combined by exclusive or, which lets a difference in any
 * of them show in full. For short texts the three are the same, and it is the plain SimHash.
 */
import { wordHashes } from './word-hashes.ts';

/** How many words make the head and the tail. */
const END_WORDS = 8;
/** Of longer texts only every second, fourth, … feature is taken, chosen by its own hash. */
const SAMPLING_CHARACTERS = 16_384;
/** From this many features on an even number is made odd; below, a tie is drawn by lot. */
const FEATURES_MANY = 16;
const HALF_BITS = 32;

/** The SimHash of a text as it is; normalise it first where numbers should not count. */
export function simhash(text: string): string {
  const words = wordHashes(text);
  const body = majority(words, 0, words.length, samplingMask(text.length));
  if (words.length <= END_WORDS) return toHex(body.low, body.high);
  const head = majority(words, 0, END_WORDS, 0);
  const tail = majority(words, words.length - END_WORDS, words.length, 0);
  return toHex(body.low ^ head.low ^ tail.low, body.high ^ head.high ^ tail.high);
}

/** Two 32-bit halves of a hash. */
interface Halves {
  readonly low: number;
  readonly high: number;
}

function samplingMask(characters: number): number {
  let mask = 0;
  for (let size = characters; size > SAMPLING_CHARACTERS; size /= 2) mask = mask * 2 + 1;
  return mask;
}

/** For each bit, what most features of the words from `from` to `to` have there. */
function majority(words: readonly number[], from: number, to: number, sampling: number): Halves {
  const pairs = distinctPairs(words, from, to, sampling);
  let lot = 0;
  for (const pair of pairs) lot = (lot + pair) | 0;
  const even = pairs.length >= FEATURES_MANY && pairs.length % 2 === 0;
  if (even) pairs.push(pairs.at(-1) ?? 0);
  const ones = countBits(pairs);
  const low = bitsOver(ones, 0, pairs.length, mixed(lot));
  return { low, high: bitsOver(ones, HALF_BITS, pairs.length, mixed(lot ^ 0x1b873593)) };
}

/** Four bits of a hash as four counters of one byte each. */
const NIBBLE_LANES: readonly number[] = Array.from(
  { length: 16 },
  (_, nibble) => (nibble & 1) | ((nibble & 2) << 7) | ((nibble & 4) << 14) | ((nibble & 8) << 21),
);
const LANE_MAX = 255;

/** How many features have each of 64 bits. */
interface BitCounts {
  /** Four counters of one byte each. */
  readonly lanes: readonly number[];
  /** What did not fit into them; null where all did. */
  readonly ones: readonly number[] | null;
}

/**
 * How many features have each of the 64 bits: sixteen additions a feature instead of 64. In plain lists: most texts are
 * short, and then making typed arrays takes longer than counting, as does moving the counts of few features anywhere.
 */
function countBits(features: readonly number[]): BitCounts {
  const lanes = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  let ones: number[] | null = null;
  let pending = 0;
  for (const low of features) {
    addLanes(lanes, 0, low);
    addLanes(lanes, HALF_BITS / 4, mixed(low ^ 0x5bd1e995));
    pending += 1;
    if (pending === LANE_MAX) {
      ones ??= new Array<number>(2 * HALF_BITS).fill(0);
      emptyLanes(lanes, ones);
      pending = 0;
    }
  }
  return { lanes, ones };
}

function addLanes(lanes: number[], offset: number, half: number): void {
  for (let nibble = 0; nibble < HALF_BITS / 4; nibble += 1) {
    const lane = offset + nibble;
    lanes[lane] = ((lanes[lane] ?? 0) + (NIBBLE_LANES[(half >>> (nibble * 4)) & 15] ?? 0)) | 0;
  }
}

/** Moves the byte counters into the wide ones before they can run over. */
function emptyLanes(lanes: number[], ones: number[]): void {
  for (let lane = 0; lane < lanes.length; lane += 1) {
    const packed = lanes[lane] ?? 0;
    for (let bit = 0; bit < 4; bit += 1) {
      const at = lane * 4 + bit;
      ones[at] = (ones[at] ?? 0) + ((packed >>> (bit * 8)) & LANE_MAX);
    }
    lanes[lane] = 0;
  }
}

/** The bits that more than half of the features have; a tie takes the bit of `lot`. */
function bitsOver(
  { lanes, ones }: BitCounts,
  offset: number,
  features: number,
  lot: number,
): number {
  let bits = 0;
  for (let bit = 0; bit < HALF_BITS; bit += 1) {
    const packed = lanes[(offset + bit) >> 2] ?? 0;
    const count = ((packed >>> ((bit & 3) * 8)) & LANE_MAX) + (ones?.[offset + bit] ?? 0);
    const twice = 2 * count;
    const set = twice === features ? (lot >>> bit) & 1 : twice > features ? 1 : 0;
    bits |= set << bit;
  }
  return bits;
}

/** Each pair of neighbours once, as a 32-bit hash; a single word stands for itself. */
function distinctPairs(
  words: readonly number[],
  from: number,
  to: number,
  sampling: number,
): number[] {
  if (to - from === 1) return [mixed(words[from] ?? 0)];
  if (to - from <= FEW_WORDS) return fewDistinctPairs(words, from, to, sampling);
  const pairs: number[] = [];
  const table = new Int32Array(tableSize(to - from));
  const mask = table.length - 1;
  for (let index = from + 1; index < to; index += 1) {
    const pair = pairOf(words, index);
    if (((pair >>> 1) & sampling) !== 0) continue;
    let slot = (pair >>> 8) & mask;
    while (table[slot] !== 0 && table[slot] !== pair) slot = (slot + 1) & mask;
    if (table[slot] === pair) continue;
    table[slot] = pair;
    pairs.push(mixed(pair));
  }
  return pairs;
}

/** Of so few words a list is searched faster than a table is made. */
const FEW_WORDS = 24;

function fewDistinctPairs(
  words: readonly number[],
  from: number,
  to: number,
  sampling: number,
): number[] {
  const pairs: number[] = [];
  for (let index = from + 1; index < to; index += 1) {
    const pair = pairOf(words, index);
    if (((pair >>> 1) & sampling) !== 0) continue;
    // No two pairs are mixed into the same number.
    const feature = mixed(pair);
    if (!pairs.includes(feature)) pairs.push(feature);
  }
  return pairs;
}

/** A word with the one before it; never 0. */
function pairOf(words: readonly number[], index: number): number {
  return mixed(Math.imul(words[index - 1] ?? 0, 31) ^ (words[index] ?? 0)) | 1;
}

/** A power of two with room to spare. */
function tableSize(words: number): number {
  return 2 ** (33 - Math.clz32(Math.max(4, words)));
}

/** The finalizer of MurmurHash3: every bit of the input reaches every bit of the output. */
function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function toHex(low: number, high: number): string {
  const half = (bits: number) => (bits >>> 0).toString(16).padStart(8, '0');
  return half(high) + half(low);
}
