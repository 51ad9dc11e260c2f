/**
 * A store in one SQLite file: through a thread of its own, or in the thread that asks.
 *
 * Checks that need no database are made here, before anything is sent. Everything else is the
 * operations', so there is one place that writes, and it does one thing at a time.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { groupCommit } from '../group-commit.ts';
import { batchRefused, storeClosed } from '../refusals.ts';
import {
  batchProblem,
  requireDocuments,
  requireEvents,
  requireEvidence,
  requireKey,
  requireLimit,
} from '../shape-check.ts';
import type { Anchor, Store } from '../store.ts';
import type { OpenFile } from './connection.ts';
import { threadCalls, type StoreCalls } from './thread-calls.ts';

const BUSY_TIMEOUT_MS = 5000;

/** Which file, and how. */
export interface SqliteStoreOptions {
  readonly file: string;
  /** To look at the journal while somebody else writes it; takes no lock and changes nothing. */
  readonly readOnly?: boolean;
  /** How long to wait for another program that holds the file. Default 5000. */
  readonly busyTimeoutMs?: number;
}

/** Opens the file, or makes it. One process at a time may write. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const file = openFile(options);
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
  const file = openFile(options);
  // SQLite is loaded into this thread only where it is used here.
  const { ownThreadCalls } = await import('./own-thread-calls.ts');
  return storeThrough(ownThreadCalls(file));
}

/** Loads what that needs, for whoever opens the file under a lock that others wait for. */
export async function loadSqliteHere(): Promise<void> {
  await import('./own-thread-calls.ts');
}

function openFile({
  file,
  readOnly = false,
  busyTimeoutMs = BUSY_TIMEOUT_MS,
}: SqliteStoreOptions): OpenFile {
  if (!Number.isSafeInteger(busyTimeoutMs) || busyTimeoutMs < 0) {
    throw new RangeError(`busyTimeoutMs must be a whole number from 0, not ${busyTimeoutMs}`);
  }
  return { file, readOnly, busyTimeoutMs };
}

function storeThrough(calls: StoreCalls): Store {
  let closing: Promise<void> | null = null;
  const commits = groupCommit((batches) => ask('append', batches));
  const ask: StoreCalls['call'] = (name, ...args) => calls.call(name, ...args);
  /** The operation, unless the store is closed; what it throws becomes a rejection. */
  const guarded: Guarded = async (operation) => {
    if (closing !== null) throw storeClosed();
    return operation();
  };
  const end = async () => {
    await commits.idle();
    await ask('close');
    await calls.ended;
  };
  return {
    append: (batch) =>
      guarded(() => {
        const problem = batchProblem(batch);
        if (problem !== null) throw batchRefused(problem);
        return commits.append(batch);
      }),
    heads: () => guarded(() => ask('heads')),
    read: (agent, fromSeq, limit) =>
      guarded(() => {
        requireLimit(limit);
        return ask('read', agent, fromSeq, limit);
      }),
    snapshot: (agent) => guarded(() => ask('snapshot', agent)),
    anchors: () => guarded(() => ask('anchors')),
    events: (query) =>
      guarded(() => {
        requireLimit(query.limit);
        return ask('events', query);
      }),
    replaceEvents: (agent, events) =>
      guarded(() => {
        requireEvents(agent, events);
        return ask('replaceEvents', agent, events);
      }),
    putKey: (key) =>
      guarded(() => {
        requireKey(key);
        return ask('putKey', key);
      }),
    keys: () => guarded(() => ask('keys')),
    removeKey: (keyHash) => guarded(() => ask('removeKey', keyHash)),
    putEvidence: (one) =>
      guarded(() => {
        requireEvidence(one);
        return ask('putEvidence', one);
      }),
    evidence: (agent, limit) =>
      guarded(() => {
        requireLimit(limit);
        return ask('evidence', agent, limit);
      }),
    ...documentCalls(ask, guarded),
    dropEvidence: (before) => guarded(() => ask('dropEvidence', before)),
    cut: (agent, throughSeq) => guarded(() => cutAll(ask, agent, throughSeq)),
    sizeBytes: () => guarded(() => ask('sizeBytes')),
    close: () => {
      closing ??= end();
      return closing;
    },
  };
}

/** The operation, unless the store is closed. */
type Guarded = <T>(operation: () => T | Promise<T>) => Promise<T>;

function documentCalls(
  ask: StoreCalls['call'],
  guarded: Guarded,
): Pick<Store, 'changeDocuments' | 'documents'> {
  return {
    changeDocuments: (change) =>
      guarded(() => {
        requireDocuments(change);
        return ask('changeDocuments', change);
      }),
    documents: (query) =>
      guarded(() => {
        requireLimit(query.limit);
        return ask('documents', query);
      }),
  };
}

/** Part by part, so that appends get their turn between the parts; each part leaves a whole journal. */
async function cutAll(ask: StoreCalls['call'], agent: string, throughSeq: number): Promise<Anchor> {
  for (;;) {
    const anchor = await ask('cutSome', agent, throughSeq);
    if (anchor.seq >= throughSeq) return anchor;
  }
}
