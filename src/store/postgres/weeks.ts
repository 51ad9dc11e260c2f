/**
 * The journal in parts by time: a table for each week, so that old weeks go at once instead of row by row.
 *
 * A part is made when the first row of its week is written, by a function of the owner, so that a server needs no right to
 * make tables and no row is ever without a place. Part 0 takes what has to outlive its week: the last rows of an agent that
 * has rested since. A week goes in two steps. First each agent gets the anchor that stands for its rows, some agents at a
 * time; what an anchor stands for is read no more. Then the table is emptied, which appends do not wait for.
 */
import { MS_PER_WEEK, WEEKS_LOCK } from './week-length.ts';

const NAME_OF_PART = `'tripwire.journal_' ||`;
/** A table can only be dropped while nobody uses any part of the journal, and nobody is to wait for that. */
const DROP_WAIT = '100ms';

/** The tables and the functions, and the rows of before in part 0. */
export const WEEKS = `
  ALTER TABLE tripwire.journal RENAME TO journal_0;
  ALTER TABLE tripwire.journal_0 ADD COLUMN week integer NOT NULL DEFAULT 0;
  CREATE TABLE tripwire.journal (LIKE tripwire.journal_0) PARTITION BY LIST (week);
  ALTER TABLE tripwire.journal ATTACH PARTITION tripwire.journal_0 FOR VALUES IN (0);

  CREATE TABLE tripwire.weeks (week integer PRIMARY KEY);

  CREATE FUNCTION tripwire.need_weeks(times bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $need$
  DECLARE
    missing integer;
  BEGIN
    FOR missing IN
      SELECT DISTINCT (time / ${MS_PER_WEEK})::integer AS week FROM unnest(times) AS t (time)
      EXCEPT SELECT week FROM tripwire.weeks ORDER BY week
    LOOP
      CONTINUE WHEN missing = 0;
      PERFORM pg_advisory_xact_lock(${WEEKS_LOCK});
      CONTINUE WHEN EXISTS (SELECT 1 FROM tripwire.weeks WHERE week = missing);
      -- Made apart and then joined: whoever reads or writes the other parts does not wait.
      EXECUTE format('CREATE TABLE %s (LIKE tripwire.journal, PRIMARY KEY (agent, seq), CHECK (week = %s))',
        ${NAME_OF_PART} missing, missing);
      EXECUTE format('ALTER TABLE tripwire.journal ATTACH PARTITION %s FOR VALUES IN (%s)',
        ${NAME_OF_PART} missing, missing);
      INSERT INTO tripwire.weeks VALUES (missing);
    END LOOP;
  END
  $need$;

  CREATE FUNCTION tripwire.anchor_week(gone integer, after_agent text, most integer)
    RETURNS TABLE (last text, agents bigint, cut bigint)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $anchor$
  DECLARE
    one record;
    newest bigint;
    young bigint;
    edge record;
    kept_days integer;
    now_ms bigint := extract(epoch FROM clock_timestamp()) * 1000;
  BEGIN
    SELECT older_than_days INTO kept_days FROM tripwire.cutting;
    IF gone < 1 OR (gone + 1) * ${MS_PER_WEEK}::bigint > now_ms - kept_days * 86400000::bigint THEN
      RAISE EXCEPTION 'week % is not over, or younger than the % days that tripwire.cutting keeps', gone, kept_days
        USING ERRCODE = '42501';
    END IF;
    agents := 0;
    cut := 0;
    FOR one IN
      SELECT heads.agent, coalesce(anchors.seq, 0) AS before, least(coalesce(snapshots.seq, 0), heads.seq) AS below
      FROM tripwire.heads LEFT JOIN tripwire.anchors USING (agent) LEFT JOIN tripwire.snapshots USING (agent)
      WHERE heads.agent > after_agent ORDER BY heads.agent LIMIT most
    LOOP
      last := one.agent;
      EXECUTE format('SELECT max(seq) FROM %s WHERE agent = $1', ${NAME_OF_PART} gone) INTO newest USING one.agent;
      CONTINUE WHEN newest IS NULL OR newest <= one.before;
      -- A row that says it is old takes no younger ones with it that stand before it.
      SELECT min(journal.seq) INTO young FROM tripwire.journal WHERE journal.agent = one.agent
        AND journal.seq > one.before AND journal.seq < newest
        AND (journal.week > gone OR (journal.week = 0 AND journal.at >= (gone + 1) * ${MS_PER_WEEK}::bigint));
      -- An agent's rows go only below its newest snapshot and its head, as everywhere.
      EXECUTE format('SELECT seq, hash, at FROM %s WHERE agent = $1 AND seq > $2 AND seq < $3 ORDER BY seq DESC LIMIT 1',
        ${NAME_OF_PART} gone) INTO edge USING one.agent, one.before, least(one.below, young);
      IF edge.seq IS NOT NULL THEN
        INSERT INTO tripwire.anchors AS kept (agent, seq, hash, at) VALUES (one.agent, edge.seq, edge.hash, edge.at)
          ON CONFLICT ON CONSTRAINT anchors_pkey
          DO UPDATE SET seq = excluded.seq, hash = excluded.hash, at = excluded.at WHERE kept.seq < excluded.seq;
        DELETE FROM tripwire.journal_0 WHERE journal_0.agent = one.agent AND journal_0.seq <= edge.seq;
        DELETE FROM tripwire.events WHERE events.agent = one.agent AND events.seq <= edge.seq;
        agents := agents + 1;
        cut := cut + edge.seq - one.before;
      END IF;
      IF newest > coalesce(edge.seq, 0) THEN
        EXECUTE format('UPDATE tripwire.journal SET week = 0 WHERE week = %s AND agent = $1 AND seq > $2', gone)
          USING one.agent, greatest(edge.seq, one.before);
      END IF;
    END LOOP;
    IF last IS NOT NULL THEN RETURN NEXT; END IF;
  END
  $anchor$;

  CREATE FUNCTION tripwire.drop_week(gone integer) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $drop$
  DECLARE
    is_needed boolean;
  BEGIN
    IF gone < 1 THEN
      RAISE EXCEPTION 'part % is no week', gone USING ERRCODE = '42501';
    END IF;
    PERFORM pg_advisory_xact_lock(${WEEKS_LOCK});
    -- Nobody writes into it while it is looked at; reading goes on.
    EXECUTE format('LOCK TABLE %s IN SHARE MODE', ${NAME_OF_PART} gone);
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM tripwire.heads LEFT JOIN tripwire.anchors USING (agent) CROSS JOIN LATERAL (
      SELECT 1 FROM %s AS part WHERE part.agent = heads.agent AND part.seq > coalesce(anchors.seq, 0) LIMIT 1) AS found)',
      ${NAME_OF_PART} gone) INTO is_needed;
    IF is_needed THEN RETURN false; END IF;
    EXECUTE format('TRUNCATE %s', ${NAME_OF_PART} gone);
    BEGIN
      PERFORM set_config('lock_timeout', '${DROP_WAIT}', true);
      EXECUTE format('DROP TABLE %s', ${NAME_OF_PART} gone);
      DELETE FROM tripwire.weeks WHERE week = gone;
    EXCEPTION WHEN lock_not_available THEN
      -- It is empty and takes no room; the next one who tidies drops it.
      RETURN true;
    END;
    RETURN true;
  END
  $drop$;

  REVOKE ALL ON FUNCTION tripwire.need_weeks(bigint[]) FROM PUBLIC;
  REVOKE ALL ON FUNCTION tripwire.anchor_week(integer, text, integer) FROM PUBLIC;
  REVOKE ALL ON FUNCTION tripwire.drop_week(integer) FROM PUBLIC;
`;
