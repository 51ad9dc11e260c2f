/**
 * The file of a session that goes on: one line a step, appended and on the disk before the step is answered.
 *
 * What a hook pays does not grow with the session: it reads the first line and the last, and writes one. A hook that
 * is killed leaves at most a torn last line. Its step was never answered, so it is dropped, and the next step says so.
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
import { type TrajectoryHead, headLine, stepLine } from './chain.ts';
import { isStep } from './shape.ts';
import type { TrajectoryStep } from './step.ts';

/** More than the longest line can have. */
const LINE_BYTES_MAX = 16_384;
const LINE_FEED = 0x0a;
const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } = constants;

/** Where a trajectory that goes on has got to. */
export interface LiveEnd {
  readonly head: TrajectoryHead;
  /** Null when nothing follows the head. */
  readonly last: TrajectoryStep | null;
  /** Where the next line begins. */
  readonly endBytes: number;
  readonly isTorn: boolean;
}

/** The end of a live file; null when it holds nothing yet, `broken` when it cannot be gone on with. */
export function readLiveEnd(file: string): LiveEnd | null | 'broken' {
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
    const found = { endBytes, isTorn: endBytes < size };
    const head = JSON.parse(begin.toString('utf8', 0, headEnd)) as unknown;
    if (!isHead(head)) return 'broken';
    if (endBytes === headEnd + 1) return { head, last: null, ...found };
    const lastBegin = tail.lastIndexOf(LINE_FEED, lastEnd - 1);
    if (lastBegin === -1) return 'broken';
    const last = JSON.parse(tail.toString('utf8', lastBegin + 1, lastEnd)) as unknown;
    return isStep(last) ? { head, last, ...found } : 'broken';
  } catch (error) {
    if (error instanceof SyntaxError) return 'broken';
    throw error;
  } finally {
    closeSync(opened);
  }
}

/** Begins a live file with its head and first step; what a killed hook left of a head is overwritten. */
export function beginLive(file: string, head: TrajectoryHead, step: TrajectoryStep): void {
  writeAt(openOwn(file, O_RDWR | O_CREAT), 0, `${headLine(head)}\n${stepLine(step)}\n`);
}

/** Appends a step. */
export function appendLive(file: string, { endBytes }: LiveEnd, step: TrajectoryStep): void {
  writeAt(openOwn(file, O_RDWR), endBytes, `${stepLine(step)}\n`);
}

function writeAt(opened: number, position: number, text: string): void {
  try {
    ftruncateSync(opened, position);
    writeSync(opened, text, position);
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

function isHead(head: unknown): head is TrajectoryHead {
  const { session_id: session, part } = (head ?? {}) as Partial<Record<string, unknown>>;
  return typeof session === 'string' && Number.isSafeInteger(part);
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
