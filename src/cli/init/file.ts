/**
 * Changes to files that are shown first and written later, each whole or not at all.
 */
import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { writeWhole } from '../../base/node/whole-file.ts';
import { TripwireError } from '../../core/index.ts';

/** What is to become of one file. Null stands for a file that is not there. */
export interface FileChange {
  readonly file: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The copy that is kept beside it; null: none is kept, and one that is there goes. Undefined: not touched. */
  readonly copy?: string | null;
}

const READABLE = 0o644;

/** Where the copy of a file is kept. */
export function copyOf(file: string): string {
  return `${file}.before-tripwire`;
}

/** The text of a file, byte for byte; null when it is not there. */
export function fileText(file: string): string | null {
  if (!isThere(file)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new TripwireError('USAGE', `${file} is not UTF-8 text; nothing was changed`);
  }
}

/** Refuses a change that could not be written, before the first of several is. */
export function requireWritable({ file }: FileChange): void {
  let folder = dirname(isThere(file) ? realpathSync(file) : file);
  while (!isThere(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new TripwireError('USAGE', `${file} cannot be written: ${folder} is not yours to write`);
  }
}

/** Writes the change. Refuses if the file is no longer what it was when the change was shown. */
export function writeChange({ file, before, after, copy }: FileChange): void {
  if (fileText(file) !== before) {
    throw new TripwireError('USAGE', `${file} was changed meanwhile; run this again`);
  }
  if (after !== null) mkdirSync(dirname(file), { recursive: true });
  if (copy === null) rmSync(copyOf(file), { force: true });
  else if (copy !== undefined) writeLike(copyOf(file), copy, file);
  if (after === null) rmSync(file, { force: true });
  else if (after !== before) writeLike(file, after, file);
}

/** With the mode and the owner of `like`. A link stays a link. */
function writeLike(file: string, text: string, like: string): void {
  const target = isThere(file) ? realpathSync(file) : file;
  const owner = isThere(like) ? statSync(like) : { ...ownerOf(dirname(target)), mode: READABLE };
  writeWhole(target, text, { mode: owner.mode & 0o777, owner });
}

function ownerOf(folder: string): { readonly uid: number; readonly gid: number } {
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}

function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}
