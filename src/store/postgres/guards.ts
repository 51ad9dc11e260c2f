/**
 * What the database itself refuses a server that is not the owner of the tables: heads that go back, which would hide the
 * rows behind them, and tables of weeks without end.
 */
import { MS_PER_WEEK, WEEKS_LOCK } from './week-length.ts';

/** A clock that is ahead makes a table for each week of its time; more of them than this are no clock's. */
const WEEKS_AHEAD_MAX = 100;

/** The function that makes a week's table, once more with its bound, and the guard of the heads. */
export const GUARDS = `
  CREATE FUNCTION tripwire.refuse_back() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $back$
  BEGIN
    IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
      RAISE EXCEPTION 'the head of % cannot go from row % to row %', OLD.agent, OLD.seq, NEW.seq USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
  END
  $back$;
  REVOKE ALL ON FUNCTION tripwire.refuse_back() FROM PUBLIC;
  -- The condition is looked at without calling the function, so that an append does not wait for it.
  CREATE TRIGGER heads_go_on BEFORE UPDATE ON tripwire.heads FOR EACH ROW
    WHEN (NEW.seq < OLD.seq OR NEW.seq = OLD.seq AND NEW.hash <> OLD.hash)
    EXECUTE FUNCTION tripwire.refuse_back();

  CREATE OR REPLACE FUNCTION tripwire.need_weeks(times bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $need$
  DECLARE
    missing integer;
    this_week bigint := extract(epoch FROM clock_timestamp()) * 1000 / ${MS_PER_WEEK};
  BEGIN
    FOR missing IN
      SELECT DISTINCT (time / ${MS_PER_WEEK})::integer AS week FROM unnest(times) AS t (time)
      EXCEPT SELECT week FROM tripwire.weeks ORDER BY week
    LOOP
      CONTINUE WHEN missing = 0;
      PERFORM pg_advisory_xact_lock(${WEEKS_LOCK});
      CONTINUE WHEN EXISTS (SELECT 1 FROM tripwire.weeks WHERE week = missing);
      IF missing < 0 THEN
        RAISE EXCEPTION 'no table is made for week %: it lies before 1970', missing USING ERRCODE = '42501';
      END IF;
      IF missing > this_week
        AND (SELECT count(*) FROM tripwire.weeks WHERE week > this_week) >= ${WEEKS_AHEAD_MAX} THEN
        RAISE EXCEPTION 'no table is made for week %: ${WEEKS_AHEAD_MAX} weeks to come have one already', missing
          USING ERRCODE = '42501';
      END IF;
      -- Made apart and then joined: whoever reads or writes the other parts does not wait.
      EXECUTE format('CREATE TABLE %s (LIKE tripwire.journal, PRIMARY KEY (agent, seq), CHECK (week = %s))',
        'tripwire.journal_' || missing, missing);
      EXECUTE format('ALTER TABLE tripwire.journal ATTACH PARTITION %s FOR VALUES IN (%s)',
        'tripwire.journal_' || missing, missing);
      INSERT INTO tripwire.weeks VALUES (missing);
    END LOOP;
  END
  $need$;
`;
