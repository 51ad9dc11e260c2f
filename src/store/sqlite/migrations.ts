/**
 * The tables, as a list of steps from one version of the file to the next.
 *
 * A file knows its version (`user_version`); opening it takes the steps that are missing, all in one
 * transaction. A step that was released is never changed: add another.
 */

/** Step n leads to version n + 1. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE journal (
    agent TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    prev TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (agent, seq),
    -- The guard rail against a fork: no two rows follow the same one.
    UNIQUE (agent, prev)
  ) STRICT;

  CREATE TABLE anchors (
    agent TEXT NOT NULL PRIMARY KEY,
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE snapshots (
    agent TEXT NOT NULL PRIMARY KEY,
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL,
    state TEXT NOT NULL
  ) STRICT;

  -- AUTOINCREMENT: a number is never given twice, or whoever goes on after one would miss events.
  CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    agent TEXT NOT NULL,
    session TEXT,
    seq INTEGER NOT NULL,
    event_type TEXT NOT NULL,
    timestamp INTEGER NOT NULL,
    reason TEXT NOT NULL,
    details TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_by_agent ON events (agent, id);
  CREATE INDEX events_by_type ON events (event_type, id);

  CREATE TABLE agent_keys (
    key_hash TEXT NOT NULL PRIMARY KEY,
    agent TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    label TEXT NOT NULL
  ) STRICT;

  CREATE TABLE evidence (
    agent TEXT NOT NULL,
    session TEXT,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    hash TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (agent, hash)
  ) STRICT;
  CREATE INDEX evidence_by_agent ON evidence (agent, at);
  CREATE INDEX evidence_by_time ON evidence (at);
  `,
  `
  CREATE TABLE documents (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT;
  CREATE INDEX documents_by_time ON documents (kind, at, id);
  CREATE INDEX events_by_time ON events (timestamp);
  `,
  // Hashes as bytes, and no hash of the row before: that row has it, and an index of hashes was half of all that was
  // written. No two rows can follow the same one, because a chain has one row for each number. A hash that is none is
  // kept as zeros, which no row has: its agent is refused, and the others work.
  `
  CREATE TABLE journal_rows (
    agent TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (agent, seq)
  ) STRICT;
  INSERT INTO journal_rows (agent, seq, at, kind, body, hash)
    SELECT agent, seq, at, kind, body, coalesce(unhex(hash), zeroblob(32)) FROM journal ORDER BY rowid;
  DROP TABLE journal;
  ALTER TABLE journal_rows RENAME TO journal;
  PRAGMA incremental_vacuum;
  `,
];

/**
 * What shows an older file to a reader as if it had been brought up to date: by its version, the views and tables that
 * hide its own. They live in the reader's memory; the file is not touched.
 */
export const READ_AS_NEWEST: Readonly<Record<number, string>> = {
  1: `${hashesAsBytes()} CREATE TEMP TABLE documents (kind TEXT, id TEXT, at INTEGER, body TEXT, PRIMARY KEY (kind, id));`,
  2: hashesAsBytes(),
};

function hashesAsBytes(): string {
  return `CREATE TEMP VIEW journal AS
    SELECT agent, seq, at, kind, body, unhex(hash) AS hash FROM main.journal;`;
}
