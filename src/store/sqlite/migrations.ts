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
];
