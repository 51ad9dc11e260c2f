/**
 * Bounds what a worker's output takes on the disk: its beginning and its end are kept.
 *
 * The worker writes to the file itself, as it would to any other, so nothing that it does differs. A file that grew
 * too long is cut while it grows: its writers append, so what they write next follows what was kept.
 */
import { fstatSync, ftruncateSync, readSync, writeSync } from 'node:fs';

const BYTES_MAX = 16 * 1_024 * 1_024;
const BEGINNING_BYTES = 12 * 1_024 * 1_024;
/** More than anybody reads of a job that has ended. */
const END_BYTES = 1_024 * 1_024;

/** Cuts the open file where it is too long. */
export function boundOutput(output: number): void {
  const { size } = fstatSync(output);
  if (size <= BYTES_MAX) return;
  const end = Buffer.alloc(END_BYTES);
  const kept = readSync(output, end, 0, END_BYTES, size - END_BYTES);
  ftruncateSync(output, BEGINNING_BYTES);
  const leftOut = size - BEGINNING_BYTES - kept;
  writeSync(output, `\n[about ${leftOut} bytes were left out: too much output]\n`);
  writeSync(output, end.subarray(0, kept));
}
