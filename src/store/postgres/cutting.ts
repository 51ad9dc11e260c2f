/**
 * How old rows go: by one function of the owner of the tables, so that a server needs no right to delete from the journal.
 * It keeps the rules of cutting, and cuts nothing that is younger than the owner says.
 */

/** The function that cuts, and how old rows must be for it. */
export const CUTTING = `
  CREATE TABLE tripwire.cutting (older_than_days integer NOT NULL);
  INSERT INTO tripwire.cutting VALUES (0);

  CREATE FUNCTION tripwire.cut_rows(who text, through bigint)
    RETURNS TABLE (agent text, seq bigint, hash text, at bigint)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $cut$
  DECLARE
    last tripwire.journal%ROWTYPE;
    kept_days integer;
  BEGIN
    PERFORM 1 FROM tripwire.heads WHERE heads.agent = who AND heads.seq > through FOR NO KEY UPDATE;
    IF NOT FOUND OR NOT EXISTS (
      SELECT 1 FROM tripwire.snapshots WHERE snapshots.agent = who AND snapshots.seq >= through
    ) THEN
      RAISE EXCEPTION 'row % is the last one of its agent, or beyond its snapshot', through USING ERRCODE = '42501';
    END IF;
    SELECT * INTO last FROM tripwire.journal WHERE journal.agent = who AND journal.seq = through;
    IF NOT FOUND THEN RETURN; END IF;
    SELECT older_than_days INTO kept_days FROM tripwire.cutting;
    -- Each row is looked at: one that says it is old may follow younger ones.
    IF kept_days > 0 AND EXISTS (
      SELECT 1 FROM tripwire.journal WHERE journal.agent = who AND journal.seq <= through
        AND journal.at > extract(epoch FROM clock_timestamp() - kept_days * interval '1 day') * 1000
    ) THEN
      RAISE EXCEPTION 'row % or one before it is younger than the % days that tripwire.cutting keeps', through, kept_days
        USING ERRCODE = '42501';
    END IF;
    INSERT INTO tripwire.anchors AS kept (agent, seq, hash, at) VALUES (who, last.seq, last.hash, last.at)
      ON CONFLICT ON CONSTRAINT anchors_pkey
      DO UPDATE SET seq = excluded.seq, hash = excluded.hash, at = excluded.at WHERE kept.seq < excluded.seq;
    DELETE FROM tripwire.journal WHERE journal.agent = who AND journal.seq <= through;
    DELETE FROM tripwire.events WHERE events.agent = who AND events.seq <= through;
    RETURN QUERY SELECT who, last.seq, encode(last.hash, 'hex'), last.at;
  END
  $cut$;
  REVOKE ALL ON FUNCTION tripwire.cut_rows(text, bigint) FROM PUBLIC;
`;
