/**
 * Opens the journal that a configuration names: the file of its data folder, or a database in which this process then
 * has the turn to serve.
 */
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { processMark } from '../base/node/process-mark.ts';
import { loadConstitution, type Config } from '../config/index.ts';
import { TripwireError } from '../core/index.ts';
import type { ServingTurn } from '../gate/index.ts';
import {
  openPostgresStore,
  openServedStore,
  openSqliteStore,
  StoreError,
  type Store,
} from '../store/index.ts';
import { openFleet, type Fleet } from './fleet.ts';
import { LOCK_WAIT_MS } from './open-gate.ts';
import { answeringServer, isAlive, readServerNote, type ServerNote } from './server-file.ts';
import { teamsDigest } from './teams.ts';

/** Where a journal is. */
type JournalPlace = Pick<Config, 'data' | 'store'>;

/** The same, and whether others serve it too. */
type ServedPlace = JournalPlace & Pick<Config, 'fleet' | 'constitution' | 'teams' | 'agents'>;

/** A journal that this process writes. */
export interface OpenedJournal {
  readonly store: Store;
  /** Null for a file, which is locked as long as it is open. */
  readonly turn: ServingTurn | null;
  /** The node that this process is, where several serve a database. */
  readonly fleet: Fleet | null;
}

/** After this another process may serve a database whose server is gone. */
const LEASE_MS = 5_000;
/** So long a stop waits at most for a node that stands still. All nodes have the same. */
const NODE_LEASE_MS = 3_000;

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
    const served = await openServedStore(url, { node: thisNode(), leaseMs: LEASE_MS });
    return { ...served, fleet: null };
  }
  const file = join(data, 'journal.db');
  const store = await openSqliteStore({ file, busyTimeoutMs: LOCK_WAIT_MS, acceptsOlder });
  return { store, turn: null, fleet: null };
}

/** For people: which process. */
function thisNode(): string {
  return `the Tripwire on ${hostname()} (process ${process.pid})`;
}

/** Opens it for a server: alone, or as one node of a fleet. */
async function openServed(place: ServedPlace): Promise<OpenedJournal> {
  const { store: url, fleet: joins } = place;
  if (url === undefined || joins === 'off') return openJournal(place);
  const constitution = loadConstitution(place.constitution);
  const name = thisNode();
  const of = { name, place: `${hostname()}:${place.data}`, constitution };
  const teams = teamsDigest(place);
  const fleet = await openFleet({ url, ...of, teams, leaseMs: NODE_LEASE_MS });
  return { store: fleet.store, turn: fleet.turn, fleet };
}

/** Opens it for a person to look at; null where nothing was ever recorded. */
export async function openJournalToRead({ data, store: url }: JournalPlace): Promise<Store | null> {
  if (url !== undefined) return openPostgresStore({ url, readOnly: true, patient: true });
  const file = join(data, 'journal.db');
  return existsSync(file) ? openSqliteStore({ file, readOnly: true }) : null;
}

/** Opens it for a server, which must be the only one on its data folder. */
export async function openServerJournal(config: ServedPlace): Promise<OpenedJournal> {
  const { data } = config;
  const occupied = () =>
    new StoreError('STORE_UNAVAILABLE', 'a Tripwire already runs on this data folder.');
  try {
    // A journal elsewhere locks nothing here, and a file of its own would be left behind.
    if (servesElsewhere(config)) throw occupied();
    const opened = await openServed(config);
    const runs = await runningBeside(data);
    if (runs === null) return opened;
    await opened.store.close();
    throw occupied();
  } catch (error) {
    const other = readServerNote(data);
    if (!(error instanceof StoreError) || other === null) throw error;
    const where = `the Tripwire of this folder was last at ${other.adminUrl} (process ${other.pid})`;
    throw new TripwireError('USAGE', `${error.message} ${where}; tripwire off ends it`);
  }
}

/** Whether the very process that wrote the note is there, also where it has no time to answer. */
function isSameProcess({ pid, mark }: ServerNote): boolean {
  return mark !== undefined && processMark(pid) === mark;
}

/** Whether a server of this folder has another journal than the one that is to be opened. */
function servesElsewhere({ data, store }: JournalPlace): boolean {
  const note = readServerNote(data);
  return note !== null && note.pid !== process.pid && note.store !== store && isSameProcess(note);
}

/**
 * A server on this folder although its journal's lock is free: somebody removed the lock under it, or its journal is in a
 * database. One that is too busy to answer is there, too.
 */
async function runningBeside(data: string): Promise<ServerNote | null> {
  const note = readServerNote(data);
  if (note === null || note.pid === process.pid || !isAlive(note.pid)) return null;
  return isSameProcess(note) ? note : answeringServer(data);
}
