-- Partitions record_events by range of id, so that old events can be detached and archived at once.
--
-- Run it once, with any servers running; it takes a moment, however many events there are:
--     psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f packaging/postgresql/partition-events.sql
-- Then, at the beginning of each month, with the name of the partition that begins:
--     psql "$DATABASE_URL" -c "CALL begin_event_partition('record_events_2027_01')"
-- To archive the oldest partition:
--     psql "$DATABASE_URL" -c "ALTER TABLE record_events DETACH PARTITION record_events_first CONCURRENTLY"
--     pg_dump "$DATABASE_URL" -Fc -t record_events_first -f record_events_first.dump
--     psql "$DATABASE_URL" -c "DROP TABLE record_events_first"

BEGIN;

LOCK TABLE record_events IN ACCESS EXCLUSIVE MODE;

DO $$
DECLARE
    index record;
    next_id bigint;
BEGIN
    IF (SELECT relkind = 'p' FROM pg_class WHERE oid = 'record_events'::regclass) THEN
        RAISE EXCEPTION 'record_events is partitioned already';
    END IF;
    SELECT COALESCE(MAX(id), 0) + 1 INTO next_id FROM record_events;
    ALTER TABLE record_events RENAME TO record_events_first;
    ALTER TABLE record_events_first ALTER COLUMN id DROP IDENTITY;
    CREATE TABLE record_events (LIKE record_events_first INCLUDING DEFAULTS) PARTITION BY RANGE (id);
    CREATE SEQUENCE record_events_id_seq OWNED BY record_events.id;
    PERFORM setval('record_events_id_seq', next_id, false);
    ALTER TABLE record_events ALTER COLUMN id SET DEFAULT nextval('record_events_id_seq');
    -- The indexes keep their names, by which later versions may change them. Those that exist become parts
    -- of the new ones, and aren't built again.
    FOR index IN
        SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition, indisprimary
        FROM pg_index WHERE indrelid = 'record_events_first'::regclass
    LOOP
        EXECUTE format('ALTER INDEX %I RENAME TO %I', index.name, index.name || '_first');
        IF index.indisprimary THEN
            ALTER TABLE record_events ADD CONSTRAINT record_events_pkey PRIMARY KEY (id);
        ELSE
            EXECUTE replace(index.definition, 'record_events_first USING', 'record_events USING');
        END IF;
    END LOOP;
    ALTER TABLE record_events ATTACH PARTITION record_events_first FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
END
$$;

-- Ends the newest partition and begins the next one. Only the last step, which reads no row, keeps servers waiting.
CREATE PROCEDURE begin_event_partition(partition text) LANGUAGE plpgsql AS $$
DECLARE
    newest text;
    starts text;
    ends bigint;
BEGIN
    IF to_regclass(quote_ident(partition)) IS NOT NULL THEN
        RAISE EXCEPTION '% exists already', partition;
    END IF;
    SELECT child.oid::regclass::text, COALESCE(substring(bound FROM 'FROM \(''(\d+)''\)'), 'MINVALUE')
    INTO newest, starts
    FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid,
        pg_get_expr(relpartbound, child.oid) AS bound
    WHERE inhparent = 'record_events'::regclass AND bound LIKE '%TO (MAXVALUE)';
    -- Events that servers write meanwhile still belong to the old one.
    SELECT GREATEST(last_value, NULLIF(starts, 'MINVALUE')::bigint) + 100000 INTO ends FROM record_events_id_seq;
    -- Left by a call that was interrupted.
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS range_of_ids', newest);
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT range_of_ids CHECK (id < %s) NOT VALID', newest, ends);
    COMMIT;
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT range_of_ids', newest);
    COMMIT;
    EXECUTE format('ALTER TABLE record_events DETACH PARTITION %s', newest);
    EXECUTE format('ALTER TABLE record_events ATTACH PARTITION %s FOR VALUES FROM (%s) TO (%s)', newest, starts, ends);
    EXECUTE format('CREATE TABLE %I PARTITION OF record_events FOR VALUES FROM (%s) TO (MAXVALUE)', partition, ends);
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT range_of_ids', newest);
    COMMIT;
END
$$;

COMMIT;
