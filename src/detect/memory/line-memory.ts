/**
 * Which lines a thread has seen in results: a memory of hashes whose size never grows.
 *
 * Every line has two places that it shares with others, and the one seen longest ago gives way: with a single place two
 * lines that meet in it would push each other out on every lap of a loop and look new each time.
 */

const SETS = 256;
const PLACES = 2;

/** What is left of each hash beside the set it belongs to, the latest first; 0 is none. */
export type LineMemory = readonly number[];

/** Nothing seen yet: the same for all threads, because a memory is copied when something is added. */
export const NO_LINES: LineMemory = Object.freeze(new Array<number>(SETS * PLACES).fill(0));

/** Of a long result only a sample is kept, the smallest hashes. A part of it has others, but its smallest are among them. */
const SURE_SAMPLE = 8;

/** The share of lines that were not seen before; nothing at all brings nothing. */
export function gainOf(memory: LineMemory, lines: readonly number[]): number {
  const { length } = lines;
  if (length === 0) return 0;
  let fresh = 0;
  for (let index = 0; index < length; index += 1) {
    if (!isKnownLine(memory, lines[index] ?? 0)) fresh += 1;
    if (index === SURE_SAMPLE - 1 && fresh === 0 && length > SURE_SAMPLE) return 0;
  }
  return fresh / length;
}

/** Whether a line was seen. */
export function isKnownLine(memory: LineMemory, line: number): boolean {
  const place = placeOf(line);
  const mark = markOf(line);
  return memory[place] === mark || memory[place + 1] === mark;
}

/** The memory after these lines. */
export function withLines(memory: LineMemory, lines: readonly number[]): LineMemory {
  // Words alone have no lines, and what is the latest in its places already changes nothing: no copy is made for these.
  let next: number[] | null = null;
  for (const line of lines) {
    const place = placeOf(line);
    const mark = markOf(line);
    if ((next ?? memory)[place] === mark) continue;
    next ??= memory.slice();
    next[place + 1] = next[place] ?? 0;
    next[place] = mark;
  }
  return next ?? memory;
}

function placeOf(line: number): number {
  return (line % SETS) * PLACES;
}

/** Set and mark together are the whole hash. */
function markOf(line: number): number {
  return Math.floor(line / SETS) + 1;
}
