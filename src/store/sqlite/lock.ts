/**
 * One writer for a file: the lock on `FILE.lock`.
 *
 * The lock is one of the operating system's, taken through SQLite on an empty database beside the
 * file and held as long as the store is open. So it ends with its process however that ends: after
 * `kill -9` nothing is stale, and there is no process number to be taken for another's. The journal
 * itself stays unlocked between two writes, because readers and backups must get at it.
 *
 * The name of a locked file can be removed, and whoever comes then makes and locks another. So the holder looks whether
 * the name still leads to its file and takes it again; and who gets the lock looks into `FILE.pid` whether the process
 * that wrote it is still there.
 */
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { processMark } from '../../base/node/process-mark.ts';
import { StoreError } from '../store-error.ts';
import { isBusy } from './failure.ts';

/** The right to write, until it is given back. */
export interface WriterLock {
  /** Throws when another process has it by now. */
  require(): void;
  release(): void;
}

/** Takes the lock, or says who has it. */
export function takeWriterLock(file: string, waitMs: number): WriterLock {
  const note = `${file}.pid`;
  let held = locked(file, waitMs);
  try {
    const other = livingHolder(note);
    if (other !== null) throw lockRemoved(file, other);
    writeFileSync(note, `${process.pid} ${processMark(process.pid) ?? ''}\n`, { mode: 0o600 });
  } catch (error) {
    held.database.close();
    throw error;
  }
  return {
    require: () => {
      if (identityOf(`${file}.lock`) === held.identity) return;
      const again = locked(file, 0);
      held.database.close();
      held = again;
      writeFileSync(note, `${process.pid} ${processMark(process.pid) ?? ''}\n`, { mode: 0o600 });
    },
    release: () => {
      rmSync(note, { force: true });
      held.database.close();
    },
  };
}

function locked(file: string, waitMs: number) {
  const name = `${file}.lock`;
  const database = new DatabaseSync(name);
  try {
    chmodSync(name, 0o600);
    database.exec(`PRAGMA busy_timeout = ${waitMs}`);
    database.exec('BEGIN IMMEDIATE');
    return { database, identity: identityOf(name) };
  } catch (error) {
    database.close();
    throw isBusy(error) ? heldByAnother(file, `${file}.pid`, waitMs) : error;
  }
}

function identityOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}

function heldByAnother(file: string, note: string, waitMs: number): StoreError {
  const pid = readNote(note)?.pid;
  const holder = pid === undefined ? '' : ` (process ${pid})`;
  return new StoreError(
    'STORE_UNAVAILABLE',
    `the journal ${file} is in use by another Tripwire${holder}, also after ${waitMs} ms: ` +
      'stop that one, or give this one a data folder of its own.',
  );
}

function lockRemoved(file: string, pid: number): StoreError {
  return new StoreError(
    'STORE_UNAVAILABLE',
    `the journal ${file} is in use by another Tripwire (process ${pid}), although ${file}.lock was removed ` +
      'under it: stop that one first. Two would let through what the other one stopped.',
  );
}

/** Another process that wrote the note and did not end; null where that cannot be told. */
function livingHolder(note: string): number | null {
  const { pid, mark } = readNote(note) ?? {};
  if (pid === undefined || pid === process.pid || mark === undefined) return null;
  return processMark(pid) === mark ? pid : null;
}

function readNote(
  note: string,
): { readonly pid: number; readonly mark: string | undefined } | null {
  try {
    const [, pid, mark] = /^(\d+)(?: (\S+))?\s*$/.exec(readFileSync(note, 'utf8')) ?? [];
    return pid === undefined ? null : { pid: Number(pid), mark };
  } catch {
    // It is just starting, or just ending.
    return null;
  }
}
