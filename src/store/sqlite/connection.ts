/**
 * Opening the file: settings, version, and the one way to write.
 *
 * Every commit is on the disk before it counts (WAL with `synchronous = FULL`). Settings are given as
 * SQL, because the oldest supported Node has no options for them.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import type { Batch } from '../store.ts';
import { watchFiles, type FileWatch } from './file-identity.ts';
import { hasRow, HeadKeeper, requireHead, requireNoHead } from './kept-head.ts';
import { takeWriterLock, type WriterLock } from './lock.ts';
import { MIGRATIONS, READ_AS_NEWEST } from './migrations.ts';

/** How to open a file. */
export interface OpenFile {
  readonly file: string;
  readonly readOnly: boolean;
  readonly busyTimeoutMs: number;
  /** The newest row is kept beside the journal, by a process that lives on. */
  readonly keepsHead: boolean;
  /** A person accepts a journal that is older than it was. */
  readonly acceptsOlder: boolean;
}

/** An open file. */
export interface Connection {
  readonly database: DatabaseSync;
  /** The file, by its real name. */
  readonly file: string;
  /** Runs the work and commits it, all or nothing. */
  write<T>(work: () => T): T;
  /** How often somebody else did something to the file: what was read of it before may not be true any more. */
  touches(): number;
  /** This batch is durable. */
  recorded(batch: Pick<Batch, 'rows' | 'events'>): void;
  close(): void;
}

/** "Trip": says in the file's head whose it is. */
const APPLICATION_ID = 0x54726970;

const LOCK_LOOK_MS = 1_000;

/** Opens the file for writing under the lock, or for reading beside a writer. */
export function openConnection(options: OpenFile): Connection {
  const file = realName(options.file);
  return options.readOnly ? openToRead(file, options) : openToWrite(file, options);
}

function openToRead(file: string, { busyTimeoutMs }: OpenFile): Connection {
  if (!existsSync(file)) {
    throw new StoreError(
      'STORE_UNAVAILABLE',
      `there is no journal at ${file}: check the data folder, or start Tripwire once to make one.`,
    );
  }
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    const version = checkedVersion(database, file);
    if (version === 0) throw emptyToRead(file);
    database.exec(READ_AS_NEWEST[version] ?? '');
  } catch (error) {
    database.close();
    throw error;
  }
  const write = () => {
    throw new StoreError(
      'STORE_UNAVAILABLE',
      `the journal ${file} was opened for reading only: open it for writing to change something.`,
    );
  };
  return {
    database,
    file,
    write,
    touches: () => 0,
    recorded: write,
    close: () => database.close(),
  };
}

function openToWrite(file: string, options: OpenFile): Connection {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const lock = takeWriterLock(file, options.busyTimeoutMs);
  let database: DatabaseSync | null = null;
  try {
    if (!options.acceptsOlder && isEmpty(file)) requireNoHead(file);
    makePrivate(file);
    database = new DatabaseSync(file);
    prepare(database, file, options);
    return connected(database, file, lock, options.keepsHead);
  } catch (error) {
    database?.close();
    lock.release();
    throw error;
  }
}

function connected(
  database: DatabaseSync,
  file: string,
  lock: WriterLock,
  keepsHead: boolean,
): Connection {
  const keeper = new HeadKeeper(file);
  let eventsThen = 0;
  // Damaged pages are told by whoever needs them.
  problemOf(() => {
    eventsThen = eventsSoFar(database);
  });
  const isWhole = () => !isEmpty(file) && isReadWith(file, keeper, eventsThen);
  let touches = 0;
  const watch = watchFiles({ database: file, log: `${file}-wal`, isWhole });
  let lost: Error | null = null;
  // A lock that was removed is taken again before anybody else comes, also while nothing is written.
  const timer = setInterval(() => {
    lost = problemOf(() => lock.require());
  }, LOCK_LOOK_MS).unref();
  return {
    database,
    file,
    write: (work) => {
      if (lost !== null) throw lost;
      if (watch.check()) touches += 1;
      const result = changing(watch, () => inTransaction(database, work));
      // After the commit and before anybody hears of it.
      watch.changed();
      return result;
    },
    touches: () => touches,
    recorded: ({ rows, events = [] }) => {
      const last = rows.at(-1);
      const isStop = events.some(({ eventType }) => eventType === 'hold');
      if (last !== undefined) keeper.recorded(last, keepsHead, isStop);
    },
    close: () => {
      clearInterval(timer);
      if (keepsHead) keeper.keep();
      database.close();
      lock.release();
    },
  };
}

/** A change that fails may have touched the files all the same. */
function changing<T>(watch: FileWatch, change: () => T): T {
  try {
    return change();
  } catch (error) {
    // What is wrong with them is found again, and told, at the next write.
    problemOf(() => watch.changed());
    throw error;
  }
}

function problemOf(look: () => void): Error | null {
  try {
    look();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The number of the newest event that there ever was; it never goes down. */
function eventsSoFar(database: DatabaseSync): number {
  const found = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'events'").get();
  return Number(found?.['seq'] ?? 0);
}

/** Whether a reader that remembers nothing finds what was recorded last, and what was there when the file was opened. */
function isReadWith(file: string, { newest }: HeadKeeper, eventsThen: number): boolean {
  try {
    const fresh = new DatabaseSync(file, { readOnly: true });
    try {
      return (
        checkedVersion(fresh, file) > 0 &&
        eventsSoFar(fresh) >= eventsThen &&
        (newest === null || hasRow(fresh, newest))
      );
    } finally {
      fresh.close();
    }
  } catch {
    return false;
  }
}

/** Nothing is in it. SQLite would throw away the log of such a file, so it is not asked. */
function isEmpty(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/**
 * Makes the file, readable to its owner only; SQLite gives its companions the same mode. A file that is
 * there is never opened here: closing it again would drop the locks that this process has on it.
 */
function makePrivate(file: string): void {
  if (existsSync(file)) chmodSync(file, 0o600);
  else closeSync(openSync(file, 'wx', 0o600));
}

function prepare(
  database: DatabaseSync,
  file: string,
  { busyTimeoutMs, acceptsOlder }: OpenFile,
): void {
  // Typed as always there; the oldest supported Node does not have it.
  const { enableDefensive } = database as Partial<DatabaseSync>;
  enableDefensive?.call(database, true);
  database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  const version = checkedVersion(database, file);
  if (!acceptsOlder && version > 0) requireHead(database, file);
  // Only a new file can be told to give back the pages that a cut sets free.
  if (version === 0) database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  migrate(database, version);
}

function checkedVersion(database: DatabaseSync, file: string): number {
  const version = pragma(database, 'user_version');
  const owner = pragma(database, 'application_id');
  const empty = pragma(database, 'schema_version') === 0;
  if (owner !== APPLICATION_ID && !(empty && version === 0)) {
    throw new StoreError(
      'STORE_CORRUPT',
      `${file} is a database of another program: it is left alone. Choose another data folder.`,
    );
  }
  if (version > MIGRATIONS.length) {
    throw new StoreError(
      'STORE_NEWER',
      `the journal ${file} has version ${version}, this Tripwire knows versions up to ` +
        `${MIGRATIONS.length}: it is left alone. Install the newer Tripwire again, or choose another ` +
        'data folder.',
    );
  }
  return version;
}

function migrate(database: DatabaseSync, version: number): void {
  if (version === MIGRATIONS.length) return;
  inTransaction(database, () => {
    for (const step of MIGRATIONS.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  });
}

function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      database.exec('ROLLBACK');
    } catch {
      // After some errors SQLite has rolled back already and says so.
    }
    throw error;
  }
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

/** Two names of one file must lead to one lock. */
function realName(file: string): string {
  return existsSync(file) ? realpathSync(file) : resolve(file);
}

function emptyToRead(file: string): StoreError {
  return new StoreError(
    'STORE_UNAVAILABLE',
    `the journal ${file} is empty: start Tripwire once, which makes its tables.`,
  );
}
