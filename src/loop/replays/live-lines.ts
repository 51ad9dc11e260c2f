/**
 * The file of a session that goes on, as lines: its first and its last, and one more at its end.
 *
 * What stands in them is not looked at here, so that a hook that lets a server judge need not load what does.
 */
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { errorCode } from '../../base/error-words.ts';

/** More than the longest line can have. */
const LINE_BYTES_MAX = 16_384;
const LINE_FEED = 0x0a;
const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } = constants;

/** Where a live file has got to. */
export interface LiveLines {
  readonly head: string;
  /** Null when nothing follows the head. */
  readonly last: string | null;
  /** Where the next line begins. */
  readonly endBytes: number;
  readonly isTorn: boolean;
}

/** The lines of a live file; null when it holds nothing yet, `broken` when they have no end. */
export function readLiveLines(file: string): LiveLines | null | 'broken' {
  const opened = openIfThere(file);
  if (opened === null) return null;
  try {
    const { size } = fstatSync(opened);
    const begin = bytesAt(opened, 0, Math.min(size, LINE_BYTES_MAX));
    const headEnd = begin.indexOf(LINE_FEED);
    if (headEnd === -1) return size < LINE_BYTES_MAX ? null : 'broken';
    const from = Math.max(headEnd, size - 2 * LINE_BYTES_MAX);
    const tail = bytesAt(opened, from, size - from);
    const lastEnd = tail.lastIndexOf(LINE_FEED);
    if (lastEnd === -1) return 'broken';
    const endBytes = from + lastEnd + 1;
    const found = {
      head: begin.toString('utf8', 0, headEnd),
      endBytes,
      isTorn: endBytes < size,
    };
    if (endBytes === headEnd + 1) return { ...found, last: null };
    const lastBegin = tail.lastIndexOf(LINE_FEED, lastEnd - 1);
    if (lastBegin === -1) return 'broken';
    return { ...found, last: tail.toString('utf8', lastBegin + 1, lastEnd) };
  } finally {
    closeSync(opened);
  }
}

/** Begins a live file with these lines; what a killed hook left of a head is overwritten. */
export function beginLines(file: string, lines: readonly string[]): void {
  writeAt(openOwn(file, O_RDWR | O_CREAT), 0, lines);
}

/** Appends a line; it is on the disk then. */
export function appendLine(file: string, { endBytes }: Pick<LiveLines, 'endBytes'>, line: string) {
  writeAt(openOwn(file, O_RDWR), endBytes, [line]);
}

function writeAt(opened: number, position: number, lines: readonly string[]): void {
  try {
    ftruncateSync(opened, position);
    writeSync(opened, lines.map((line) => `${line}\n`).join(''), position);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Opens a regular file that has this very name: not what a link leads to, and no pipe that would keep us waiting. */
function openOwn(file: string, flags: number): number {
  const opened = openSync(file, flags | O_NOFOLLOW | O_NONBLOCK);
  if (fstatSync(opened).isFile()) return opened;
  closeSync(opened);
  throw new Error(`${file} is not a regular file`);
}

function bytesAt(opened: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(opened, bytes, 0, length, position));
}

function openIfThere(file: string): number | null {
  try {
    return openOwn(file, O_RDONLY);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
