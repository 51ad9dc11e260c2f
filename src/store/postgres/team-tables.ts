/**
 * What the nodes of a fleet spend together, in the database: sums by key, hour and node, and claims of calls that are not
 * recorded yet.
 *
 * Each node moves rows of its own, so that appends of two nodes do not wait for each other; a sum is over all of them.
 * Claims are given one after the other for each key. They are not logged: after a crash of the database nothing is under
 * way that was not recorded. Sums begin anew with a new generation whenever a node finds no other, and what the journal
 * has from before is counted once.
 */
import { LABEL_SETS_MAX, REST_KEY } from '../shared-spending.ts';
import { NOT_SERVING } from './append-function.ts';
import { JOURNAL_ARGUMENTS, JOURNAL_VALUES } from './fleet-tables.ts';

/** "Team": the locks under which claims on one key are given. */
const CLAIM_LOCKS = 0x5465616d;

/** Tables, the append that counts, and the claim. */
export const TEAM_TABLES = `
  ALTER TABLE tripwire.nodes ADD COLUMN teams text NOT NULL DEFAULT '';

  CREATE TABLE tripwire.team_state (generation bigint NOT NULL, is_counted boolean NOT NULL) WITH (fillfactor = 10);
  INSERT INTO tripwire.team_state VALUES (0, false);

  CREATE TABLE tripwire.team_spending (
    generation bigint NOT NULL,
    key text COLLATE "C" NOT NULL,
    hour bigint NOT NULL,
    node bigint NOT NULL,
    tokens bigint NOT NULL,
    calls bigint NOT NULL,
    micro_usd bigint NOT NULL,
    PRIMARY KEY (generation, key, hour, node)
  ) WITH (fillfactor = 50);

  -- The row after which a node counted what it wrote, for agents that wrote before everything earlier was counted.
  CREATE TABLE tripwire.team_base (
    generation bigint NOT NULL,
    agent text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    PRIMARY KEY (generation, agent)
  );

  CREATE TABLE tripwire.team_labels (
    generation bigint NOT NULL,
    agent text COLLATE "C" NOT NULL,
    labels text COLLATE "C" NOT NULL,
    PRIMARY KEY (generation, agent, labels)
  );

  CREATE UNLOGGED TABLE tripwire.team_claims (
    call text COLLATE "C" NOT NULL,
    generation bigint NOT NULL,
    node bigint NOT NULL,
    key text COLLATE "C" NOT NULL,
    hour bigint NOT NULL,
    tokens bigint NOT NULL,
    calls bigint NOT NULL,
    micro_usd bigint NOT NULL,
    PRIMARY KEY (call, key)
  );
  CREATE INDEX team_claims_by_key ON tripwire.team_claims (generation, key);

  CREATE FUNCTION tripwire.is_rest(gen bigint, who text, told text) RETURNS boolean LANGUAGE plpgsql AS $rest$
  BEGIN
    IF told = '' OR EXISTS (
      SELECT 1 FROM tripwire.team_labels WHERE generation = gen AND agent = who AND labels = told
    ) THEN RETURN false; END IF;
    IF (SELECT count(*) FROM tripwire.team_labels WHERE generation = gen AND agent = who) >= ${LABEL_SETS_MAX} THEN
      RETURN true;
    END IF;
    INSERT INTO tripwire.team_labels VALUES (gen, who, told) ON CONFLICT DO NOTHING;
    RETURN false;
  END
  $rest$;

  CREATE FUNCTION tripwire.team_sums(gen bigint, asked jsonb)
    RETURNS TABLE (place bigint, tokens bigint, calls bigint, micro_usd bigint) LANGUAGE sql STABLE AS $sums$
    SELECT l.place, coalesce(a.tokens, 0)::bigint, coalesce(a.calls, 0)::bigint, coalesce(a.micro_usd, 0)::bigint
    FROM ROWS FROM (jsonb_to_recordset(asked) AS (key text, "withRest" boolean, began bigint))
      WITH ORDINALITY AS l (key, with_rest, began, place)
    CROSS JOIN LATERAL (
      SELECT sum(x.tokens) AS tokens, sum(x.calls) AS calls, sum(x.micro_usd) AS micro_usd FROM (
        SELECT s.tokens, s.calls, s.micro_usd FROM tripwire.team_spending AS s
          WHERE s.generation = gen AND s.hour >= l.began
            AND s.key = ANY (CASE WHEN l.with_rest THEN ARRAY[l.key, '${REST_KEY}'] ELSE ARRAY[l.key] END)
        UNION ALL
        SELECT c.tokens, c.calls, c.micro_usd FROM tripwire.team_claims AS c
          JOIN tripwire.nodes AS n ON n.node = c.node AND NOT n.fenced
          WHERE c.generation = gen AND c.hour >= l.began
            AND c.key = ANY (CASE WHEN l.with_rest THEN ARRAY[l.key, '${REST_KEY}'] ELSE ARRAY[l.key] END)
      ) AS x
    ) AS a
  $sums$;

  CREATE FUNCTION tripwire.claim_spending(by_node bigint, gen bigint, c jsonb) RETURNS jsonb LANGUAGE plpgsql AS $claim$
  DECLARE
    rest boolean;
    fits boolean;
    sums jsonb;
    dead bigint;
  BEGIN
    IF NOT EXISTS (SELECT 1 FROM tripwire.nodes WHERE node = by_node AND NOT fenced) THEN
      RAISE EXCEPTION 'the lease of this node is over' USING ERRCODE = '${NOT_SERVING}';
    END IF;
    IF NOT EXISTS (SELECT 1 FROM tripwire.team_state WHERE generation = gen AND is_counted) THEN RETURN NULL; END IF;
    rest := tripwire.is_rest(gen, c->>'agent', c->>'labels');
    -- Those of the rest count in the sums of others, so they are given alone.
    IF rest THEN PERFORM pg_advisory_xact_lock(${CLAIM_LOCKS}, hashtext('${REST_KEY}'));
    ELSIF EXISTS (SELECT 1 FROM jsonb_array_elements(c->'limits') AS l WHERE (l->>'withRest')::boolean) THEN
      PERFORM pg_advisory_xact_lock_shared(${CLAIM_LOCKS}, hashtext('${REST_KEY}'));
    END IF;
    PERFORM pg_advisory_xact_lock(${CLAIM_LOCKS}, lock) FROM (
      SELECT DISTINCT hashtext(l->>'key') AS lock FROM jsonb_array_elements(c->'limits') AS l ORDER BY lock
    ) AS locks;
    LOOP
      SELECT coalesce(bool_and(
            coalesce(s.tokens + (c->>'tokens')::bigint <= (l.most->>'tokens')::bigint, true)
            AND coalesce(s.calls + (c->>'calls')::bigint <= (l.most->>'calls')::bigint, true)
            AND coalesce(s.micro_usd + (c->>'microUsd')::bigint <= (l.most->>'microUsd')::bigint, true)
          ), true),
          coalesce(jsonb_agg(
            jsonb_build_object('tokens', s.tokens, 'calls', s.calls, 'microUsd', s.micro_usd) ORDER BY place
          ), '[]')
        INTO fits, sums
        FROM tripwire.team_sums(gen, c->'limits') AS s
          JOIN jsonb_array_elements(c->'limits') WITH ORDINALITY AS l (most, place) USING (place);
      EXIT WHEN fits;
      -- What a node claimed that is gone is nobody's, once the database takes nothing from it any more.
      UPDATE tripwire.nodes SET fenced = true WHERE NOT fenced AND lease_until < clock_timestamp()
        AND node IN (SELECT claims.node FROM tripwire.team_claims AS claims);
      GET DIAGNOSTICS dead = ROW_COUNT;
      EXIT WHEN dead = 0;
    END LOOP;
    IF fits THEN
      INSERT INTO tripwire.team_claims (call, generation, node, key, hour, tokens, calls, micro_usd)
        SELECT c->>'call', gen, by_node, k.key, (c->>'hour')::bigint, (c->>'tokens')::bigint, (c->>'calls')::bigint,
          (c->>'microUsd')::bigint
        FROM (SELECT DISTINCT key FROM jsonb_array_elements_text(
          CASE WHEN rest THEN c->'restKeys' ELSE c->'keys' END) AS one (key)) AS k;
      -- What counts is the append; this may be lost with the database.
      IF dead IS NULL THEN PERFORM set_config('synchronous_commit', 'off', true); END IF;
    END IF;
    RETURN jsonb_build_object('fits', fits, 'sums', sums);
  END
  $claim$;

  CREATE FUNCTION tripwire.append_counted(
    by_node bigint, known bigint, announced text[], gen bigint, spends jsonb, ${JOURNAL_ARGUMENTS}
  ) RETURNS text[] LANGUAGE plpgsql AS $append$
  DECLARE
    written text[];
  BEGIN
    written := tripwire.append_shared(by_node, known, announced, ${JOURNAL_VALUES});
    IF written IS NULL OR spends IS NULL THEN RETURN written; END IF;
    IF NOT EXISTS (SELECT 1 FROM tripwire.team_state WHERE generation = gen AND is_counted) THEN
      INSERT INTO tripwire.team_base (generation, agent, seq)
        SELECT gen, c.agent, c.base FROM unnest(c_agent, c_base) AS c (agent, base)
        WHERE c.agent = ANY (written) AND EXISTS (
          SELECT 1 FROM jsonb_array_elements(spends) AS s WHERE s->>'agent' = c.agent
        )
        ORDER BY c.agent COLLATE "C" ON CONFLICT DO NOTHING;
    END IF;
    INSERT INTO tripwire.team_spending AS kept (generation, key, hour, node, tokens, calls, micro_usd)
      SELECT gen, k.key, s.hour, by_node, sum(s.tokens), sum(s.calls), sum(s."microUsd")
      FROM (
        SELECT one.*, tripwire.is_rest(gen, one.agent, one.labels) AS is_rest
        FROM jsonb_to_recordset(spends) AS one (agent text, labels text, keys jsonb, "restKeys" jsonb, hour bigint,
          tokens bigint, calls bigint, "microUsd" bigint)
        WHERE one.agent = ANY (written)
      ) AS s
      CROSS JOIN LATERAL jsonb_array_elements_text(CASE WHEN s.is_rest THEN s."restKeys" ELSE s.keys END) AS k (key)
      GROUP BY k.key, s.hour ORDER BY k.key COLLATE "C", s.hour
      ON CONFLICT (generation, key, hour, node) DO UPDATE SET tokens = kept.tokens + excluded.tokens,
        calls = kept.calls + excluded.calls, micro_usd = kept.micro_usd + excluded.micro_usd;
    DELETE FROM tripwire.team_claims AS claims USING jsonb_to_recordset(spends) AS s (agent text, call text)
      WHERE claims.call = s.call AND s.agent = ANY (written);
    RETURN written;
  END
  $append$;
`;
