/**
 * Moves a journal from one store to another: every row as it is, so that its chains are the same byte for byte.
 *
 * What is there already is compared and not written again, so a move that was interrupted goes on where it was. The
 * source is only read. At the end all of it is read from both and compared.
 */
import {
  READ_LIMIT_MAX,
  StoreError,
  type JournalRow,
  type Store,
  type StoredDocument,
} from '../store/index.ts';

/** What was moved, or is there. */
export interface MovedJournal {
  readonly agents: number;
  readonly rows: number;
  readonly events: number;
  readonly evidence: number;
  readonly documents: number;
  readonly keys: number;
}

const ROWS_AT_ONCE = 500;

/** Copies what is missing, then verifies all of it; throws where the target is of another journal. */
export async function moveJournal(
  from: Store,
  to: Store,
  said: (line: string) => void,
): Promise<MovedJournal> {
  const heads = await from.heads();
  const cut = byAgent(await from.anchors());
  await to.adopt({ anchors: [...cut.values()] });
  const there = byAgent(await to.heads());
  const names = new Set(heads.map(({ agent }) => agent));
  const stranger = [...there.keys()].find((agent) => !names.has(agent));
  if (stranger !== undefined) throw anotherJournal(stranger, 'is not in the source');
  let rows = 0;
  for (const [index, { agent, seq }] of heads.entries()) {
    await moveChain(from, to, agent, there.get(agent)?.seq ?? 0);
    rows += seq - (cut.get(agent)?.seq ?? 0);
    said(`${index + 1} of ${heads.length} agents, ${rows} rows`);
  }
  const events = await moveEvents(from, to);
  const evidence = await moveEvidence(from, to, [...names]);
  const documents = await allDocuments(from);
  for (let at = 0; at < documents.length; at += ROWS_AT_ONCE) {
    await to.changeDocuments({ put: documents.slice(at, at + ROWS_AT_ONCE) });
  }
  const keys = await from.keys();
  for (const key of keys) await to.putKey(key);
  said('comparing');
  await compareChains(from, to);
  const moved = { events, documents: documents.length, keys: keys.length };
  const kept = {
    events: await countEvents(to),
    documents: (await allDocuments(to)).length,
    keys: (await to.keys()).length,
  };
  if (JSON.stringify(moved) !== JSON.stringify(kept)) {
    const found = `${JSON.stringify(kept)} instead of ${JSON.stringify(moved)}`;
    throw anotherJournal('the target', `has ${found}`);
  }
  return { agents: heads.length, rows, evidence, ...moved };
}

/** The rows after those that are there. A store refuses what does not follow, so another journal's chain ends here. */
async function moveChain(from: Store, to: Store, agent: string, there: number): Promise<void> {
  for (let next = there + 1; ;) {
    const rows = await from.read(agent, next, ROWS_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) break;
    await to.append({ rows });
    next = last.seq + 1;
  }
  const snapshot = await from.snapshot(agent);
  if (snapshot !== null) await to.append({ rows: [], snapshots: [snapshot] });
}

async function moveEvents(from: Store, to: Store): Promise<number> {
  let count = 0;
  for (let afterId = 0; ;) {
    const events = await from.events({ afterId, limit: ROWS_AT_ONCE });
    const last = events.at(-1);
    if (last === undefined) return count;
    await to.adopt({ events });
    count += events.length;
    afterId = last.id;
  }
}

async function countEvents(store: Store): Promise<number> {
  let count = 0;
  for (let afterId = 0; ;) {
    const events = await store.events({ afterId, limit: READ_LIMIT_MAX });
    const last = events.at(-1);
    if (last === undefined) return count;
    count += events.length;
    afterId = last.id;
  }
}

async function moveEvidence(from: Store, to: Store, agents: readonly string[]): Promise<number> {
  let count = 0;
  for (const agent of agents) {
    const texts = await from.evidence(agent, READ_LIMIT_MAX);
    if (texts.length === READ_LIMIT_MAX) {
      throw new StoreError(
        'STORE_UNAVAILABLE',
        `${agent} has more than ${READ_LIMIT_MAX} texts of evidence, which cannot be moved at once: lower evidence_days first.`,
      );
    }
    for (const one of texts) await to.putEvidence(one);
    count += texts.length;
  }
  return count;
}

/** All documents, page by page back in time. */
async function allDocuments(store: Store): Promise<readonly StoredDocument[]> {
  const found = new Map<string, StoredDocument>();
  for (let until = Number.MAX_SAFE_INTEGER; ;) {
    const page = await store.documents({ until, newestFirst: true, limit: READ_LIMIT_MAX });
    const before = found.size;
    for (const one of page) found.set(JSON.stringify([one.kind, one.id]), one);
    const oldest = page.at(-1);
    if (page.length < READ_LIMIT_MAX || oldest === undefined) return [...found.values()];
    if (found.size === before) throw new Error(`more than ${READ_LIMIT_MAX} documents of one time`);
    until = oldest.at;
  }
}

/** Every row of both, one by one. */
async function compareChains(from: Store, to: Store): Promise<void> {
  for (const { agent } of await from.heads()) {
    for (let next = 1; ;) {
      const [source, copy] = await Promise.all([
        from.read(agent, next, ROWS_AT_ONCE),
        to.read(agent, next, ROWS_AT_ONCE),
      ]);
      if (rowsText(source) !== rowsText(copy)) {
        throw anotherJournal(agent, `differs between rows ${next} and ${next + ROWS_AT_ONCE}`);
      }
      const last = source.at(-1);
      if (last === undefined) break;
      next = last.seq + 1;
    }
  }
}

function rowsText(rows: readonly JournalRow[]): string {
  return JSON.stringify(
    rows.map(({ seq, at, kind, body, prev, hash }) => [seq, at, kind, body, prev, hash]),
  );
}

function byAgent<T extends { readonly agent: string }>(list: readonly T[]): ReadonlyMap<string, T> {
  return new Map(list.map((one) => [one.agent, one]));
}

function anotherJournal(what: string, how: string): StoreError {
  return new StoreError(
    'STORE_CHAIN',
    `${what} ${how}: the target holds another journal. Nothing of the source was changed; name an empty target.`,
  );
}
