/**
 * The file of a session that goes on: one line a step, appended and on the disk before the step is answered.
 *
 * What a hook pays does not grow with the session: it reads the first line and the last, and writes one. A hook that
 * is killed leaves at most a torn last line. Its step was never answered, so it is dropped, and the next step says so.
 */
import { parseJson } from '../../base/json-text.ts';
import { type TrajectoryHead, headLine, stepLine } from './chain.ts';
import { appendLine, beginLines, readLiveLines, type LiveLines } from './live-lines.ts';
import { isStep } from './shape.ts';
import type { TrajectoryStep } from './step.ts';

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
  const lines = readLiveLines(file);
  return lines === null || lines === 'broken' ? lines : liveEndOf(lines);
}

/** What the lines say. */
export function liveEndOf({ head, last, endBytes, isTorn }: LiveLines): LiveEnd | 'broken' {
  const first = parseJson(head);
  const step = last === null ? null : parseJson(last);
  const isWhole = isHead(first) && (last === null || isStep(step));
  return isWhole
    ? { head: first, last: last === null ? null : (step as TrajectoryStep), endBytes, isTorn }
    : 'broken';
}

/** Begins a live file with its head and first step. */
export function beginLive(file: string, head: TrajectoryHead, step: TrajectoryStep): void {
  beginLines(file, [headLine(head), stepLine(step)]);
}

/** Appends a step. */
export function appendLive(file: string, end: LiveEnd, step: TrajectoryStep): void {
  appendLine(file, end, stepLine(step));
}

function isHead(head: unknown): head is TrajectoryHead {
  const { session_id: session, part } = (head ?? {}) as Partial<Record<string, unknown>>;
  return typeof session === 'string' && Number.isSafeInteger(part);
}
