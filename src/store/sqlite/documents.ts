/** What the control plane keeps of its own, in SQLite. */
import type { DocumentChange, DocumentQuery, KnownDocument, StoredDocument } from '../store.ts';
import type { Connection } from './connection.ts';

/** What the worker does with documents. */
export interface SqliteDocuments {
  changeDocuments(change: DocumentChange): boolean;
  documents(query: DocumentQuery): readonly StoredDocument[];
}

/** The documents of an open file. */
export function sqliteDocuments(connection: Connection): SqliteDocuments {
  const { database } = connection;
  const insertion = database.prepare(
    `INSERT INTO documents (kind, id, at, body) VALUES (?, ?, ?, ?)
       ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at, body = excluded.body`,
  );
  const removal = database.prepare('DELETE FROM documents WHERE kind = ? AND id = ?');
  const found = database.prepare('SELECT body FROM documents WHERE kind = ? AND id = ?');
  const isAsKnown = ({ kind, id, body }: KnownDocument) =>
    (found.get(kind, id)?.['body'] ?? null) === body;
  return {
    changeDocuments: ({ put = [], remove = [], expect = [] }) =>
      connection.write(() => {
        if (!expect.every(isAsKnown)) return false;
        for (const { kind, id } of remove) removal.run(kind, id);
        for (const { kind, id, at, body } of put) insertion.run(kind, id, at, body);
        return true;
      }),
    documents: ({ kind, id, until, newestFirst = false, limit }) => {
      const conditions: string[] = [];
      const values: (string | number)[] = [];
      if (kind !== undefined) {
        conditions.push('kind = ?');
        values.push(kind);
      }
      if (id !== undefined) {
        conditions.push('id = ?');
        values.push(id);
      }
      if (until !== undefined) {
        conditions.push('at <= ?');
        values.push(until);
      }
      const filter = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
      const order = newestFirst ? 'DESC' : 'ASC';
      const sql = `SELECT kind, id, at, body FROM documents ${filter}
        ORDER BY at ${order}, id ${order} LIMIT ?`;
      return database.prepare(sql).all(...values, limit) as unknown as StoredDocument[];
    },
  };
}
