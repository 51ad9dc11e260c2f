/** The agents' keys in SQLite. */
import type { AgentKey } from '../store.ts';
import type { Connection } from './connection.ts';

/** What the worker does with keys. */
export interface SqliteKeys {
  putKey(key: AgentKey): void;
  keys(): readonly AgentKey[];
  removeKey(keyHash: string): boolean;
}

/** The keys of an open file. */
export function sqliteKeys(connection: Connection): SqliteKeys {
  const { database } = connection;
  const put = database.prepare(
    `INSERT INTO agent_keys (key_hash, agent, created_at, label) VALUES (?, ?, ?, ?)
       ON CONFLICT (key_hash) DO UPDATE SET agent = excluded.agent,
         created_at = excluded.created_at, label = excluded.label`,
  );
  const list = database.prepare(
    `SELECT key_hash AS keyHash, agent, created_at AS createdAt, label FROM agent_keys
       ORDER BY created_at, key_hash`,
  );
  const remove = database.prepare('DELETE FROM agent_keys WHERE key_hash = ?');
  return {
    putKey: ({ keyHash, agent, createdAt, label }) =>
      connection.write(() => {
        put.run(keyHash, agent, createdAt, label);
      }),
    keys: () => list.all() as unknown as AgentKey[],
    removeKey: (keyHash) => connection.write(() => Number(remove.run(keyHash).changes) > 0),
  };
}
