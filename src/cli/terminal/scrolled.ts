/**
 * A table that is higher than the terminal: the heading, the rows from where a person scrolled to, and how many are left.
 */
import { span, type Line } from './styled-line.ts';

/** Where each key leads, by line, by page, to the beginning and to the end. */
const keys: Readonly<Record<string, (from: number, page: number) => number>> = {
  '\u001b[A': (from) => from - 1,
  k: (from) => from - 1,
  '\u001b[B': (from) => from + 1,
  j: (from) => from + 1,
  '\u001b[5~': (from, page) => from - page,
  '\u001b[6~': (from, page) => from + page,
  g: () => 0,
  G: () => Infinity,
};

/** A sequence of the terminal, or any other character. */
const KEY = new RegExp(String.raw`${'\u001b'}\[[\d;]*[A-Za-z~]|[^]`, 'gu');

/** The keys in what a terminal sent: one that is held down, or a slow line, sends several at once. */
export function keysIn(sent: string): readonly string[] {
  return sent.match(KEY) ?? [];
}

/** Where the table begins after a key, among so many rows of which so many fit. */
export function scrolledTo(key: string, from: number, rows: number, page: number): number {
  const moved = Object.hasOwn(keys, key) ? (keys[key]?.(from, page) ?? from) : from;
  return Math.max(0, Math.min(moved, rows - page));
}

/** The lines that fit, the heading always first. */
export function scrolled(lines: readonly Line[], from: number, room: number): readonly Line[] {
  const [heading, ...rows] = lines;
  if (heading === undefined || lines.length <= room) return lines;
  const page = Math.max(1, room - 2);
  const start = Math.max(0, Math.min(from, rows.length - page));
  const [above, below] = [start, rows.length - start - page];
  const left = `${above} above, ${below} below; arrow keys scroll`;
  return [heading, ...rows.slice(start, start + page), [span(left, 'dim')]];
}
