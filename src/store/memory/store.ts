/**
 * A store in memory: for tests and for runs that keep nothing.
 *
 * It refuses what the others refuse. It is not durable, so it must not stand behind anything real.
 */
import { assert } from '../../base/assert.ts';
import { CHAIN_START, checkChain, type ChainHead } from '../chain-check.ts';
import { checkedStore, type StoreOperations } from '../checked-store.ts';
import { anchorRefused, batchRefused, requireCut } from '../refusals.ts';
import type {
  AgentKey,
  Anchor,
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
  const events = memoryEvents();
  const parts = [memoryJournal(events), events, memoryEvidence(), memoryDocuments()] as const;
  const [journal, , evidence, documents] = parts;
  return checkedStore({
    ...journal.operations,
    ...events.operations,
    ...memoryKeys(),
    ...evidence.operations,
    ...documents.operations,
    sizeBytes: () =>
      parts.flatMap((part) => part.texts()).reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    close: () => undefined,
  });
}

/** Some of the operations, and the texts that take room. */
interface Part<Names extends keyof StoreOperations> {
  readonly operations: Pick<StoreOperations, Names>;
  texts(): readonly string[];
}

interface Events extends Part<'events' | 'replaceEvents'> {
  add(events: readonly NewEvent[]): void;
  adopt(events: readonly StoredEvent[]): void;
  removeThrough(agent: string, seq: number): void;
}

function memoryJournal(
  events: Events,
): Part<'append' | 'heads' | 'read' | 'snapshot' | 'anchors' | 'cut' | 'cutPart' | 'adopt'> {
  const chains = new Map<string, JournalRow[]>();
  const anchors = new Map<string, Anchor>();
  const snapshots = new Map<string, Snapshot>();
  const headOf = (agent: string): ChainHead =>
    chains.get(agent)?.at(-1) ?? anchors.get(agent) ?? CHAIN_START;
  const rowsOf = (agent: string): JournalRow[] => {
    const rows = chains.get(agent) ?? [];
    chains.set(agent, rows);
    return rows;
  };
  return {
    operations: {
      append: (batch) => {
        const verdict = checkChain(batch, headOf);
        if (verdict.problem !== null) throw batchRefused(verdict.problem);
        for (const row of batch.rows) rowsOf(row.agent).push({ ...row });
        events.add(batch.events ?? []);
        for (const one of batch.snapshots ?? []) {
          const before = snapshots.get(one.agent);
          if (before === undefined || before.seq <= one.seq) snapshots.set(one.agent, { ...one });
        }
      },
      heads: () =>
        [...chains.values()]
          .flatMap((rows) => rows.at(-1) ?? [])
          .map(({ agent, seq, hash, at }) => ({ agent, seq, hash, at }))
          .toSorted((one, other) => byText(one.agent, other.agent)),
      read: (agent, fromSeq, limit) => {
        const rows = chains.get(agent) ?? [];
        const start = Math.max(0, Math.ceil(fromSeq - (rows[0]?.seq ?? 1)));
        return rows.slice(start, start + limit);
      },
      snapshot: (agent) => snapshots.get(agent) ?? null,
      cutPart: () => null,
      adopt: ({ anchors: adopted = [], events: kept = [] }) => {
        const stranger = adopted.find((anchor) => {
          const { seq, hash } = anchors.get(anchor.agent) ?? headOf(anchor.agent);
          return seq !== 0 && (seq !== anchor.seq || hash !== anchor.hash);
        });
        if (stranger !== undefined) throw anchorRefused(stranger);
        for (const anchor of adopted) anchors.set(anchor.agent, { ...anchor });
        events.adopt(kept);
      },
      anchors: () => [...anchors.values()].toSorted((a, b) => byText(a.agent, b.agent)),
      cut: (agent, throughSeq) => {
        const before = anchors.get(agent);
        if (before !== undefined && throughSeq <= before.seq) return before;
        const snapshotSeq = snapshots.get(agent)?.seq ?? 0;
        requireCut(agent, throughSeq, { headSeq: headOf(agent).seq, snapshotSeq });
        const rows = rowsOf(agent);
        const last = rows.splice(0, rows.findIndex((row) => row.seq === throughSeq) + 1).at(-1);
        assert(last !== undefined, `no row ${throughSeq} of ${agent} to cut`);
        const anchor = { agent, seq: last.seq, hash: last.hash, at: last.at };
        anchors.set(agent, anchor);
        events.removeThrough(agent, throughSeq);
        return anchor;
      },
    },
    texts: () => [
      ...[...chains.values()].flat().map(({ body }) => body),
      ...[...snapshots.values()].map(({ state }) => state),
    ],
  };
}

function memoryEvents(): Events {
  let all: StoredEvent[] = [];
  let lastId = 0;
  const add = (events: readonly NewEvent[]) => {
    for (const event of events) {
      lastId += 1;
      all.push({ ...event, id: lastId });
    }
  };
  return {
    add,
    adopt: (events) => {
      const known = new Set(all.map(({ id }) => id));
      all = [...all, ...events.filter(({ id }) => !known.has(id))];
      all.sort((one, other) => one.id - other.id);
      lastId = Math.max(lastId, all.at(-1)?.id ?? 0);
    },
    removeThrough: (agent, seq) => {
      all = all.filter((one) => one.agent !== agent || one.seq > seq);
    },
    operations: {
      events: ({ agent, session, type, since, until, afterId, newestFirst = false, limit }) => {
        const found = all.filter(
          (event) =>
            (agent === undefined || event.agent === agent) &&
            (session === undefined || event.session === session) &&
            (type === undefined || event.eventType === type) &&
            (since === undefined || event.timestamp >= since) &&
            (until === undefined || event.timestamp <= until) &&
            (afterId === undefined || (newestFirst ? event.id < afterId : event.id > afterId)),
        );
        return (newestFirst ? found.toReversed() : found).slice(0, limit);
      },
      replaceEvents: (agent, events) => {
        all = all.filter((event) => event.agent !== agent);
        add(events);
      },
    },
    texts: () => all.map(({ reason, details }) => reason + details),
  };
}

function memoryKeys(): Pick<StoreOperations, 'putKey' | 'keys' | 'removeKey'> {
  const keys = new Map<string, AgentKey>();
  return {
    putKey: (key) => {
      keys.set(key.keyHash, { ...key });
    },
    keys: () =>
      [...keys.values()].toSorted(
        (one, other) => one.createdAt - other.createdAt || byText(one.keyHash, other.keyHash),
      ),
    removeKey: (keyHash) => keys.delete(keyHash),
  };
}

function memoryEvidence(): Part<'putEvidence' | 'evidence' | 'dropEvidence'> {
  let all: Evidence[] = [];
  return {
    operations: {
      putEvidence: (one) => {
        const same = (other: Evidence) => other.agent === one.agent && other.hash === one.hash;
        if (!all.some(same)) all.push({ ...one });
      },
      evidence: (agent, limit) =>
        all
          .filter((one) => one.agent === agent)
          .toSorted((one, other) => other.at - one.at || other.seq - one.seq)
          .slice(0, limit),
      dropEvidence: (before) => {
        const kept = all.filter((one) => one.at >= before);
        const dropped = all.length - kept.length;
        all = kept;
        return dropped;
      },
    },
    texts: () => all.map(({ body }) => body),
  };
}

function memoryDocuments(): Part<'changeDocuments' | 'documents'> {
  const all = new Map<string, StoredDocument>();
  const keyOf = ({ kind, id }: Pick<StoredDocument, 'kind' | 'id'>) => JSON.stringify([kind, id]);
  return {
    operations: {
      changeDocuments: ({ put = [], remove = [], expect = [] }) => {
        if (expect.some((one) => (all.get(keyOf(one))?.body ?? null) !== one.body)) return false;
        for (const one of remove) all.delete(keyOf(one));
        for (const one of put) all.set(keyOf(one), { ...one });
        return true;
      },
      documents: ({ kind, id, until = Infinity, newestFirst = false, limit }) => {
        const found = [...all.values()]
          .filter(
            (one) =>
              (kind === undefined || one.kind === kind) &&
              (id === undefined || one.id === id) &&
              one.at <= until,
          )
          .toSorted((one, other) => one.at - other.at || byText(one.id, other.id));
        return (newestFirst ? found.toReversed() : found).slice(0, limit);
      },
    },
    texts: () => [...all.values()].map(({ body }) => body),
  };
}

function byText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
