/** The journal in Postgres: what is read of it, and how it is cut. */
import { CHAIN_START } from '../chain-check.ts';
import type { StoreOperations } from '../checked-store.ts';
import { anchorRefused, requireCut } from '../refusals.ts';
import { StoreError } from '../store-error.ts';
import type { AgentHead, Anchor, JournalRow, Snapshot } from '../store.ts';
import type { Ask, Connection } from './connection.ts';
import { adoptEvents } from './tables.ts';
import { cutWeek } from './week-cutting.ts';

/** Rows cut in one transaction: the server deletes them within the time that a statement may take. */
const CUT_ROWS_MAX = 5_000;
const ANCHOR = "agent, seq, encode(hash, 'hex') AS hash, at";

type JournalOperations = Pick<
  StoreOperations,
  'heads' | 'read' | 'snapshot' | 'anchors' | 'cut' | 'cutPart' | 'adopt'
>;

/** The journal of an open database. */
export function postgresJournal(connection: Connection): JournalOperations {
  return {
    heads: () =>
      connection.ask<AgentHead>(
        'reading the heads',
        `SELECT ${ANCHOR} FROM tripwire.heads ORDER BY agent`,
      ),
    read: (agent, fromSeq, limit) =>
      readRows(
        (sql, values) => connection.ask('reading the journal', sql, values),
        agent,
        fromSeq,
        limit,
      ),
    snapshot: async (agent) => {
      const [found] = await connection.ask<Snapshot>(
        'reading a snapshot',
        "SELECT agent, seq, encode(hash, 'hex') AS hash, state FROM tripwire.snapshots WHERE agent = $1",
        [agent],
      );
      return found ?? null;
    },
    anchors: () =>
      connection.ask<Anchor>(
        'reading the anchors',
        `SELECT ${ANCHOR} FROM tripwire.anchors ORDER BY agent`,
      ),
    adopt: ({ anchors = [], events = [] }) =>
      connection.write('taking over', async (ask) => {
        for (const anchor of anchors) await adoptAnchor(ask, anchor);
        if (events.length > 0) await adoptEvents(ask, events);
      }),
    cutPart: (before) => cutWeek(connection, before),
    cut: async (agent, throughSeq) => {
      for (;;) {
        const anchor = await connection.write('cutting old rows', (ask) =>
          cutSome(ask, agent, throughSeq),
        );
        if (anchor.seq >= throughSeq) return anchor;
      }
    },
  };
}

/** The head is at the anchor until the first row follows. */
async function adoptAnchor(ask: Ask, anchor: Anchor): Promise<void> {
  const { agent, seq, hash, at } = anchor;
  const values = [agent, seq, hash, at];
  for (const table of ['anchors', 'heads']) {
    await ask(
      `INSERT INTO tripwire.${table} (agent, seq, hash, at)
         SELECT $1::text, $2::bigint, decode($3, 'hex'), $4::bigint
         WHERE NOT EXISTS (SELECT 1 FROM tripwire.journal WHERE agent = $1)
         ON CONFLICT DO NOTHING`,
      values,
    );
  }
  const [kept] = await ask(`SELECT ${ANCHOR} FROM tripwire.anchors WHERE agent = $1`, [agent]);
  if (kept?.['seq'] !== seq || kept['hash'] !== hash) throw anchorRefused(anchor);
}

/** A row keeps no hash of the one before: that row has it, or the anchor of those that were cut. */
export async function readRows(
  ask: Ask,
  agent: string,
  fromSeq: number,
  limit: number,
): Promise<readonly JournalRow[]> {
  const rows = (await ask(
    `SELECT agent, seq, at, kind, body, encode(hash, 'hex') AS hash,
        CASE WHEN row_number() OVER (ORDER BY seq) = 1 THEN coalesce(
          (SELECT encode(hash, 'hex') FROM tripwire.journal AS before
             WHERE before.agent = journal.agent AND before.seq = journal.seq - 1),
          (SELECT encode(hash, 'hex') FROM tripwire.anchors
             WHERE anchors.agent = journal.agent AND anchors.seq = journal.seq - 1)
        ) END AS before
      FROM tripwire.journal WHERE agent = $1 AND seq >= $2
        AND seq > coalesce((SELECT anchors.seq FROM tripwire.anchors WHERE anchors.agent = $1), 0)
      ORDER BY seq LIMIT $3`,
    [agent, Math.ceil(fromSeq), limit],
  )) as unknown as readonly (Omit<JournalRow, 'prev'> & { readonly before: string | null })[];
  return rows.map(({ before, ...row }, index) => {
    const last = rows[index - 1];
    const prev = last?.seq === row.seq - 1 ? last.hash : (before ?? CHAIN_START.hash);
    const { seq, at, kind, body, hash } = row;
    return { agent, seq, at, kind, body, prev, hash };
  });
}

/** Cuts a part; the lock on the head keeps others from cutting the same. */
async function cutSome(ask: Ask, agent: string, throughSeq: number): Promise<Anchor> {
  const [head] = await ask('SELECT seq FROM tripwire.heads WHERE agent = $1 FOR NO KEY UPDATE', [
    agent,
  ]);
  const [before] = (await ask(`SELECT ${ANCHOR} FROM tripwire.anchors WHERE agent = $1`, [
    agent,
  ])) as unknown as readonly Anchor[];
  if (before !== undefined && throughSeq <= before.seq) return before;
  const [snapshot] = await ask('SELECT seq FROM tripwire.snapshots WHERE agent = $1', [agent]);
  requireCut(agent, throughSeq, {
    headSeq: Number(head?.['seq'] ?? 0),
    snapshotSeq: Number(snapshot?.['seq'] ?? 0),
  });
  const last = Math.min(throughSeq, (before?.seq ?? 0) + CUT_ROWS_MAX);
  const [anchor] = (await ask('SELECT * FROM tripwire.cut_rows($1, $2)', [
    agent,
    last,
  ])) as unknown as readonly Anchor[];
  // Without the row there is no hash to anchor the rest to.
  if (anchor === undefined) throw rowMissing(agent, last);
  return anchor;
}

function rowMissing(agent: string, seq: number): StoreError {
  return new StoreError(
    'STORE_CORRUPT',
    `row ${seq} of ${JSON.stringify(agent)} is missing though later ones are there, so nothing is cut: ` +
      'restore the database from a backup.',
  );
}
