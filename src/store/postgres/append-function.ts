/**
 * The append, as a function of the database: one round trip and one transaction for the batches of many agents.
 *
 * A chain goes on only from the head that the batch was made on: heads are compared under their lock and moved in the
 * transaction that writes the rows. An agent that is not in the answer lost its race, and nothing of it is written; the
 * others are. Heads are locked in the order of their names, new ones before known ones, so that no two wait for each
 * other. It is a function because each of its statements sees what was committed while the one before waited for a lock.
 */

import { MS_PER_WEEK } from './week-length.ts';

/** Names an error that ends the append of a node whose turn is over. */
export const NOT_SERVING = 'TW001';

/** Before the journal was kept in parts. */
export const APPEND_FUNCTION = appendFunction({ first: '', columns: '', values: '' });

/** Names the part of each row, and has it made where it is not there. */
export const APPEND_TO_WEEKS = appendFunction({
  first: 'PERFORM tripwire.need_weeks(r_at);',
  columns: ', week',
  values: `, r.at / ${MS_PER_WEEK}`,
});

/** Step by step: whose turn it is, births, heads, rows, events, snapshots. */
function appendFunction(rows: Readonly<Record<'first' | 'columns' | 'values', string>>): string {
  return `
  CREATE OR REPLACE FUNCTION tripwire.append(
    by_epoch bigint,
    c_agent text[], c_base bigint[], c_base_hash text[], c_seq bigint[], c_hash text[], c_at bigint[],
    r_agent text[], r_seq bigint[], r_at bigint[], r_kind text[], r_body text[], r_hash text[],
    e_agent text[], e_session text[], e_seq bigint[], e_type text[], e_time bigint[], e_reason text[], e_details text[],
    s_agent text[], s_seq bigint[], s_hash text[], s_state text[]
  ) RETURNS text[] LANGUAGE plpgsql AS $append$
  DECLARE
    written text[];
    numbered bigint;
  BEGIN
    IF by_epoch IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tripwire.serving WHERE epoch = by_epoch) THEN
      RAISE EXCEPTION 'another node serves this database' USING ERRCODE = '${NOT_SERVING}';
    END IF;

    ${rows.first}
    INSERT INTO tripwire.heads (agent, seq, hash, at)
      SELECT c.agent, 0, decode(c.hash, 'hex'), 0 FROM unnest(c_agent, c_base, c_base_hash) AS c (agent, base, hash)
      WHERE c.base = 0 AND c.hash = repeat('0', 64)
      ORDER BY c.agent COLLATE "C"
      ON CONFLICT DO NOTHING;

    SELECT coalesce(array_agg(locked.agent), '{}') INTO written FROM (
      SELECT heads.agent FROM tripwire.heads
        JOIN unnest(c_agent, c_base, c_base_hash) AS c (agent, base, hash)
          ON c.agent = heads.agent AND c.base = heads.seq AND decode(c.hash, 'hex') = heads.hash
        ORDER BY heads.agent FOR NO KEY UPDATE OF heads
    ) AS locked;

    UPDATE tripwire.heads SET seq = c.seq, hash = decode(c.hash, 'hex'), at = c.at
      FROM unnest(c_agent, c_seq, c_hash, c_at) AS c (agent, seq, hash, at)
      WHERE heads.agent = c.agent AND c.agent = ANY (written);

    INSERT INTO tripwire.journal (agent, seq, at, kind, body, hash${rows.columns})
      SELECT r.agent, r.seq, r.at, r.kind, r.body, decode(r.hash, 'hex')${rows.values}
      FROM unnest(r_agent, r_seq, r_at, r_kind, r_body, r_hash) AS r (agent, seq, at, kind, body, hash)
      WHERE r.agent = ANY (written);

    IF cardinality(e_agent) > 0 AND cardinality(written) > 0 THEN
      UPDATE tripwire.event_numbers SET last = last + cardinality(e_agent)
        RETURNING last - cardinality(e_agent) INTO numbered;
      INSERT INTO tripwire.events (id, agent, session, seq, event_type, "timestamp", reason, details)
        SELECT numbered + e.place, e.agent, e.session, e.seq, e.type, e.time, e.reason, e.details
        FROM unnest(e_agent, e_session, e_seq, e_type, e_time, e_reason, e_details)
          WITH ORDINALITY AS e (agent, session, seq, type, time, reason, details, place)
        WHERE e.agent = ANY (written);
    END IF;

    INSERT INTO tripwire.snapshots AS kept (agent, seq, hash, state)
      SELECT DISTINCT ON (s.agent COLLATE "C") s.agent, s.seq, decode(s.hash, 'hex'), s.state
      FROM unnest(s_agent, s_seq, s_hash, s_state) AS s (agent, seq, hash, state)
      WHERE s.agent = ANY (written)
      ORDER BY s.agent COLLATE "C", s.seq DESC
      ON CONFLICT (agent) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, state = excluded.state
        WHERE excluded.seq >= kept.seq;

    RETURN written;
  END
  $append$;
`;
}
