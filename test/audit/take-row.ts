/** A row of a journal taken by a recorder, as the audit does it: what is over is closed first. */
import type { MeasuredWindow, Recorder } from '../../src/audit/windows/recorder.ts';
import type { JournalEntry } from '../../src/journal/index.ts';

/** The windows that the row closes. */
export function takeRow(
  recorder: Recorder,
  entry: JournalEntry,
  rowHash: string,
): readonly MeasuredWindow[] {
  const closed = [...recorder.closeUntil(recorder.timeOf(entry))];
  recorder.take(entry, rowHash);
  return closed;
}
