/**
 * What SQLite's errors mean to a person, and to a program.
 *
 * The table gives for each primary error code what happened and what to do. Most pass: the store
 * goes on by itself once the cause is gone.
 */
import { errorWords } from '../../base/error-words.ts';
import { StoreError, type StoreErrorCode } from '../store-error.ts';

interface Meaning {
  readonly code: StoreErrorCode;
  readonly what: string;
  readonly remedy: string;
}

const GOES_ON = 'A running Tripwire then continues by itself.';

/** By SQLite's primary result code. */
const MEANINGS: Readonly<Record<number, Meaning>> = {
  5: unavailable(
    'another program is writing to it',
    `End that program (a second Tripwire, a database browser, a backup). ${GOES_ON}`,
  ),
  7: unavailable('there is not enough memory', `Free some. ${GOES_ON}`),
  8: unavailable(
    'it may only be read',
    'Check the permissions of the file and its folder, and whether the disk is ' +
      `mounted read-only. ${GOES_ON}`,
  ),
  10: unavailable(
    'the disk reports an error',
    `Check the free space, the limit on the size of files and the health of the disk. ${GOES_ON}`,
  ),
  11: corrupt('its content is damaged'),
  13: unavailable('the disk is full', `Free some space. ${GOES_ON}`),
  14: unavailable(
    'it cannot be opened',
    'Check that the file is there, that the folder is one, and that this user may use both.',
  ),
  26: corrupt('it is not a database'),
};

/** The operating system's errors, which come up before SQLite is asked, by SQLite's words for them. */
const SYSTEM_CODES: Readonly<Record<string, number>> = {
  EACCES: 8,
  EEXIST: 14,
  EIO: 10,
  ENOENT: 14,
  ENOSPC: 13,
  ENOTDIR: 14,
  EPERM: 8,
  EROFS: 8,
};

const UNKNOWN_MEANING = unavailable('an unexpected error', 'Report it with this message.');

/** The error of a store for what went wrong with this file. */
export function storeFailure(error: unknown, file: string, doing: string): StoreError {
  if (error instanceof StoreError) return error;
  const said = errorWords(error);
  const sqliteCode = sqliteCodeOf(error);
  const { code, what, remedy } = MEANINGS[primary(sqliteCode)] ?? UNKNOWN_MEANING;
  return new StoreError(
    code,
    `${doing} failed on the journal ${file}: ${what} (${said}, code ${sqliteCode ?? 'unknown'}). ${remedy}`,
  );
}

/** True when the statement, not the disk, is at fault: a rule of the tables forbids it. */
export function isConstraint(error: unknown): boolean {
  return primary(sqliteCodeOf(error)) === 19;
}

/** True when somebody else holds the lock. */
export function isBusy(error: unknown): boolean {
  return primary(sqliteCodeOf(error)) === 5;
}

function sqliteCodeOf(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode;
  const system = 'code' in error ? SYSTEM_CODES[String(error.code)] : undefined;
  return system ?? null;
}

/** The low byte names the kind, the rest of an extended code the circumstances. */
function primary(sqliteCode: number | null): number {
  return sqliteCode === null ? -1 : sqliteCode & 0xff;
}

function unavailable(what: string, remedy: string): Meaning {
  return { code: 'STORE_UNAVAILABLE', what, remedy };
}

function corrupt(what: string): Meaning {
  return {
    code: 'STORE_CORRUPT',
    what,
    remedy:
      'Keep a copy of it. Then restore the folder from a backup, or move the file away together with ' +
      'its -wal and -shm to begin a new journal.',
  };
}
