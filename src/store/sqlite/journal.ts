/**
 * The journal in SQLite: chains, snapshots, anchors.
 *
 * Nothing is remembered between two transactions: the heads are read in the transaction that builds
 * on them. So there is nothing to correct after a failed one, and a file that somebody else wrote to
 * cannot be forked.
 */
import { errorWords } from '../../base/error-words.ts';
import { CHAIN_START, checkChain, type ChainHead } from '../chain-check.ts';
import { requireCut } from '../refusals.ts';
import { StoreError } from '../store-error.ts';
import type { AgentHead, Anchor, Batch, JournalRow, Snapshot } from '../store.ts';
import type { Connection } from './connection.ts';
import type { SqliteEvents } from './events.ts';
import { isConstraint } from './failure.ts';

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
  SELECT journal.agent, seq, hash, at FROM names
    JOIN journal ON journal.agent = names.agent
      AND seq = (SELECT MAX(seq) FROM journal WHERE agent = names.agent)
    ORDER BY journal.agent`;

/** What the worker does with the journal. */
export interface SqliteJournal {
  /** One transaction for all; for each batch null, or why that one is refused. */
  append(batches: readonly Batch[]): readonly (string | null)[];
  heads(): readonly AgentHead[];
  read(agent: string, fromSeq: number, limit: number): readonly JournalRow[];
  snapshot(agent: string): Snapshot | null;
  anchors(): readonly Anchor[];
  /** Cuts a part; to be called until the anchor is where it was asked for. */
  cutSome(agent: string, throughSeq: number): Anchor;
}

/** The journal of an open file. */
export function sqliteJournal(connection: Connection, events: SqliteEvents): SqliteJournal {
  const { database } = connection;
  const headOf = database.prepare(
    'SELECT seq, hash FROM journal WHERE agent = ? ORDER BY seq DESC LIMIT 1',
  );
  const anchorOf = database.prepare('SELECT agent, seq, hash, at FROM anchors WHERE agent = ?');
  const snapshotOf = database.prepare(
    'SELECT agent, seq, hash, state FROM snapshots WHERE agent = ?',
  );
  const rowsFrom = database.prepare(
    `SELECT agent, seq, at, kind, body, prev, hash FROM journal
       WHERE agent = ? AND seq >= ? ORDER BY seq LIMIT ?`,
  );
  const allAnchors = database.prepare('SELECT agent, seq, hash, at FROM anchors ORDER BY agent');
  const head = (agent: string): ChainHead =>
    ((headOf.get(agent) ?? anchorOf.get(agent)) as ChainHead | undefined) ?? CHAIN_START;
  const insert = batchWriter(connection, events);
  return {
    append: (batches) => {
      const problems = connection.write(() => {
        const known = new Map<string, ChainHead>();
        return batches.map((batch) => {
          const verdict = checkChain(batch, (agent) => known.get(agent) ?? head(agent));
          if (verdict.problem !== null) return verdict.problem;
          const problem = insert(batch);
          if (problem !== null) return problem;
          for (const [agent, reached] of verdict.heads) known.set(agent, reached);
          return null;
        });
      });
      for (const [index, batch] of batches.entries()) {
        if (problems[index] === null) connection.recorded(batch);
      }
      return problems;
    },
    heads: () => database.prepare(HEADS_SQL).all() as unknown as AgentHead[],
    read: (agent, fromSeq, limit) => rowsFrom.all(agent, fromSeq, limit) as unknown as JournalRow[],
    snapshot: (agent) => (snapshotOf.get(agent) as Snapshot | undefined) ?? null,
    anchors: () => allAnchors.all() as unknown as Anchor[],
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

/** Writes one batch within a transaction; null, or the rule of the tables that forbids it. */
function batchWriter(connection: Connection, events: SqliteEvents) {
  const { database } = connection;
  const insertRow = database.prepare(
    'INSERT INTO journal (agent, seq, at, kind, body, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const insertSnapshot = database.prepare(
    `INSERT INTO snapshots (agent, seq, hash, state) VALUES (?, ?, ?, ?)
       ON CONFLICT (agent) DO UPDATE SET seq = excluded.seq, hash = excluded.hash,
         state = excluded.state WHERE excluded.seq >= snapshots.seq`,
  );
  return (batch: Batch): string | null => {
    // A savepoint of its own, so that a batch that is refused takes nothing of the others with it.
    database.exec('SAVEPOINT batch');
    try {
      for (const { agent, seq, at, kind, body, prev, hash } of batch.rows) {
        insertRow.run(agent, seq, at, kind, body, prev, hash);
      }
      for (const event of batch.events ?? []) events.insert(event);
      for (const { agent, seq, hash, state } of batch.snapshots ?? []) {
        insertSnapshot.run(agent, seq, hash, state);
      }
    } catch (error) {
      if (!isConstraint(error)) throw error;
      database.exec('ROLLBACK TO batch; RELEASE batch');
      return errorWords(error);
    }
    database.exec('RELEASE batch');
    return null;
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
         SELECT agent, seq, hash, at FROM journal WHERE agent = ? AND seq = ?
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
