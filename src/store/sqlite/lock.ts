/**
 * One writer for a file: the lock on `FILE.lock`.
 *
 * The lock is one of the operating system's, taken through SQLite on an empty database beside the
 * file and held as long as the store is open. So it ends with its process however that ends: after
 * `kill -9` nothing is stale, and there is no process number to be taken for another's. The journal
 * itself stays unlocked between two writes, because readers and backups must get at it.
 *
 * `FILE.pid` only tells people who holds the lock.
 */
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import { isBusy } from './failure.ts';

/** The right to write, until it is given back. */
export interface WriterLock {
  release(): void;
}

/** Takes the lock, or says who has it. */
export function takeWriterLock(file: string, waitMs: number): WriterLock {
  const note = `${file}.pid`;
  const lock = new DatabaseSync(`${file}.lock`);
  try {
    chmodSync(`${file}.lock`, 0o600);
    lock.exec(`PRAGMA busy_timeout = ${waitMs}`);
    lock.exec('BEGIN IMMEDIATE');
    writeFileSync(note, `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    lock.close();
    throw isBusy(error) ? heldByAnother(file, note, waitMs) : error;
  }
  return {
    release: () => {
      rmSync(note, { force: true });
      lock.close();
    },
  };
}

function heldByAnother(file: string, note: string, waitMs: number): StoreError {
  return new StoreError(
    'STORE_UNAVAILABLE',
    `the journal ${file} is in use by another Tripwire${holder(note)}, also after ${waitMs} ms: ` +
      'stop that one, or give this one a data folder of its own.',
  );
}

function holder(note: string): string {
  try {
    return ` (process ${Number(readFileSync(note, 'utf8'))})`;
  } catch {
    // It is just starting, or just ending.
    return '';
  }
}
