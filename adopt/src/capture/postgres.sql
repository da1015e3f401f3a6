CREATE SCHEMA IF NOT EXISTS reinstate;

-- The number of the transaction: the second in which it began, since 2020, and PostgreSQL's number. That alone begins again
-- in another cluster, where a dump is restored. A number from a sequence, kept in a setting of the transaction, costs more.
CREATE OR REPLACE FUNCTION reinstate.transaction_now() RETURNS bigint LANGUAGE sql STABLE
RETURN ((date_part('epoch', transaction_timestamp())::bigint - 1577836800) << 32) | (txid_current() & 4294967295);

-- A row for each row that was removed, hidden by the application, or set to null by a removal; with `record = "all"` also
-- for each that was created or changed. `before` is null where a row was not there before, and `after` where it isn't now.
CREATE TABLE IF NOT EXISTS reinstate.captured (
  transaction bigint NOT NULL DEFAULT reinstate.transaction_now(),
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT statement_timestamp(),
  kind text NOT NULL,
  action text NOT NULL,
  -- The role of the database; `person` is whom the application names in the setting reinstate.user.
  role text NOT NULL,
  person text,
  -- How many rows: 1 with its row, or more without them.
  rows bigint NOT NULL DEFAULT 1,
  before json,
  after json,
  -- Whether values that JSON has other forms for (json, arrays, composites, ranges) are texts in it.
  texts boolean NOT NULL DEFAULT false,
  undone_at timestamptz,
  undone_by text,
  PRIMARY KEY (transaction, id)
);
CREATE INDEX IF NOT EXISTS captured_at ON reinstate.captured USING brin (at);
-- Earlier versions counted statements.
DO $$ BEGIN
IF to_regclass('reinstate.statement') IS NOT NULL THEN
  ALTER TABLE reinstate.captured DROP COLUMN IF EXISTS statement, ALTER COLUMN transaction SET DEFAULT reinstate.transaction_now();
  DROP SEQUENCE reinstate.statement;
  DROP FUNCTION IF EXISTS reinstate.transaction_of(bigint);
  DROP FUNCTION IF EXISTS reinstate.only_count(bigint, bigint, text, text, text, bigint, bigint);
END IF;
END $$;

-- What is captured since when, and what the table was then.
CREATE TABLE IF NOT EXISTS reinstate.coverage (
  kind text NOT NULL,
  since timestamptz NOT NULL DEFAULT transaction_timestamp(),
  until timestamptz,
  settings jsonb NOT NULL,
  columns jsonb NOT NULL,
  PRIMARY KEY (kind, since)
);

CREATE OR REPLACE FUNCTION reinstate.acting_role() RETURNS text LANGUAGE sql STABLE
RETURN coalesce(nullif(current_setting('role', true), 'none'), session_user);

CREATE OR REPLACE FUNCTION reinstate.acting_for() RETURNS text LANGUAGE sql STABLE
RETURN nullif(current_setting('reinstate.user', true), '');

-- The columns with these numbers, by the names that they have now. Partitions have the names of their table, and other numbers.
-- In PL/pgSQL, which plans the query once for a session; a function in SQL would for each transaction.
CREATE OR REPLACE FUNCTION reinstate.names_of(relation oid, numbers text) RETURNS text[] LANGUAGE plpgsql STABLE
AS $$ BEGIN
IF numbers OPERATOR(pg_catalog.=) '{}' THEN RETURN '{}'; END IF;
RETURN ARRAY(
  SELECT a.attname::pg_catalog.text FROM pg_catalog.unnest(numbers::pg_catalog.int2[]) WITH ORDINALITY n(number, place)
  JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) coalesce(pg_catalog.pg_partition_root(relation), relation)
    AND a.attnum OPERATOR(pg_catalog.=) n.number
  ORDER BY n.place
);
END $$;

-- The columns to keep, by the names that they have now; those that JSON has another form for as text.
CREATE OR REPLACE FUNCTION reinstate.columns_of(relation oid, hidden text, source text) RETURNS text LANGUAGE plpgsql STABLE
AS $$
DECLARE
  names text[] := reinstate.names_of(relation, hidden);
BEGIN
RETURN (
  SELECT string_agg(format(CASE
    WHEN t.typtype IN ('c', 'd', 'r', 'm') OR t.typcategory = 'A' OR t.oid IN ('json'::regtype, 'jsonb'::regtype)
    THEN '%1$s.%2$I::text AS %2$I' ELSE '%1$s.%2$I' END, source, a.attname), ', ' ORDER BY a.attnum)
  FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
  WHERE a.attrelid = relation AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> ALL (names)
);
END $$;

-- An image of a row without these columns.
CREATE OR REPLACE FUNCTION reinstate.without(image json, hidden text[]) RETURNS json LANGUAGE sql IMMUTABLE
RETURN CASE WHEN hidden = '{}' THEN image ELSE (image::jsonb - hidden)::json END;

-- For rows that JSON writes the same in every session, so that each statement is planned once for a session. Settings of
-- its own would take twice its time, so each name has its schema instead, whatever the caller's search_path. The table may
-- have columns of the names below. Rows are known by their keys: one whose key has changed is recorded twice, as gone and
-- as new. Arguments: kind, most rows, what happens beyond, and numbers of columns: those that are hidden, those of the key,
-- that with the time of a deletion, and those that a deletion elsewhere sets to null; the last three where all is recorded.
CREATE OR REPLACE FUNCTION reinstate.capture_plain() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
AS $$
#variable_conflict use_variable
DECLARE
  most pg_catalog.int8 := tg_argv[1];
  hidden pg_catalog.text[];
  keys pg_catalog.text[];
  deleted pg_catalog.text;
  nulls pg_catalog.text[];
  kept pg_catalog.int8;
BEGIN
  -- The usual case does nothing that it doesn't need: a statement waits for it.
  IF tg_op OPERATOR(pg_catalog.=) 'DELETE' AND tg_argv[3] OPERATOR(pg_catalog.=) '{}' THEN
    INSERT INTO reinstate.captured (kind, action, role, person, before)
    SELECT tg_argv[0], 'delete', reinstate.acting_role(), reinstate.acting_for(), pg_catalog.row_to_json(removed.*)
    FROM removed LIMIT most OPERATOR(pg_catalog.+) 1;
  ELSE
    hidden := CASE WHEN tg_argv[3] OPERATOR(pg_catalog.=) '{}' THEN '{}' ELSE reinstate.names_of(tg_relid, tg_argv[3]) END;
    IF tg_op OPERATOR(pg_catalog.=) 'DELETE' THEN
      INSERT INTO reinstate.captured (kind, action, role, person, before)
      SELECT tg_argv[0], 'delete', reinstate.acting_role(), reinstate.acting_for(),
        reinstate.without(pg_catalog.row_to_json(removed.*), hidden)
      FROM removed LIMIT most OPERATOR(pg_catalog.+) 1;
    ELSIF tg_op OPERATOR(pg_catalog.=) 'INSERT' THEN
      INSERT INTO reinstate.captured (kind, action, role, person, after)
      SELECT tg_argv[0], 'create', reinstate.acting_role(), reinstate.acting_for(),
        reinstate.without(pg_catalog.row_to_json(written.*), hidden)
      FROM written LIMIT most OPERATOR(pg_catalog.+) 1;
    ELSE
      keys := reinstate.names_of(tg_relid, tg_argv[4]);
      deleted := (reinstate.names_of(tg_relid, tg_argv[5]))[1];
      nulls := reinstate.names_of(tg_relid, tg_argv[6]);
      INSERT INTO reinstate.captured (kind, action, role, person, before, after)
      SELECT tg_argv[0], CASE
          WHEN o.image IS NULL OR n.image IS NULL THEN 'change'
          WHEN o.image OPERATOR(pg_catalog.->>) deleted IS NULL AND n.image OPERATOR(pg_catalog.->>) deleted IS NOT NULL THEN 'hide'
          WHEN EXISTS (
            SELECT FROM pg_catalog.unnest(nulls) c(name)
            WHERE o.image OPERATOR(pg_catalog.->>) c.name IS NOT NULL AND n.image OPERATOR(pg_catalog.->>) c.name IS NULL
          ) THEN 'update'
          ELSE 'change'
        END, reinstate.acting_role(), reinstate.acting_for(), o.image, n.image
      FROM (
        SELECT x.image, ARRAY(SELECT x.image OPERATOR(pg_catalog.->>) k.name FROM pg_catalog.unnest(keys) k(name)) AS key
        FROM (SELECT reinstate.without(pg_catalog.row_to_json(removed.*), hidden) AS image FROM removed OFFSET 0) x
      ) o FULL JOIN (
        SELECT x.image, ARRAY(SELECT x.image OPERATOR(pg_catalog.->>) k.name FROM pg_catalog.unnest(keys) k(name)) AS key
        FROM (SELECT reinstate.without(pg_catalog.row_to_json(written.*), hidden) AS image FROM written OFFSET 0) x
      ) n ON o.key OPERATOR(pg_catalog.=) n.key
      WHERE (o.image::pg_catalog.text OPERATOR(pg_catalog.=) n.image::pg_catalog.text) IS NOT TRUE
      LIMIT most OPERATOR(pg_catalog.+) 1;
    END IF;
  END IF;
  GET DIAGNOSTICS kept = ROW_COUNT;
  IF kept OPERATOR(pg_catalog.>) most THEN
    IF tg_op OPERATOR(pg_catalog.=) 'DELETE' THEN kept := (SELECT pg_catalog.count(*) FROM removed);
    ELSE kept := (SELECT pg_catalog.count(*) FROM written);
    END IF;
    PERFORM reinstate.only_count(tg_argv[0], tg_op, tg_argv[2], most, kept);
  END IF;
  RETURN NULL;
END $$;

-- For rows that JSON writes by the session's settings, or not as they are, and for all of a table before it is truncated.
-- Arguments: the same, and numbers of hidden columns. Rows that a policy hides from this role would be lost, so it fails.
CREATE OR REPLACE FUNCTION reinstate.capture_listed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO, YMD'
SET intervalstyle = 'postgres' SET extra_float_digits = 1 SET row_security = off
AS $$
DECLARE
  most bigint := tg_argv[1];
  source text := CASE tg_op WHEN 'TRUNCATE' THEN format('ONLY %s', tg_relid::regclass) ELSE 'removed' END;
  kept bigint;
BEGIN
  EXECUTE format(
    'INSERT INTO reinstate.captured (kind, action, role, person, before, texts)
     SELECT $1, ''delete'', reinstate.acting_role(), reinstate.acting_for(), row_to_json(x.*), true
     FROM (SELECT %s FROM %s r LIMIT $2) x', reinstate.columns_of(tg_relid, tg_argv[3], 'r'), source)
  USING tg_argv[0], most + 1;
  GET DIAGNOSTICS kept = ROW_COUNT;
  IF kept > most THEN
    EXECUTE format('SELECT count(*) FROM %s', source) INTO kept;
    PERFORM reinstate.only_count(tg_argv[0], 'DELETE', tg_argv[2], most, kept);
  END IF;
  RETURN NULL;
END $$;

-- Keeps the number of rows in place of those that were kept last, one more than the most; or refuses a statement with so many.
CREATE OR REPLACE FUNCTION reinstate.only_count(
  kept_kind text, statement_ text, beyond text, most bigint, total bigint
) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF beyond = 'refuse' THEN
    RAISE EXCEPTION 'more than % rows of % at once are not kept, so the statement is refused', most, kept_kind;
  END IF;
  DELETE FROM reinstate.captured WHERE transaction = reinstate.transaction_now() AND id IN (
    SELECT id FROM reinstate.captured WHERE transaction = reinstate.transaction_now() AND kind = kept_kind
    ORDER BY id DESC LIMIT most + 1
  );
  INSERT INTO reinstate.captured (kind, action, role, person, rows)
  VALUES (kept_kind, CASE statement_ WHEN 'INSERT' THEN 'create' WHEN 'UPDATE' THEN 'change' ELSE 'delete' END,
    reinstate.acting_role(), reinstate.acting_for(), total);
END $$;

-- Arguments: kind, action, numbers of hidden columns.
CREATE OR REPLACE FUNCTION reinstate.capture_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO, YMD'
SET intervalstyle = 'postgres' SET extra_float_digits = 1
AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO reinstate.captured (kind, action, role, person, before, after, texts)
     SELECT $1, $2, reinstate.acting_role(), reinstate.acting_for(), row_to_json(o.*), row_to_json(n.*), true
     FROM (SELECT %s) o, (SELECT %s) n',
    reinstate.columns_of(tg_relid, tg_argv[2], '($3)'), reinstate.columns_of(tg_relid, tg_argv[2], '($4)'))
  USING tg_argv[0], tg_argv[1], old, new;
  RETURN NULL;
END $$;

-- The same for created and changed rows of such tables, which `capture_plain` does for others.
CREATE OR REPLACE FUNCTION reinstate.capture_written() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO, YMD'
SET intervalstyle = 'postgres' SET extra_float_digits = 1 SET row_security = off
AS $$
DECLARE
  most bigint := tg_argv[1];
  columns text := reinstate.columns_of(tg_relid, tg_argv[3], 'r');
  keys text[];
  become_null text := 'o.image ->> %1$L IS NOT NULL AND n.image ->> %1$L IS NULL';
  become_set text := 'o.image ->> %1$L IS NULL AND n.image ->> %1$L IS NOT NULL';
  images text;
  kept bigint;
BEGIN
  IF tg_op = 'INSERT' THEN
    images := 'SELECT ''create'', NULL::json, row_to_json(x.*) FROM (SELECT ' || columns || ' FROM written r LIMIT $2) x';
  ELSE
    keys := reinstate.names_of(tg_relid, tg_argv[4]);
    images := (
      SELECT string_agg(format('x.%I::text AS k%s', key, place), ', ') FROM unnest(keys) WITH ORDINALITY k(key, place)
    );
    images := '(SELECT row_to_json(x.*) AS image, ' || images || ' FROM (SELECT ' || columns || ' FROM ';
    images := 'SELECT CASE WHEN o.image IS NULL OR n.image IS NULL THEN ''change'' WHEN '
      || coalesce((SELECT string_agg(format(become_set, c), ' OR ') FROM unnest(reinstate.names_of(tg_relid, tg_argv[5])) c), 'false')
      || ' THEN ''hide'' WHEN '
      || coalesce((SELECT string_agg(format(become_null, c), ' OR ') FROM unnest(reinstate.names_of(tg_relid, tg_argv[6])) c), 'false')
      || ' THEN ''update'' ELSE ''change'' END, o.image, n.image FROM '
      || images || 'removed r) x) o FULL JOIN ' || images || 'written r) x) n ON '
      || (SELECT string_agg(format('o.k%1$s = n.k%1$s', place), ' AND ') FROM generate_subscripts(keys, 1) place)
      || ' WHERE o.image::text IS DISTINCT FROM n.image::text LIMIT $2';
  END IF;
  EXECUTE 'INSERT INTO reinstate.captured (kind, action, role, person, before, after, texts)
    SELECT $1, w.action, reinstate.acting_role(), reinstate.acting_for(), w.before, w.after, true
    FROM (' || images || ') w(action, before, after)'
  USING tg_argv[0], most + 1;
  GET DIAGNOSTICS kept = ROW_COUNT;
  IF kept > most THEN
    EXECUTE 'SELECT count(*) FROM written' INTO kept;
    PERFORM reinstate.only_count(tg_argv[0], tg_op, tg_argv[2], most, kept);
  END IF;
  RETURN NULL;
END $$;
