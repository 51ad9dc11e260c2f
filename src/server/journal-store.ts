/**
 * Opens the journal that a configuration names: the file of its data folder, or a database in which this process then
 * has the turn to serve.
 */
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/index.ts';
import { TripwireError } from '../core/index.ts';
import {
  openPostgresStore,
  openServedStore,
  openSqliteStore,
  StoreError,
  type Store,
  type Turn,
} from '../store/index.ts';
import { LOCK_WAIT_MS } from './open-gate.ts';
import { answeringServer, isAlive, readServerNote, type ServerNote } from './server-file.ts';

/** Where a journal is. */
type JournalPlace = Pick<Config, 'data' | 'store'>;

/** A journal that this process writes. */
export interface OpenedJournal {
  readonly store: Store;
  /** Null for a file, which is locked as long as it is open. */
  readonly turn: Turn | null;
}

/** After this another process may serve a database whose server is gone. */
const LEASE_MS = 5_000;

/** The name under which a journal is known to who watches over it: the database, or the data folder. */
export function journalName({ data, store }: JournalPlace): string {
  return store ?? data;
}

/** Opens it for writing; `acceptsOlder`: a person accepts a file that is older than it was. */
export async function openJournal(
  { data, store: url }: JournalPlace,
  acceptsOlder = false,
): Promise<OpenedJournal> {
  if (url !== undefined) {
    const node = `the Tripwire on ${hostname()} (process ${process.pid})`;
    return openServedStore(url, { node, leaseMs: LEASE_MS });
  }
  const file = join(data, 'journal.db');
  const store = await openSqliteStore({ file, busyTimeoutMs: LOCK_WAIT_MS, acceptsOlder });
  return { store, turn: null };
}

/** Opens it for looking; null where nothing was ever recorded. */
export async function openJournalToRead({ data, store: url }: JournalPlace): Promise<Store | null> {
  if (url !== undefined) return openPostgresStore({ url, readOnly: true });
  const file = join(data, 'journal.db');
  return existsSync(file) ? openSqliteStore({ file, readOnly: true }) : null;
}

/** Opens it for a server, which must be the only one on its data folder. */
export async function openServerJournal(config: JournalPlace): Promise<OpenedJournal> {
  const { data } = config;
  try {
    const opened = await openJournal(config);
    const runs = await runningBeside(data);
    if (runs === null) return opened;
    await opened.store.close();
    throw new StoreError('STORE_UNAVAILABLE', 'a Tripwire already runs on this data folder.');
  } catch (error) {
    const other = readServerNote(data);
    if (!(error instanceof StoreError) || other === null) throw error;
    const where = `the Tripwire of this folder was last at ${other.adminUrl} (process ${other.pid})`;
    throw new TripwireError('USAGE', `${error.message} ${where}; tripwire off ends it`);
  }
}

/** A server that answers although its lock is free: somebody removed the lock under it. */
async function runningBeside(data: string): Promise<ServerNote | null> {
  const note = readServerNote(data);
  if (note === null || note.pid === process.pid || !isAlive(note.pid)) return null;
  return answeringServer(data);
}
