/**
 * The tables, as a list of steps from one version of the database to the next.
 *
 * All live in the schema `tripwire`, which knows its version. Opening takes the steps that are missing, all in one
 * transaction and under a lock, so that of two nodes that start at once one waits. A step that was released is never
 * changed: add another.
 */
import { APPEND_FUNCTION, APPEND_TO_WEEKS } from './append-function.ts';
import { CUTTING } from './cutting.ts';
import { FLEET_TABLES, NODE_LOAD } from './fleet-tables.ts';
import { GUARDS } from './guards.ts';
import { TEAM_TABLES } from './team-tables.ts';
import { WEEKS } from './weeks.ts';

/** Step n leads to version n + 1. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE tripwire.heads (
    agent text COLLATE "C" PRIMARY KEY,
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    at bigint NOT NULL
  ) WITH (fillfactor = 70);

  CREATE TABLE tripwire.journal (
    agent text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    -- Text, not jsonb: what is hashed must come back byte for byte.
    body text NOT NULL,
    hash bytea NOT NULL,
    -- The second guard against a fork; the first is the head, which is compared when it is moved.
    PRIMARY KEY (agent, seq)
  );

  CREATE TABLE tripwire.anchors (
    agent text COLLATE "C" PRIMARY KEY,
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    at bigint NOT NULL
  );

  CREATE TABLE tripwire.snapshots (
    agent text COLLATE "C" PRIMARY KEY,
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    state text NOT NULL
  );

  CREATE TABLE tripwire.events (
    id bigint PRIMARY KEY,
    agent text COLLATE "C" NOT NULL,
    session text COLLATE "C",
    seq bigint NOT NULL,
    event_type text COLLATE "C" NOT NULL,
    "timestamp" bigint NOT NULL,
    reason text NOT NULL,
    details text NOT NULL
  );
  CREATE INDEX events_by_agent ON tripwire.events (agent, id);
  CREATE INDEX events_by_type ON tripwire.events (event_type, id);
  CREATE INDEX events_by_time ON tripwire.events ("timestamp");
  -- Numbers of events come from a row that is locked until the commit, not from a sequence: a sequence gives a number
  -- before the commit, and whoever goes on after the last number it saw would miss those that are committed later.
  CREATE TABLE tripwire.event_numbers (last bigint NOT NULL) WITH (fillfactor = 10);
  INSERT INTO tripwire.event_numbers VALUES (0);

  CREATE TABLE tripwire.agent_keys (
    key_hash bytea PRIMARY KEY,
    agent text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    label text NOT NULL
  );

  CREATE TABLE tripwire.evidence (
    agent text COLLATE "C" NOT NULL,
    session text COLLATE "C",
    seq bigint NOT NULL,
    at bigint NOT NULL,
    hash bytea NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (agent, hash)
  );
  CREATE INDEX evidence_by_agent ON tripwire.evidence (agent, at);
  CREATE INDEX evidence_by_time ON tripwire.evidence (at);

  CREATE TABLE tripwire.documents (
    kind text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (kind, id)
  );
  CREATE INDEX documents_by_time ON tripwire.documents (kind, at, id);

  -- Who may write: one node at a time, as long as its lease lasts by the clock of the database.
  CREATE TABLE tripwire.serving (
    epoch bigint NOT NULL,
    node text NOT NULL,
    lease_until timestamptz NOT NULL
  ) WITH (fillfactor = 10);
  INSERT INTO tripwire.serving VALUES (0, '', '-infinity');

  ${APPEND_FUNCTION}
  `,
  FLEET_TABLES,
  NODE_LOAD,
  TEAM_TABLES,
  CUTTING,
  `${WEEKS}${APPEND_TO_WEEKS}`,
  GUARDS,
];
