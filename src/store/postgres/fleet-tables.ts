/**
 * What several nodes share beside the journal: who they are, and what they must all know before anything else is written.
 *
 * Every change that other nodes must know gets the next number of one row, in the transaction that makes it, so numbers
 * are seen in order and none is missed. An append names the number that its node knows; where there is a later one,
 * nothing is written. A node that was fenced writes nothing either.
 */
import { NOT_SERVING } from './append-function.ts';

/** Names an error that ends the append of a node that has not heard of a change. */
export const STALE = 'TW002';
/** The channel on which nodes hear of changes. */
export const CHANNEL = 'tripwire';

/** What an append takes of the journal, and the same handed on. */
export const JOURNAL_ARGUMENTS = `
    c_agent text[], c_base bigint[], c_base_hash text[], c_seq bigint[], c_hash text[], c_at bigint[],
    r_agent text[], r_seq bigint[], r_at bigint[], r_kind text[], r_body text[], r_hash text[],
    e_agent text[], e_session text[], e_seq bigint[], e_type text[], e_time bigint[], e_reason text[], e_details text[],
    s_agent text[], s_seq bigint[], s_hash text[], s_state text[]`;

export const JOURNAL_VALUES = `c_agent, c_base, c_base_hash, c_seq, c_hash, c_at,
      r_agent, r_seq, r_at, r_kind, r_body, r_hash,
      e_agent, e_session, e_seq, e_type, e_time, e_reason, e_details, s_agent, s_seq, s_hash, s_state`;

/** The tables, and the two functions that change them. */
export const FLEET_TABLES = `
  CREATE TABLE tripwire.fleet (version bigint NOT NULL, births bigint NOT NULL) WITH (fillfactor = 10);
  INSERT INTO tripwire.fleet VALUES (0, 0);

  -- New agents, which other nodes show and can be told to stop. Nobody's append has to wait until all know of one.
  CREATE TABLE tripwire.births (
    number bigint PRIMARY KEY,
    agent text COLLATE "C" NOT NULL
  );

  CREATE TABLE tripwire.changes (
    version bigint PRIMARY KEY,
    kind text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL
  );

  CREATE TABLE tripwire.nodes (
    node bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    core text NOT NULL,
    constitution text NOT NULL,
    joined_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    lease_until timestamptz NOT NULL,
    fenced boolean NOT NULL DEFAULT false,
    -- The last change that it acted on.
    seen bigint NOT NULL DEFAULT -1
  ) WITH (fillfactor = 10);

  CREATE FUNCTION tripwire.announce(kinds text[], subjects text[]) RETURNS bigint LANGUAGE plpgsql AS $announce$
  DECLARE
    last bigint;
  BEGIN
    UPDATE tripwire.fleet SET version = version + cardinality(kinds) RETURNING version INTO last;
    INSERT INTO tripwire.changes (version, kind, subject)
      SELECT last - cardinality(kinds) + c.place, c.kind, c.subject
      FROM unnest(kinds, subjects) WITH ORDINALITY AS c (kind, subject, place);
    PERFORM pg_notify('${CHANNEL}', last::text);
    RETURN last;
  END
  $announce$;

  CREATE FUNCTION tripwire.append_shared(by_node bigint, known bigint, announced text[], ${JOURNAL_ARGUMENTS}
  ) RETURNS text[] LANGUAGE plpgsql AS $append$
  DECLARE
    written text[];
    told text[];
    born text[];
    births_now bigint;
    at_version bigint;
  BEGIN
    SELECT version INTO at_version FROM tripwire.fleet;
    -- Said without an error, which would cost the connection: nothing is written yet.
    IF at_version <> known THEN RETURN NULL; END IF;
    written := tripwire.append(NULL, c_agent, c_base, c_base_hash, c_seq, c_hash, c_at,
      r_agent, r_seq, r_at, r_kind, r_body, r_hash,
      e_agent, e_session, e_seq, e_type, e_time, e_reason, e_details, s_agent, s_seq, s_hash, s_state);
    -- Asked after the heads are locked: it may have waited for them.
    IF NOT EXISTS (SELECT 1 FROM tripwire.nodes WHERE node = by_node AND NOT fenced) THEN
      RAISE EXCEPTION 'the lease of this node is over' USING ERRCODE = '${NOT_SERVING}';
    END IF;
    SELECT array_agg(c.agent) INTO born FROM unnest(c_agent, c_base) AS c (agent, base)
      WHERE c.base = 0 AND c.agent = ANY (written);
    IF born IS NOT NULL THEN
      UPDATE tripwire.fleet SET births = births + cardinality(born) RETURNING births INTO births_now;
      INSERT INTO tripwire.births (number, agent)
        SELECT births_now - cardinality(born) + b.place, b.agent
        FROM unnest(born) WITH ORDINALITY AS b (agent, place);
      PERFORM pg_notify('${CHANNEL}', 'born');
    END IF;
    SELECT array_agg(agent) INTO told FROM unnest(announced) AS a (agent) WHERE agent = ANY (written);
    IF told IS NOT NULL THEN
      at_version := tripwire.announce(array_fill('agent'::text, ARRAY[cardinality(told)]), told) - cardinality(told);
    ELSE
      SELECT version INTO at_version FROM tripwire.fleet;
    END IF;
    IF at_version <> known THEN
      RAISE EXCEPTION 'something changed meanwhile' USING ERRCODE = '${STALE}';
    END IF;
    RETURN written;
  END
  $append$;
`;

/** What a node does at the moment, as it said with its last renewal. */
export const NODE_LOAD = `
  ALTER TABLE tripwire.nodes ADD COLUMN open_calls bigint NOT NULL DEFAULT 0;
`;
