/**
 * Writes a file so that it is there whole or not at all: beside it first, on the disk, then into its place.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What the name of a file begins with that is not finished. */
export const GROWING = '.growing-';

/** Writes all of it or nothing. */
export function writeWhole(file: string, text: string, mode = 0o644): void {
  const growing = join(dirname(file), `${GROWING}${process.pid}-${basename(file)}`);
  const opened = openSync(growing, 'w', mode);
  try {
    writeSync(opened, text);
    fsyncSync(opened);
  } catch (error) {
    rmSync(growing, { force: true });
    throw error;
  } finally {
    closeSync(opened);
  }
  renameSync(growing, file);
}

/** The process that was writing this file, if the name is one of an unfinished file. */
export function growingBy(name: string): number | null {
  const [, pid] = /^\.growing-(\d+)-/.exec(name) ?? [];
  return pid === undefined ? null : Number(pid);
}
