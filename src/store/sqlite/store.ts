/**
 * A store in one SQLite file: through a thread of its own, or in the thread that asks.
 *
 * Whatever needs the database is the operations', so there is one place that writes, and it does one thing at a time.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { checkedStore } from '../checked-store.ts';
import { groupCommit } from '../group-commit.ts';
import type { Anchor, Store } from '../store.ts';
import type { OpenFile } from './connection.ts';
import { flattened } from './flat-batches.ts';
import { threadCalls, type StoreCalls } from './thread-calls.ts';

const BUSY_TIMEOUT_MS = 5000;

/** Which file, and how. */
export interface SqliteStoreOptions {
  readonly file: string;
  /** To look at the journal while somebody else writes it; takes no lock and changes nothing. */
  readonly readOnly?: boolean;
  /** How long to wait for another program that holds the file. Default 5000. */
  readonly busyTimeoutMs?: number;
  /** A person accepts a journal that is older than it was; without this it is refused. */
  readonly acceptsOlder?: boolean;
}

/** Opens the file, or makes it. One process at a time may write. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const file = openFile(options, true);
  // From source the thread runs the source, from the published package the compiled file.
  const thread = new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url));
  const calls = threadCalls(thread);
  try {
    await calls.call('open', file);
  } catch (error) {
    await calls.ended;
    throw error;
  }
  return storeThrough(calls);
}

/**
 * The same without a thread of its own: for a process that lives for one event, and waits for the disk anyway.
 */
export async function openSqliteStoreHere(options: SqliteStoreOptions): Promise<Store> {
  const file = openFile(options, false);
  // SQLite is loaded into this thread only where it is used here.
  const { ownThreadCalls } = await import('./own-thread-calls.ts');
  return storeThrough(ownThreadCalls(file));
}

/** Loads what that needs, for whoever opens the file under a lock that others wait for. */
export async function loadSqliteHere(): Promise<void> {
  await import('./own-thread-calls.ts');
}

/** Why a journal would be refused as older than it was; null when it would not. It is only read. */
export async function journalWentBack(file: string): Promise<string | null> {
  const { whyOlder } = await import('./went-back.ts');
  return whyOlder(file);
}

/** A process that lives for one event writes too seldom to keep the head, and looks for it all the same. */
function openFile(
  {
    file,
    readOnly = false,
    busyTimeoutMs = BUSY_TIMEOUT_MS,
    acceptsOlder = false,
  }: SqliteStoreOptions,
  keepsHead: boolean,
): OpenFile {
  if (!Number.isSafeInteger(busyTimeoutMs) || busyTimeoutMs < 0) {
    throw new RangeError(`busyTimeoutMs must be a whole number from 0, not ${busyTimeoutMs}`);
  }
  return { file, readOnly, busyTimeoutMs, keepsHead, acceptsOlder };
}

function storeThrough(calls: StoreCalls): Store {
  const ask: StoreCalls['call'] = (name, ...args) => calls.call(name, ...args);
  const commits = groupCommit((batches) => ask('append', flattened(batches)));
  return checkedStore({
    append: (batch) => commits.append(batch),
    heads: () => ask('heads'),
    read: (agent, fromSeq, limit) => ask('read', agent, fromSeq, limit),
    snapshot: (agent) => ask('snapshot', agent),
    anchors: () => ask('anchors'),
    events: (query) => ask('events', query),
    replaceEvents: (agent, events) => ask('replaceEvents', agent, events),
    putKey: (key) => ask('putKey', key),
    keys: () => ask('keys'),
    removeKey: (keyHash) => ask('removeKey', keyHash),
    putEvidence: (one) => ask('putEvidence', one),
    evidence: (agent, limit) => ask('evidence', agent, limit),
    changeDocuments: (change) => ask('changeDocuments', change),
    documents: (query) => ask('documents', query),
    dropEvidence: (before) => ask('dropEvidence', before),
    cut: (agent, throughSeq) => cutAll(ask, agent, throughSeq),
    cutPart: () => null,
    adopt: (adopted) => ask('adopt', adopted),
    sizeBytes: () => ask('sizeBytes'),
    close: async () => {
      await commits.idle();
      await ask('close');
      await calls.ended;
    },
  });
}

/** Part by part, so that appends get their turn between the parts; each part leaves a whole journal. */
async function cutAll(ask: StoreCalls['call'], agent: string, throughSeq: number): Promise<Anchor> {
  for (;;) {
    const anchor = await ask('cutSome', agent, throughSeq);
    if (anchor.seq >= throughSeq) return anchor;
  }
}
