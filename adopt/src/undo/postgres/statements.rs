//! The statements that are the same for all tables.

use crate::undo::why::{HERE, Why};

/// One undo at a time, and values as they were written when they were kept.
pub(super) const BEGIN: &str = "
    SET LOCAL timezone = 'UTC';
    SET LOCAL intervalstyle = 'postgres';
    SET LOCAL extra_float_digits = 1;
    SET LOCAL datestyle = 'ISO, YMD';
    SET LOCAL jit = off;
    SET CONSTRAINTS ALL IMMEDIATE;
    SELECT pg_advisory_xact_lock(hashtext('reinstate.undo'));
    CREATE TEMP TABLE reinstate_undoing (
      id bigint PRIMARY KEY, transaction bigint, at timestamptz, kind text, action text, role text,
      person text, rows bigint, relation oid, image json, after json,
      texts boolean,
      -- The columns that are written, in order.
      shape text[],
      reason text, state text, remark text, done boolean NOT NULL DEFAULT false,
      -- The earlier removal or change of the same row with which this one is undone.
      goes_with bigint
    ) ON COMMIT DROP";

/// Removals, and changes if `$6`: the table that each kind is now, and what can't come back for sure.
pub(super) fn choose(tables: &str) -> String {
    let [too_many, erased, gone] =
        [Why::TooManyKept, Why::Erased, Why::TableGone].map(|it| it.sql());
    format!(
        "
    INSERT INTO reinstate_undoing
    SELECT c.id, c.transaction, c.at, c.kind, c.action, c.role, c.person, c.rows, t.relation, c.before, c.after, c.texts,
      CASE c.action
        WHEN 'delete' THEN (SELECT array_agg(k ORDER BY k) FROM json_object_keys(c.before) k)
        ELSE (
          SELECT array_agg(b.key ORDER BY b.key) FROM json_each_text(c.before) b JOIN json_each_text(c.after) a USING (key)
          WHERE b.value IS DISTINCT FROM a.value
        )
      END,
      CASE
        WHEN c.before IS NULL AND c.after IS NULL AND c.rows > 1 THEN {too_many}
        WHEN c.before IS NULL AND c.after IS NULL THEN {erased}
        WHEN t.relation IS NULL THEN {gone}
      END
    FROM reinstate.captured c
    LEFT JOIN ({tables}) t ON t.kind = c.kind
    WHERE c.undone_at IS NULL AND c.at >= coalesce($1::timestamptz, '-infinity') AND c.at <= coalesce($2::timestamptz, 'infinity')
      AND ($5::bigint[] IS NULL OR c.transaction = ANY ($5))
      AND ($3::text[] IS NULL OR c.kind = ANY ($3)) AND ($4::text IS NULL OR c.role = $4)
      AND ($6 OR c.action IN ('delete', 'hide') OR c.action = 'update' AND EXISTS (
        SELECT FROM reinstate.captured d
        WHERE d.transaction = c.transaction AND d.action = 'delete' AND d.undone_at IS NULL
      ))"
    )
}

/// The tables that rows come back into: their columns now, and their key.
pub(super) const RELATIONS: &str = "
    SELECT c.oid::bigint, n.nspname, c.relname,
      (SELECT array_agg(a.attname::text) FROM pg_attribute a
       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''),
      (SELECT array_agg(a.attname::text) FROM pg_attribute a
       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
      ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        AND a.atttypid IN ('json'::regtype, 'jsonb'::regtype)),
      ARRAY(SELECT a.attname::text FROM reinstate.coverage v
        CROSS JOIN LATERAL jsonb_array_elements_text(v.settings -> 'key') k
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = (v.columns ->> k)::int
        WHERE v.kind = u.kind AND v.until IS NULL)
    FROM (SELECT DISTINCT relation, kind FROM reinstate_undoing WHERE reason IS NULL) u
    JOIN pg_class c ON c.oid = u.relation
    JOIN pg_namespace n ON n.oid = c.relnamespace";

/// Columns that were renamed since: what images call them, and their names now.
pub(super) const RENAMED: &str = "
    SELECT DISTINCT k.name, a.attname::text
    FROM (SELECT DISTINCT kind, unnest(shape) AS name FROM reinstate_undoing WHERE relation = $1::bigint::oid) k
    JOIN reinstate.coverage v ON v.kind = k.kind
    JOIN pg_attribute a ON a.attrelid = $1::bigint::oid AND a.attnum = (v.columns ->> k.name)::int AND NOT a.attisdropped
    WHERE k.name <> a.attname AND NOT EXISTS (
      SELECT FROM pg_attribute o WHERE o.attrelid = a.attrelid AND o.attname = k.name AND NOT o.attisdropped
    )";

/// Tries each row alone, by the statement of its part, the newest first: those that refer to others or whose values are
/// taken again, as long as some come back.
pub(super) fn one_by_one(actions: &str) -> String {
    let here = || HERE.to_owned();
    let taken = Why::UniqueTaken { constraint: here() }.with("to_json(constraint_)::text");
    let referred = Why::Referred { table: here() }.with("to_json(table_)::text");
    let missing = Why::MissingParent { constraint: here() }.with("to_json(constraint_)::text");
    let refused = Why::Refused { says: here() }.with("to_json(message_)::text");
    format!(
        "DO $do$
    DECLARE
      row_ record;
      moved boolean;
      state_ text;
      message_ text;
      constraint_ text;
      table_ text;
    BEGIN
      LOOP
        moved := false;
        FOR row_ IN SELECT * FROM reinstate_undoing u
          WHERE {actions} AND NOT done AND (reason IS NULL OR state IN ('23503', '23505')) ORDER BY id DESC
        LOOP
          BEGIN
            EXECUTE (SELECT statement FROM reinstate_parts p WHERE p.relation = row_.relation AND p.shape = row_.shape) USING row_.id;
            UPDATE reinstate_undoing SET done = true, reason = NULL, state = NULL WHERE id = row_.id;
            moved := true;
          EXCEPTION WHEN OTHERS THEN
            GET STACKED DIAGNOSTICS state_ = RETURNED_SQLSTATE, message_ = MESSAGE_TEXT, constraint_ = CONSTRAINT_NAME, table_ = TABLE_NAME;
            UPDATE reinstate_undoing SET state = state_, reason = CASE
              WHEN state_ = '23505' THEN {taken}
              WHEN state_ = '23503' AND action = 'remove' THEN {referred}
              WHEN state_ = '23503' THEN {missing}
              ELSE {refused}
            END WHERE id = row_.id;
          END;
        END LOOP;
        EXIT WHEN NOT moved;
      END LOOP;
    END $do$"
    )
}

/// Who removed what when, the newest first.
pub(super) const REMOVALS: &str = "
    SELECT u.transaction::text, to_char(min(u.at), 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), u.role, u.person, u.kind, sum(u.rows)::bigint, {done}
    FROM reinstate_undoing u JOIN reinstate.captured c ON c.transaction = u.transaction AND c.id = u.id
    GROUP BY u.transaction, u.role, u.person, u.kind, 7 ORDER BY max(u.id) DESC";

/// What happens to how many rows of each kind.
pub(super) const OUTCOMES: &str = "
    SELECT kind, sum(rows)::bigint, reason, CASE WHEN reason IS NULL THEN remark END FROM reinstate_undoing
    GROUP BY 1, 3, 4";

/// The tables whose rows refer to a table, each with the columns that do, and those that they refer to.
pub(super) const REFERRING: &str = "
    SELECT f.conrelid::bigint, n.nspname, c.relname,
      ARRAY(SELECT a.attname::text FROM unnest(f.conkey) WITH ORDINALITY k(number, place)
        JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.number ORDER BY k.place),
      ARRAY(SELECT a.attname::text FROM unnest(f.confkey) WITH ORDINALITY k(number, place)
        JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.number ORDER BY k.place)
    FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE f.contype = 'f' AND f.confrelid = $1::bigint::oid AND f.conparentid = 0 ORDER BY f.oid";
