/**
 * A store in memory: for tests and for runs that keep nothing.
 *
 * It refuses what the others refuse. It is not durable, so it must not stand behind anything real.
 */
import { assert } from '../../base/assert.ts';
import { CHAIN_START, checkChain, type ChainHead } from '../chain-check.ts';
import { batchRefused, requireCut, storeClosed } from '../refusals.ts';
import {
  batchProblem,
  requireDocuments,
  requireEvents,
  requireEvidence,
  requireKey,
  requireLimit,
} from '../shape-check.ts';
import type {
  AgentHead,
  AgentKey,
  Anchor,
  Batch,
  DocumentChange,
  DocumentQuery,
  EventQuery,
  Evidence,
  JournalRow,
  NewEvent,
  Snapshot,
  Store,
  StoredDocument,
  StoredEvent,
} from '../store.ts';

/** An empty store in memory. */
export function createMemoryStore(): Store {
  return new MemoryStore();
}

class MemoryStore implements Store {
  #rows = new Map<string, JournalRow[]>();
  #anchors = new Map<string, Anchor>();
  #snapshots = new Map<string, Snapshot>();
  #events: StoredEvent[] = [];
  #lastEventId = 0;
  #keys = new Map<string, AgentKey>();
  #evidence: Evidence[] = [];
  #documents = new Map<string, StoredDocument>();
  #closed = false;

  append(batch: Batch): Promise<void> {
    return this.#answer(() => {
      const problem = batchProblem(batch);
      if (problem !== null) throw batchRefused(problem);
      const verdict = checkChain(batch, (agent) => this.#head(agent));
      if (verdict.problem !== null) throw batchRefused(verdict.problem);
      for (const row of batch.rows) {
        const rows = this.#rows.get(row.agent);
        if (rows === undefined) this.#rows.set(row.agent, [{ ...row }]);
        else rows.push({ ...row });
      }
      this.#addEvents(batch.events ?? []);
      for (const one of batch.snapshots ?? []) {
        const before = this.#snapshots.get(one.agent);
        if (before === undefined || before.seq <= one.seq) {
          this.#snapshots.set(one.agent, { ...one });
        }
      }
    });
  }

  heads(): Promise<readonly AgentHead[]> {
    return this.#answer(() =>
      [...this.#rows.values()]
        .flatMap((rows) => rows.at(-1) ?? [])
        .map(({ agent, seq, hash, at }) => ({ agent, seq, hash, at }))
        .toSorted((one, other) => byText(one.agent, other.agent)),
    );
  }

  read(agent: string, fromSeq: number, limit: number): Promise<readonly JournalRow[]> {
    return this.#answer(() => {
      requireLimit(limit);
      const rows = this.#rows.get(agent) ?? [];
      const first = rows[0]?.seq ?? 1;
      const start = Math.max(0, Math.ceil(fromSeq - first));
      return rows.slice(start, start + limit);
    });
  }

  snapshot(agent: string): Promise<Snapshot | null> {
    return this.#answer(() => this.#snapshots.get(agent) ?? null);
  }

  anchors(): Promise<readonly Anchor[]> {
    return this.#answer(() =>
      [...this.#anchors.values()].toSorted((one, other) => byText(one.agent, other.agent)),
    );
  }

  events(query: EventQuery): Promise<readonly StoredEvent[]> {
    return this.#answer(() => {
      requireLimit(query.limit);
      const { agent, session, type, since, until, afterId, newestFirst = false } = query;
      const found = this.#events.filter(
        (event) =>
          (agent === undefined || event.agent === agent) &&
          (session === undefined || event.session === session) &&
          (type === undefined || event.eventType === type) &&
          (since === undefined || event.timestamp >= since) &&
          (until === undefined || event.timestamp <= until) &&
          (afterId === undefined || (newestFirst ? event.id < afterId : event.id > afterId)),
      );
      return (newestFirst ? found.toReversed() : found).slice(0, query.limit);
    });
  }

  replaceEvents(agent: string, events: readonly NewEvent[]): Promise<void> {
    return this.#answer(() => {
      requireEvents(agent, events);
      this.#events = this.#events.filter((event) => event.agent !== agent);
      this.#addEvents(events);
    });
  }

  putKey(key: AgentKey): Promise<void> {
    return this.#answer(() => {
      requireKey(key);
      this.#keys.set(key.keyHash, { ...key });
    });
  }

  keys(): Promise<readonly AgentKey[]> {
    return this.#answer(() =>
      [...this.#keys.values()].toSorted(
        (one, other) => one.createdAt - other.createdAt || byText(one.keyHash, other.keyHash),
      ),
    );
  }

  removeKey(keyHash: string): Promise<boolean> {
    return this.#answer(() => this.#keys.delete(keyHash));
  }

  putEvidence(one: Evidence): Promise<void> {
    return this.#answer(() => {
      requireEvidence(one);
      const same = (other: Evidence) => other.agent === one.agent && other.hash === one.hash;
      if (!this.#evidence.some(same)) this.#evidence.push({ ...one });
    });
  }

  evidence(agent: string, limit: number): Promise<readonly Evidence[]> {
    return this.#answer(() => {
      requireLimit(limit);
      return this.#evidence
        .filter((one) => one.agent === agent)
        .toSorted((one, other) => other.at - one.at || other.seq - one.seq)
        .slice(0, limit);
    });
  }

  dropEvidence(before: number): Promise<number> {
    return this.#answer(() => {
      const kept = this.#evidence.filter((one) => one.at >= before);
      const dropped = this.#evidence.length - kept.length;
      this.#evidence = kept;
      return dropped;
    });
  }

  changeDocuments(change: DocumentChange): Promise<void> {
    return this.#answer(() => {
      requireDocuments(change);
      for (const one of change.remove ?? []) this.#documents.delete(documentKey(one));
      for (const one of change.put ?? []) this.#documents.set(documentKey(one), { ...one });
    });
  }

  documents(query: DocumentQuery): Promise<readonly StoredDocument[]> {
    return this.#answer(() => {
      requireLimit(query.limit);
      const { kind, id, until = Infinity, newestFirst = false, limit } = query;
      const found = [...this.#documents.values()]
        .filter(
          (one) => one.kind === kind && (id === undefined || one.id === id) && one.at <= until,
        )
        .toSorted((one, other) => one.at - other.at || byText(one.id, other.id));
      return (newestFirst ? found.toReversed() : found).slice(0, limit);
    });
  }

  cut(agent: string, throughSeq: number): Promise<Anchor> {
    return this.#answer(() => {
      const before = this.#anchors.get(agent);
      if (before !== undefined && throughSeq <= before.seq) return before;
      const snapshotSeq = this.#snapshots.get(agent)?.seq ?? 0;
      requireCut(agent, throughSeq, { headSeq: this.#head(agent).seq, snapshotSeq });
      const rows = this.#rows.get(agent) ?? [];
      const count = rows.findIndex((row) => row.seq === throughSeq) + 1;
      for (const { seq, hash, at } of rows.splice(0, count).slice(-1)) {
        this.#anchors.set(agent, { agent, seq, hash, at });
      }
      this.#events = this.#events.filter((one) => one.agent !== agent || one.seq > throughSeq);
      const anchor = this.#anchors.get(agent);
      assert(anchor !== undefined, `no row ${throughSeq} of ${agent} to cut`);
      return anchor;
    });
  }

  sizeBytes(): Promise<number> {
    return this.#answer(() => {
      const texts = [
        ...[...this.#rows.values()].flat().map(({ body }) => body),
        ...[...this.#snapshots.values()].map(({ state }) => state),
        ...this.#events.map(({ reason, details }) => reason + details),
        ...this.#evidence.map(({ body }) => body),
        ...[...this.#documents.values()].map(({ body }) => body),
      ];
      return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    });
  }

  close(): Promise<void> {
    this.#closed = true;
    return Promise.resolve();
  }

  /** One operation at a time, whole, as a promise. */
  // oxlint-disable-next-line typescript/require-await -- what it throws becomes a rejection
  async #answer<T>(operation: () => T): Promise<T> {
    if (this.#closed) throw storeClosed();
    return operation();
  }

  #head(agent: string): ChainHead {
    return this.#rows.get(agent)?.at(-1) ?? this.#anchors.get(agent) ?? CHAIN_START;
  }

  #addEvents(events: readonly NewEvent[]): void {
    for (const event of events) {
      this.#lastEventId += 1;
      this.#events.push({ ...event, id: this.#lastEventId });
    }
  }
}

function documentKey({ kind, id }: Pick<StoredDocument, 'kind' | 'id'>): string {
  return JSON.stringify([kind, id]);
}

function byText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
