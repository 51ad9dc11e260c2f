/**
 * Which lines a thread has seen in results: a direct-mapped memory of hashes, so that its size never grows.
 */

const SLOTS = 512;

/** What is left of each hash beside the place it stands at; 0 is none. */
export type LineMemory = readonly number[];

/** Nothing seen yet. */
export function noLines(): LineMemory {
  return new Array<number>(SLOTS).fill(0);
}

/** The share of lines that were not seen before; nothing at all brings nothing. */
export function gainOf(memory: LineMemory, lines: readonly number[]): number {
  if (lines.length === 0) return 0;
  return lines.filter((line) => !isKnownLine(memory, line)).length / lines.length;
}

/** Whether a line was seen. */
export function isKnownLine(memory: LineMemory, line: number): boolean {
  return memory[line % SLOTS] === mark(line);
}

/** The memory after these lines. */
export function withLines(memory: LineMemory, lines: readonly number[]): LineMemory {
  const next = memory.slice();
  for (const line of lines) next[line % SLOTS] = mark(line);
  return next;
}

/** Place and mark together are the whole hash. */
function mark(line: number): number {
  return Math.floor(line / SLOTS) + 1;
}
