/**
 * The newest row that the journal is known to have had, kept in a file beside it.
 *
 * A chain cannot show that its end is missing. A journal that was restored from a backup, cut or deleted is a valid
 * shorter one, and the stops that were recorded since are not in it. The kept row shows that: whoever opens the journal
 * for writing looks for it, and refuses where it is gone, until a person accepts the older journal.
 *
 * The file is written some seconds after the rows, and at once for a stop, never before they are durable. So it is
 * never ahead of the journal. Its name does not begin with the journal's, because people remove `journal.db*`.
 */
import { basename, dirname, extname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { parseJson } from '../../base/json-text.ts';
import { isObject } from '../../base/json-values.ts';
import { readTextSafely } from '../../base/node/safe-file.ts';
import { writeWhole } from '../../base/node/whole-file.ts';
import { StoreError } from '../store-error.ts';
import type { JournalRow } from '../store.ts';

/** What is kept of the newest row. */
export type HeadRow = Pick<JournalRow, 'agent' | 'seq' | 'hash' | 'at'>;

const LATE_MS = 5_000;

/** The file that keeps the head of a journal. */
function headFileOf(file: string): string {
  return join(dirname(file), `${basename(file, extname(file))}-head.json`);
}

/** The kept row; null where none was kept. Throws for a file that holds none. */
function readKeptHead(file: string): HeadRow | null {
  const text = readTextSafely(headFileOf(file));
  if (text === null) return null;
  const value = parseJson(text);
  const { agent, seq, hash, at } = isObject(value) ? value : {};
  if (typeof agent === 'string' && typeof seq === 'number' && typeof hash === 'string') {
    return { agent, seq, hash, at: typeof at === 'number' ? at : 0 };
  }
  throw new StoreError(
    'STORE_WENT_BACK',
    `${headFileOf(file)} cannot be read, so nothing shows that the journal ${file} is whole. ${REMEDY}`,
  );
}

const REMEDY =
  'Nothing is let through. Put the newer journal back, or look at what is there with `tripwire doctor` and accept it ' +
  'with `tripwire doctor --accept-journal`, which is recorded. Stops that people made stay in force either way.';

/** Refuses a journal that does not have the row any more. */
export function requireHead(database: DatabaseSync, file: string): void {
  const head = readKeptHead(file);
  if (head !== null && !hasRow(database, head)) throw wentBack(file, head);
}

/** The same where there is no journal at all. */
export function requireNoHead(file: string): void {
  const head = readKeptHead(file);
  if (head !== null) throw wentBack(file, head);
}

/** Whether a row is in the journal, or was cut from its beginning. */
export function hasRow(database: DatabaseSync, { agent, seq, hash }: HeadRow): boolean {
  const row = database
    .prepare('SELECT hash FROM journal WHERE agent = ? AND seq = ?')
    .get(agent, seq);
  if (row !== undefined) return hashText(row['hash']) === hash;
  const anchor = database.prepare('SELECT seq FROM anchors WHERE agent = ?').get(agent);
  return anchor !== undefined && Number(anchor['seq']) >= seq;
}

/** Hashes are bytes; in a file that was not brought up to date yet they are hex digits. */
function hashText(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
}

function wentBack(file: string, { agent, seq, at }: HeadRow): StoreError {
  return new StoreError(
    'STORE_WENT_BACK',
    `the journal ${file} is older than it was: row ${seq} of ${agent}, recorded at ` +
      `${new Date(at).toISOString()}, is not in it. Somebody restored, cut or deleted it. ${REMEDY}`,
  );
}

/** Keeps the newest row of a journal that is written to. */
export class HeadKeeper {
  readonly #file: string;
  #newest: HeadRow | null = null;
  #isKept = true;
  #timer: NodeJS.Timeout | null = null;

  constructor(file: string) {
    this.#file = headFileOf(file);
  }

  get newest(): HeadRow | null {
    return this.#newest;
  }

  /** A row is durable. It is written down soon, a stop at once, where that is wanted. */
  recorded({ agent, seq, hash, at }: HeadRow, isKept: boolean, isStop: boolean): void {
    this.#newest = { agent, seq, hash, at };
    if (!isKept) return;
    this.#isKept = false;
    if (isStop && this.#timer !== null) clearTimeout(this.#timer);
    if (isStop || this.#timer === null) {
      this.#timer = setTimeout(() => this.keep(), isStop ? 0 : LATE_MS).unref();
    }
  }

  /** Writes it down now. */
  keep(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#isKept || this.#newest === null) return;
    try {
      writeWhole(this.#file, `${JSON.stringify(this.#newest)}\n`, { mode: 0o600 });
      this.#isKept = true;
    } catch {
      // A full disk refuses rows as well, and says so there. The older head is still true; the next row tries again.
      this.#isKept = false;
    }
  }
}
