//! Triggers and tables of PostgreSQL, in a schema of their own.

use sea_orm::DbBackend;
use serde_json::{Value, json};

use super::{Adopted, Trigger, key};
use crate::{
    catalogue::Table,
    kinds::{Beyond, MOST, Record},
    sql,
};

/// Our triggers on tables of others, without those that partitions take over from theirs.
pub const TRIGGERS: &str = "
    SELECT t.tgname, n.nspname, c.relname, t.tgenabled <> 'D'
    FROM pg_trigger t
    JOIN pg_class c ON c.oid = t.tgrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_proc p ON p.oid = t.tgfoid
    JOIN pg_namespace s ON s.oid = p.pronamespace
    WHERE s.nspname = 'reinstate' AND NOT t.tgisinternal AND t.tgparentid = 0
    ORDER BY n.nspname, c.relname, t.tgname";

/// The table that each kind is now, by its triggers: kinds and relations. Other triggers, which have no arguments, may be
/// looked at before they are left out.
pub const TABLES: &str = "
    SELECT DISTINCT ON (kind) kind, relation
    FROM (
      SELECT coalesce(pg_partition_root(t.tgrelid)::oid, t.tgrelid) AS relation,
        convert_from(substring(t.tgargs FROM 1 FOR greatest(position('\\x00'::bytea IN t.tgargs) - 1, 0)), getdatabaseencoding()) AS kind
      FROM pg_trigger t
      JOIN pg_proc p ON p.oid = t.tgfoid
      JOIN pg_namespace s ON s.oid = p.pronamespace
      WHERE s.nspname = 'reinstate' AND p.proname IN ('capture_plain', 'capture_listed')
    ) t
    ORDER BY kind, relation";

/// What is kept now.
pub const COVERAGE: &str = "
    SELECT kind, to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), settings::text, columns::text
    FROM reinstate.coverage WHERE until IS NULL ORDER BY kind";

pub fn install(adopted: &[Adopted<'_>], before: &[Trigger]) -> Vec<String> {
    let mut statements = drop(before);
    statements.push(include_str!("postgres.sql").trim_end_matches(";\n").to_owned());
    let names = adopted.iter().map(|it| sql::text(it.name)).collect::<Vec<_>>().join(", ");
    statements.push(format!(
        "UPDATE reinstate.coverage SET until = transaction_timestamp() WHERE until IS NULL AND kind NOT IN ({})",
        if names.is_empty() { "''" } else { &names }
    ));
    if adopted.iter().any(|it| it.kind.record == Record::All) {
        // Among many changes removals are found by this one.
        statements.push(
            "CREATE INDEX IF NOT EXISTS captured_removals ON reinstate.captured (transaction) WHERE action IN ('delete', 'hide')"
                .to_owned(),
        );
    }
    for Adopted { name, kind, .. } in adopted.iter().filter(|it| it.kind.record == Record::All) {
        statements.push(key::index(DbBackend::Postgres, name, kind, &[]));
    }
    for it in adopted {
        statements.extend(triggers(it).into_iter().map(|(_, sql)| sql));
        statements.push(coverage(it));
    }
    statements
}

pub fn remove(triggers: &[Trigger]) -> Vec<String> {
    let mut statements = drop(triggers);
    for what in [
        "FUNCTION IF EXISTS reinstate.capture_plain()",
        "FUNCTION IF EXISTS reinstate.capture_listed()",
        "FUNCTION IF EXISTS reinstate.capture_changed()",
        "FUNCTION IF EXISTS reinstate.capture_written()",
        "FUNCTION IF EXISTS reinstate.only_count(text, text, text, bigint, bigint)",
        "FUNCTION IF EXISTS reinstate.without(json, text[])",
        "FUNCTION IF EXISTS reinstate.columns_of(oid, text, text)",
        "FUNCTION IF EXISTS reinstate.names_of(oid, text)",
        "FUNCTION IF EXISTS reinstate.acting_for()",
        "FUNCTION IF EXISTS reinstate.acting_role()",
        "TABLE IF EXISTS reinstate.captured",
        "TABLE IF EXISTS reinstate.coverage",
        "FUNCTION IF EXISTS reinstate.transaction_now()",
        // Of earlier versions.
        "FUNCTION IF EXISTS reinstate.only_count(bigint, bigint, text, text, text, bigint, bigint)",
        "FUNCTION IF EXISTS reinstate.transaction_of(bigint)",
        "SEQUENCE IF EXISTS reinstate.statement",
    ] {
        statements.push(format!("DROP {what}"));
    }
    // Somebody else's tables may be in it.
    statements.push(
        "DO $$ BEGIN DROP SCHEMA IF EXISTS reinstate; EXCEPTION WHEN dependent_objects_still_exist THEN NULL; END $$"
            .to_owned(),
    );
    statements
}

fn drop(triggers: &[Trigger]) -> Vec<String> {
    let drop = triggers.iter().map(|it| {
        let table = sql::table(&it.schema, &it.table);
        format!("DROP TRIGGER {} ON {table}", sql::name(&it.name))
    });
    // Nobody is to wait long behind this; whoever runs it tries again.
    ["SET LOCAL lock_timeout = '5s'".to_owned()].into_iter().chain(drop).collect()
}

pub fn triggers(Adopted { name, kind, table }: &Adopted<'_>) -> Vec<(Trigger, String)> {
    let mut triggers = Vec::new();
    // A statement names the table or one of its partitions; TRUNCATE of the table reaches them all.
    let whole = (table.schema.clone(), table.name.clone(), table.partitions.is_empty());
    let named = || [&whole].into_iter().chain(&table.partitions);
    let numbers = |names: &[String]| {
        let numbers =
            names.iter().filter_map(|it| table.column(it)).map(|it| it.number.to_string());
        sql::text(&format!("{{{}}}", numbers.collect::<Vec<_>>().join(",")))
    };
    let hidden = numbers(&kind.hide);
    let beyond = match kind.beyond {
        Beyond::Refuse => "refuse",
        Beyond::Count => "count",
    };
    let is_plain = table.columns.iter().all(|it| it.is_plain);
    let [removes, writes] =
        if is_plain { ["capture_plain"; 2] } else { ["capture_listed", "capture_written"] };
    let (kind_text, most) = (sql::text(name), kind.most.unwrap_or(MOST));
    let kept = format!("{kind_text}, '{most}', '{beyond}', {hidden}");
    let mut create = |on: &(String, String, bool), name: &str, when: &str, calls: &str| {
        let (schema, table) = (on.0.clone(), on.1.clone());
        let on = sql::table(&schema, &table);
        let sql = format!("CREATE TRIGGER {} {when} ON {on} {calls}", sql::name(name));
        triggers.push((Trigger { name: name.to_owned(), schema, table, is_enabled: true }, sql));
    };
    for target in named() {
        let calls = format!(
            "REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION reinstate.{removes}({kept})"
        );
        create(target, "reinstate_removed", "AFTER DELETE", &calls);
    }
    for target in named().filter(|(_, _, has_rows)| *has_rows) {
        let calls = format!("FOR EACH STATEMENT EXECUTE FUNCTION reinstate.capture_listed({kept})");
        create(target, "reinstate_truncated", "BEFORE TRUNCATE", &calls);
    }
    if kind.record == Record::All {
        let deleted = kind.deleted_column().map(str::to_owned);
        let columns = [kind.key.as_slice(), deleted.as_slice(), &table.set_null].map(numbers);
        let calls = format!(
            "FOR EACH STATEMENT EXECUTE FUNCTION reinstate.{writes}({kept}, {})",
            columns.join(", ")
        );
        for target in named() {
            let created = format!("REFERENCING NEW TABLE AS written {calls}");
            create(target, "reinstate_created", "AFTER INSERT", &created);
            let changed = format!("REFERENCING OLD TABLE AS removed NEW TABLE AS written {calls}");
            create(target, "reinstate_changed", "AFTER UPDATE", &changed);
        }
        return triggers;
    }
    let mut changed = |trigger: &str, action: &str, column: &str, was: &str, is: &str| {
        let calls = format!(
            "FOR EACH ROW WHEN (OLD.{column} {was} AND NEW.{column} {is}) \
             EXECUTE FUNCTION reinstate.capture_changed({kind_text}, '{action}', {hidden})"
        );
        create(&whole, trigger, &format!("AFTER UPDATE OF {column}"), &calls);
    };
    if let Some(column) = kind.deleted_column() {
        changed("reinstate_hidden", "hide", &sql::name(column), "IS NULL", "IS NOT NULL");
    }
    for (place, column) in table.set_null.iter().enumerate() {
        let trigger = format!("reinstate_null_{place}");
        changed(&trigger, "update", &sql::name(column), "IS NOT NULL", "IS NULL");
    }
    triggers
}

pub fn columns(table: &Table) -> Value {
    let numbers = table.columns.iter().map(|it| (it.name.clone(), json!(it.number)));
    Value::Object(numbers.collect())
}

/// Says what is captured from now on, unless that is said already.
fn coverage(Adopted { name, kind, table }: &Adopted<'_>) -> String {
    let (name, settings) = (sql::text(name), sql::text(&json!(kind).to_string()));
    let columns = sql::text(&columns(table).to_string());
    format!(
        "WITH same AS (SELECT FROM reinstate.coverage WHERE kind = {name} AND until IS NULL \
           AND settings = {settings} AND columns = {columns}), \
         ended AS (UPDATE reinstate.coverage SET until = transaction_timestamp() WHERE kind = {name} AND until IS NULL \
           AND NOT EXISTS (SELECT FROM same)) \
         INSERT INTO reinstate.coverage (kind, settings, columns) SELECT {name}, {settings}, {columns} \
         WHERE NOT EXISTS (SELECT FROM same) ON CONFLICT (kind, since) DO NOTHING"
    )
}
