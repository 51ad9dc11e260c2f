/** The texts that explain stops, in SQLite. */
import type { Evidence } from '../store.ts';
import type { Connection } from './connection.ts';

/** What the worker does with evidence. */
export interface SqliteEvidence {
  putEvidence(one: Evidence): void;
  evidence(agent: string, limit: number): readonly Evidence[];
  dropEvidence(before: number): number;
}

/** The evidence of an open file. */
export function sqliteEvidence(connection: Connection): SqliteEvidence {
  const { database } = connection;
  const put = database.prepare(
    `INSERT INTO evidence (agent, session, seq, at, hash, body) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (agent, hash) DO NOTHING`,
  );
  const newest = database.prepare(
    `SELECT agent, session, seq, at, hash, body FROM evidence WHERE agent = ?
       ORDER BY at DESC, seq DESC LIMIT ?`,
  );
  const drop = database.prepare('DELETE FROM evidence WHERE at < ?');
  return {
    putEvidence: ({ agent, session, seq, at, hash, body }) =>
      connection.write(() => {
        put.run(agent, session, seq, at, hash, body);
      }),
    evidence: (agent, limit) => newest.all(agent, limit) as unknown as Evidence[],
    dropEvidence: (before) => connection.write(() => Number(drop.run(before).changes)),
  };
}
