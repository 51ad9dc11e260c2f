/**
 * Writes a file so that it is there whole or not at all, also when the machine fails: beside it first, on the disk, then
 * into its place, and the folder that now names it on the disk as well.
 *
 * The folder may be one that an agent writes to as well. So the unfinished file has a name that nobody can guess, is
 * made anew and never opened through a link: nothing that somebody put there beforehand is written to.
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from '../error-words.ts';

/** What the name of a file begins with that is not finished. */
export const GROWING = '.growing-';

const NAME_BYTES = 8;
const SYSTEM_SOURCE = '/dev/urandom';
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

/** Whose a file is, and who may do what with it. */
export interface FileOwner {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Who may do what with it: a mode is limited by the process's own, an owner is given exactly. */
interface Access {
  readonly mode?: number;
  readonly owner?: FileOwner;
}

/** Writes all of it or nothing. */
export function writeWhole(file: string, content: string | Uint8Array, access: Access = {}): void {
  putInPlace(file, content, access);
  syncFolder(dirname(file));
}

/** Makes a file with nothing in it, which is there when the machine fails; one that is there keeps what it has. */
export function makeEmpty(file: string, mode: number): void {
  closeSync(openSync(file, 'a', mode));
  syncFolder(dirname(file));
}

/** Removes a file so that it does not come back when the machine fails; one that is not there is gone already. */
export function removeForGood(file: string): void {
  rmSync(file, { force: true });
  syncFolder(dirname(file));
}

/**
 * Writes several files of a folder, each of them whole or not at all, one after the other into its place. The folder goes
 * to the disk once, with the last: a disk that keeps the order of names never has a later one without the earlier.
 */
export function writeInOrder(
  folder: string,
  files: readonly { readonly name: string; readonly text: string }[],
): void {
  for (const { name, text } of files) putInPlace(join(folder, name), text);
  if (files.length > 0) syncFolder(folder);
}

/** On the disk and under its name; the name itself is on the disk when its folder is. */
function putInPlace(
  file: string,
  content: string | Uint8Array,
  { mode = 0o644, owner }: Access = {},
): void {
  const growing = join(dirname(file), `${GROWING}${process.pid}-${randomName()}`);
  try {
    const opened = openSync(growing, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
    try {
      writeFileSync(opened, content);
      if (owner !== undefined) giveTo(opened, owner);
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    renameSync(growing, file);
  } catch (error) {
    rmSync(growing, { force: true });
    throw error;
  }
}

/**
 * Writes over the beginning of a file that is there, which takes no new room, and then gives it its name. A name that is
 * there has all of it.
 */
export function writeOver(spare: string, content: Uint8Array, file: string): void {
  const opened = openSync(spare, O_WRONLY | O_NOFOLLOW);
  try {
    writeSync(opened, content, 0, content.length, 0);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  renameSync(spare, file);
  syncFolder(dirname(file));
}

/**
 * A piece of a name that nobody can guess, 16 digits. The bytes come from the system itself where it gives them as a file:
 * Node's `crypto` would be loaded for them alone, and that takes a quarter of a hook's time.
 */
export function randomName(): string {
  const bytes = systemBytes() ?? process.getBuiltinModule('node:crypto').randomBytes(NAME_BYTES);
  return bytes.toString('hex');
}

/** Null where the system has no such file, or gives less. */
function systemBytes(): Buffer | null {
  try {
    const opened = openSync(SYSTEM_SOURCE, 'r');
    try {
      const bytes = Buffer.alloc(NAME_BYTES);
      return readSync(opened, bytes, 0, NAME_BYTES, null) === NAME_BYTES ? bytes : null;
    } finally {
      closeSync(opened);
    }
  } catch {
    return null;
  }
}

/** The process that was writing this file, if the name is one of an unfinished file. */
export function growingBy(name: string): number | null {
  const [, pid] = /^\.growing-(\d+)-/.exec(name) ?? [];
  return pid === undefined ? null : Number(pid);
}

function giveTo(opened: number, { mode, uid, gid }: FileOwner): void {
  fchmodSync(opened, mode & 0o777);
  // Written as root into the home of somebody, it must stay theirs.
  if (process.getuid?.() === 0) fchownSync(opened, uid, gid);
}

/** Some systems cannot sync a folder, and keep its names by themselves; a disk that fails is another matter. */
const CANNOT_SYNC: ReadonlySet<string | null> = new Set(['EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM']);

function syncFolder(folder: string): void {
  let opened: number | null = null;
  try {
    opened = openSync(folder, 'r');
    fsyncSync(opened);
  } catch (error) {
    if (!CANNOT_SYNC.has(errorCode(error))) throw error;
  } finally {
    if (opened !== null) closeSync(opened);
  }
}
