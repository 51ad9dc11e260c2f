/**
 * The journal in SQLite: chains, snapshots, anchors.
 *
 * The heads are compared in the transaction that builds on them. They are remembered from one to the next as long as
 * all went well and nobody else wrote to the file; after any failure or refusal they are read again. So a file that
 * somebody else wrote to cannot be forked.
 */
import { errorWords } from '../../base/error-words.ts';
import { CHAIN_START, checkChain, type ChainHead } from '../chain-check.ts';
import { anchorRefused, requireCut } from '../refusals.ts';
import { StoreError } from '../store-error.ts';
import type { Adopted, AgentHead, Anchor, Batch, JournalRow, Snapshot } from '../store.ts';
import type { Connection } from './connection.ts';
import type { SqliteEvents } from './events.ts';
import { isConstraint } from './failure.ts';
import { unflattened, type FlatBatches } from './flat-batches.ts';

/** Rows cut in one transaction: the others wait for it, so it is kept short. */
const CUT_ROWS_MAX = 5000;

/** Pages given back after a cut, in one transaction. */
const FREED_PAGES_MAX = 5000;

/**
 * The last row of each agent. It jumps from agent to agent in the index; grouping would read the whole
 * of it.
 */
const HEADS_SQL = `
  WITH RECURSIVE names (agent) AS (
    SELECT MIN(agent) FROM journal
    UNION ALL
    SELECT (SELECT MIN(agent) FROM journal WHERE agent > names.agent) FROM names
      WHERE names.agent IS NOT NULL
  )
  SELECT journal.agent, seq, lower(hex(hash)) AS hash, at FROM names
    JOIN journal ON journal.agent = names.agent
      AND seq = (SELECT MAX(seq) FROM journal WHERE agent = names.agent)
    ORDER BY journal.agent`;

/** What the worker does with the journal. */
export interface SqliteJournal {
  /** One transaction for all; for each batch null, or why that one is refused. */
  append(batches: FlatBatches): readonly (string | null)[];
  heads(): readonly AgentHead[];
  read(agent: string, fromSeq: number, limit: number): readonly JournalRow[];
  snapshot(agent: string): Snapshot | null;
  anchors(): readonly Anchor[];
  adopt(adopted: Adopted): void;
  /** Cuts a part; to be called until the anchor is where it was asked for. */
  cutSome(agent: string, throughSeq: number): Anchor;
}

/** The journal of an open file. */
export function sqliteJournal(connection: Connection, events: SqliteEvents): SqliteJournal {
  const { database } = connection;
  const headOf = database.prepare(
    'SELECT seq, lower(hex(hash)) AS hash FROM journal WHERE agent = ? ORDER BY seq DESC LIMIT 1',
  );
  const anchorOf = database.prepare('SELECT agent, seq, hash, at FROM anchors WHERE agent = ?');
  const snapshotOf = database.prepare(
    'SELECT agent, seq, hash, state FROM snapshots WHERE agent = ?',
  );
  const hashOf = database.prepare(
    'SELECT lower(hex(hash)) AS hash FROM journal WHERE agent = ? AND seq = ?',
  );
  const rowsFrom = database.prepare(
    `SELECT agent, seq, at, kind, body, lower(hex(hash)) AS hash FROM journal
       WHERE agent = ? AND seq >= ? ORDER BY seq LIMIT ?`,
  );
  /** The hash that a row follows: it is kept with the row before, or with the anchor of those that were cut. */
  const hashBefore = (agent: string, seq: number): string => {
    const row = hashOf.get(agent, seq - 1);
    if (row !== undefined) return String(row['hash']);
    const anchor = anchorOf.get(agent) as Anchor | undefined;
    return anchor?.seq === seq - 1 ? anchor.hash : CHAIN_START.hash;
  };
  const allAnchors = database.prepare('SELECT agent, seq, hash, at FROM anchors ORDER BY agent');
  const head = (agent: string): ChainHead =>
    ((headOf.get(agent) ?? anchorOf.get(agent)) as ChainHead | undefined) ?? CHAIN_START;
  const append = batchAppender(connection, events, head);
  return {
    append: (flat) => {
      const batches = unflattened(flat);
      const problems = append(batches);
      for (const [index, batch] of batches.entries()) {
        if (problems[index] === null) connection.recorded(batch);
      }
      return problems;
    },
    heads: () => database.prepare(HEADS_SQL).all() as unknown as AgentHead[],
    read: (agent, fromSeq, limit) => {
      const rows = rowsFrom.all(agent, fromSeq, limit) as unknown as Omit<JournalRow, 'prev'>[];
      return rows.map((row, index) => {
        const before = rows[index - 1];
        const follows = before?.seq === row.seq - 1;
        return { ...row, prev: follows ? before.hash : hashBefore(agent, row.seq) };
      });
    },
    snapshot: (agent) => (snapshotOf.get(agent) as Snapshot | undefined) ?? null,
    anchors: () => allAnchors.all() as unknown as Anchor[],
    adopt: (adopted) => adoptAll(connection, events, head, adopted),
    cutSome: (agent, throughSeq) => {
      const before = anchorOf.get(agent) as Anchor | undefined;
      if (before !== undefined && throughSeq <= before.seq) return before;
      const snapshotSeq = Number(snapshotOf.get(agent)?.['seq'] ?? 0);
      requireCut(agent, throughSeq, { headSeq: head(agent).seq, snapshotSeq });
      const last = Math.min(throughSeq, (before?.seq ?? 0) + CUT_ROWS_MAX);
      return cutThrough(connection, events, agent, last);
    },
  };
}

/** Anchors of chains that are not here, and events with their numbers. */
function adoptAll(
  connection: Connection,
  events: SqliteEvents,
  head: (agent: string) => ChainHead,
  { anchors = [], events: kept = [] }: Adopted,
): void {
  const { database } = connection;
  const anchorOf = database.prepare('SELECT agent, seq, hash, at FROM anchors WHERE agent = ?');
  const insertion = database.prepare(
    'INSERT INTO anchors (agent, seq, hash, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  connection.write(() => {
    for (const anchor of anchors) {
      const { agent, seq, hash, at } = anchor;
      const known = (anchorOf.get(agent) as Anchor | undefined) ?? head(agent);
      if (known.seq !== 0 && (known.seq !== seq || known.hash !== hash)) {
        throw anchorRefused(anchor);
      }
      insertion.run(agent, seq, hash, at);
    }
    events.adopt(kept);
  });
}

/** Heads that are remembered; beyond that they are read again. */
const HEADS_MAX = 10_000;

/** Appends batches in one transaction; for each null, or why it is refused. */
function batchAppender(
  connection: Connection,
  events: SqliteEvents,
  head: (agent: string) => ChainHead,
): (batches: readonly Batch[]) => readonly (string | null)[] {
  const { database } = connection;
  const write = batchWriter(connection, events);
  // Changes whenever another connection has written to the file; what is done to it without SQLite is watched.
  const dataVersion = database.prepare('PRAGMA data_version');
  let heads = new Map<string, ChainHead>();
  let version = '';

  const attempt = (batches: readonly Batch[], isAlone: boolean) => {
    const reached = new Map<string, ChainHead>();
    const problems = connection.write(() => {
      const now = `${String(dataVersion.get()?.['data_version'])} ${connection.touches()}`;
      if (now !== version || heads.size > HEADS_MAX) heads.clear();
      version = now;
      return batches.map((batch) => {
        const headOf = (agent: string) => reached.get(agent) ?? heads.get(agent) ?? head(agent);
        const verdict = checkChain(batch, headOf);
        if (verdict.problem !== null) return verdict.problem;
        const problem = isAlone ? write.alone(batch) : write.together(batch);
        if (problem !== null) return problem;
        for (const [agent, place] of verdict.heads) reached.set(agent, place);
        return null;
      });
    });
    // Only now they are on the disk.
    for (const [agent, place] of reached) heads.set(agent, place);
    return problems;
  };

  return (batches) => {
    try {
      const problems = attempt(batches, false);
      if (problems.some((problem) => problem !== null)) heads = new Map();
      return problems;
    } catch (error) {
      heads = new Map();
      if (!isConstraint(error)) throw error;
      // The tables forbid something of it, and nothing was written: once more, to find what, and to keep the others.
      return attempt(batches, true);
    }
  };
}

/** Writes one batch within a transaction. */
function batchWriter(connection: Connection, events: SqliteEvents) {
  const { database } = connection;
  const insertRow = database.prepare(
    'INSERT INTO main.journal (agent, seq, at, kind, body, hash) VALUES (?, ?, ?, ?, ?, unhex(?))',
  );
  const insertSnapshot = database.prepare(
    `INSERT INTO snapshots (agent, seq, hash, state) VALUES (?, ?, ?, ?)
       ON CONFLICT (agent) DO UPDATE SET seq = excluded.seq, hash = excluded.hash,
         state = excluded.state WHERE excluded.seq >= snapshots.seq`,
  );
  const together = (batch: Batch): null => {
    for (const { agent, seq, at, kind, body, hash } of batch.rows) {
      insertRow.run(agent, seq, at, kind, body, hash);
    }
    for (const event of batch.events ?? []) events.insert(event);
    for (const { agent, seq, hash, state } of batch.snapshots ?? []) {
      insertSnapshot.run(agent, seq, hash, state);
    }
    return null;
  };
  return {
    /** Throws when the tables forbid it, and then the whole transaction is lost. */
    together,
    /** Null, or the rule of the tables that forbids it: one that is refused takes nothing of the others with it. */
    alone: (batch: Batch): string | null => {
      database.exec('SAVEPOINT batch');
      try {
        together(batch);
      } catch (error) {
        if (!isConstraint(error)) throw error;
        database.exec('ROLLBACK TO batch; RELEASE batch');
        return errorWords(error);
      }
      database.exec('RELEASE batch');
      return null;
    },
  };
}

function cutThrough(
  connection: Connection,
  events: SqliteEvents,
  agent: string,
  last: number,
): Anchor {
  const { database } = connection;
  return connection.write(() => {
    const set = database.prepare(
      `INSERT INTO anchors (agent, seq, hash, at)
         SELECT agent, seq, lower(hex(hash)), at FROM journal WHERE agent = ? AND seq = ?
         ON CONFLICT (agent) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, at = excluded.at
         RETURNING agent, seq, hash, at`,
    );
    const anchor = set.get(agent, last) as Anchor | undefined;
    // Without the row there is no hash to anchor the rest to.
    if (anchor === undefined) throw rowMissing(agent, last);
    database.prepare('DELETE FROM journal WHERE agent = ? AND seq <= ?').run(agent, last);
    events.removeThrough(agent, last);
    database.exec(`PRAGMA incremental_vacuum(${FREED_PAGES_MAX})`);
    return anchor;
  });
}

function rowMissing(agent: string, seq: number): StoreError {
  return new StoreError(
    'STORE_CORRUPT',
    `row ${seq} of ${JSON.stringify(agent)} is missing though later ones are there, so nothing is cut: ` +
      'restore the data folder from a backup.',
  );
}
