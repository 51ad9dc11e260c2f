/**
 * Reads a file in a folder that somebody else may write to: only a regular file, never through a link at its name,
 * never more than a bound, never waiting.
 *
 * An agent can put a pipe, a device or a link in the place of every file that we keep beside its work. A pipe would
 * keep us waiting until the client gives up on its hook and runs the tool; a link would make us read, with our rights,
 * what the agent may not. What is read is data: no message repeats it.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { errorCode } from '../error-words.ts';

const WRITABLE_BY_OTHERS = 0o022;
/** Larger files are refused. */
const BYTES_MAX_DEFAULT = 16 * 1_024 * 1_024;

/** Why a file was not read; the words name the file and what it is, never what is in it. */
export class UnsafeFileError extends Error {
  override readonly name = 'UnsafeFileError';
  readonly kind: 'link' | 'not-a-file' | 'not-owned' | 'too-large';

  constructor(kind: UnsafeFileError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What of a file is wanted. */
export interface SafeReading {
  readonly bytesMax?: number;
  /** Links are followed where people use them on purpose, such as in the settings of a client. */
  readonly followsLinks?: boolean;
  /** Only a file of these users that nobody else may write to. */
  readonly owners?: readonly number[];
}

/** The text of a file; null where there is none. Throws where something else is in its place. */
export function readTextSafely(file: string, reading: SafeReading = {}): string | null {
  return readBytesSafely(file, reading)?.toString('utf8') ?? null;
}

/** The bytes of a file; null where there is none. Throws where something else is in its place. */
export function readBytesSafely(
  file: string,
  { bytesMax = BYTES_MAX_DEFAULT, followsLinks = false, owners }: SafeReading = {},
): Buffer | null {
  return withSafeFile(file, followsLinks, (opened, { size, uid, mode }) => {
    const isTheirs = owners?.includes(uid) === true && (mode & WRITABLE_BY_OTHERS) === 0;
    if (owners !== undefined && !isTheirs) {
      throw new UnsafeFileError(
        'not-owned',
        `${file} is not a file of root that only root can change`,
      );
    }
    if (size > bytesMax)
      throw new UnsafeFileError('too-large', `${file} has more than ${bytesMax} bytes`);
    return bytesAt(opened, 0, size);
  });
}

/** The last bytes of a file; null where there is none. */
export function readTailSafely(file: string, bytesMax: number): Buffer | null {
  return withSafeFile(file, true, (opened, { size }) => {
    const from = Math.max(0, size - bytesMax);
    return bytesAt(opened, from, size - from);
  });
}

/** Bytes of a file that grows, from a place on, counted from its end where that is negative; null where there is none. */
export function readPartSafely(
  file: string,
  from: number,
  bytesMax: number,
): { readonly bytes: Buffer; readonly next: number } | null {
  return withSafeFile(file, false, (opened, { size }) => {
    // One that was too long may have been cut.
    const start = from < 0 ? Math.max(0, size + from) : Math.min(from, size);
    const bytes = bytesAt(opened, start, Math.min(bytesMax, size - start));
    return { bytes, next: start + bytes.length };
  });
}

function withSafeFile<Value>(
  file: string,
  followsLinks: boolean,
  read: (opened: number, stat: Stats) => Value,
): Value | null {
  let opened: number;
  try {
    opened = openRegular(file, followsLinks);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  try {
    return read(opened, fstatSync(opened));
  } finally {
    closeSync(opened);
  }
}

function openRegular(file: string, followsLinks: boolean): number {
  const noFollow = followsLinks ? 0 : constants.O_NOFOLLOW;
  let opened: number;
  try {
    // A pipe without a writer would wait; a terminal must not become ours.
    opened = openSync(
      file,
      constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | noFollow,
    );
  } catch (error) {
    if (isLink(error)) throw new UnsafeFileError('link', `${file} is a link, and must be a file`);
    throw error;
  }
  if (fstatSync(opened).isFile()) return opened;
  closeSync(opened);
  throw new UnsafeFileError('not-a-file', `${file} is not a regular file`);
}

function bytesAt(opened: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let read = 0;
  for (let more = 1; more > 0 && read < length; read += more) {
    more = readSync(opened, bytes, read, length - read, from + read);
  }
  return bytes.subarray(0, read);
}

function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR';
}

function isLink(error: unknown): boolean {
  return errorCode(error) === 'ELOOP' || errorCode(error) === 'EMLINK';
}
