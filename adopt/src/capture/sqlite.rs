//! Triggers and tables of SQLite, whose names begin with `reinstate_`.

use sea_orm::DbBackend;
use serde_json::{Value, json};

use super::{Adopted, Trigger, key};
use crate::{
    catalogue::{Column, Table},
    kinds::{Beyond, Kind, MOST, Record},
    sql,
};

/// The time of a statement, which all of its triggers have.
const NOW: &str = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";

/// Our triggers on tables of others.
pub const TRIGGERS: &str = "
    SELECT name, 'main', tbl_name, true FROM sqlite_schema
    WHERE type = 'trigger' AND name LIKE 'reinstate\\_%' ESCAPE '\\' ORDER BY name";

/// Records what earlier versions didn't from now on: persons, and how many rows there were.
pub const UPGRADES: [(&str, &str); 2] = [
    ("person", "ALTER TABLE reinstate_captured ADD COLUMN person TEXT"),
    ("rows", "ALTER TABLE reinstate_captured ADD COLUMN rows INTEGER NOT NULL DEFAULT 1"),
];

/// The columns of what is kept, if anything is.
pub const KEPT: &str = "SELECT name FROM pragma_table_info('reinstate_captured')";

/// What is kept now.
pub const COVERAGE: &str = "SELECT kind, since, settings, columns FROM reinstate_coverage WHERE until IS NULL ORDER BY kind";

pub fn install(adopted: &[Adopted<'_>], before: &[Trigger]) -> Vec<String> {
    let mut statements = drop(before);
    statements.push(include_str!("sqlite.sql").trim_end_matches(";\n").to_owned());
    if adopted.iter().any(|it| it.kind.record == Record::All) {
        // Among many changes removals are found by this one.
        statements.push(
            "CREATE INDEX IF NOT EXISTS reinstate_captured_removals ON reinstate_captured (at) WHERE action IN ('delete', 'hide')"
                .to_owned(),
        );
    }
    for Adopted { name, kind, table } in adopted.iter().filter(|it| it.kind.record == Record::All) {
        let columns: Vec<_> = kept(kind, table).iter().map(|it| it.name.clone()).collect();
        statements.push(key::index(DbBackend::Sqlite, name, kind, &columns));
    }
    for it in adopted {
        statements.extend(coverage(it));
        statements.extend(triggers(it).into_iter().map(|(_, sql)| sql));
    }
    let names = adopted.iter().map(|it| sql::text(it.name)).collect::<Vec<_>>().join(", ");
    statements.push(format!(
        "UPDATE reinstate_coverage SET until = {NOW} \
         WHERE until IS NULL AND kind NOT IN ({names})"
    ));
    statements
}

pub fn remove(triggers: &[Trigger]) -> Vec<String> {
    let mut statements = drop(triggers);
    statements.push("DROP TABLE IF EXISTS reinstate_captured".to_owned());
    statements.push("DROP TABLE IF EXISTS reinstate_coverage".to_owned());
    statements
}

fn drop(triggers: &[Trigger]) -> Vec<String> {
    triggers.iter().map(|it| format!("DROP TRIGGER {}", sql::name(&it.name))).collect()
}

/// The columns whose values are kept.
fn kept<'a>(kind: &Kind, table: &'a Table) -> Vec<&'a Column> {
    table.columns.iter().filter(|it| !it.generated && !kind.hide.contains(&it.name)).collect()
}

/// The values of a row as JSON: what JSON can't hold is an object with its type.
pub fn image<'c>(row: &str, columns: impl IntoIterator<Item = &'c String>) -> String {
    let values = columns.into_iter().map(|column| {
        let value = format!("{row}.{}", sql::name(column));
        format!(
            "CASE typeof({value}) WHEN 'blob' THEN json_object('blob', hex({value})) \
             WHEN 'real' THEN json_object('real', printf('%!.17g', {value})) \
             WHEN 'text' THEN iif(instr(CAST({value} AS BLOB), x'00'), json_object('text', hex({value})), json_quote({value})) \
             ELSE json_quote({value}) END"
        )
    });
    // As text, since functions take only so many arguments.
    let values = values.map(|it| format!("({it})")).collect::<Vec<_>>();
    format!("'[' || {} || ']'", values.join(" || ',' || "))
}

/// The value at a place in an image.
pub fn value(image: &str, place: usize) -> String {
    let (value, kind) = (format!("'$[{place}]'"), format!("'$[{place}]."));
    format!(
        "CASE WHEN json_type({image}, {value}) <> 'object' THEN json_extract({image}, {value}) \
         WHEN json_type({image}, {kind}blob') IS NOT NULL THEN unhex(json_extract({image}, {kind}blob')) \
         WHEN json_type({image}, {kind}text') IS NOT NULL THEN CAST(unhex(json_extract({image}, {kind}text')) AS TEXT) \
         ELSE CASE json_extract({image}, {kind}real') WHEN 'Inf' THEN 9e999 WHEN '-Inf' THEN -9e999 \
           ELSE CAST(json_extract({image}, {kind}real') AS REAL) END END"
    )
}

/// The statements that record an image before and one after, where a condition holds.
///
/// After the most rows of one statement others are only counted, or refused: the first has the lowest number at this
/// time. Where `most` is absent nothing is counted, which would take as long again.
fn record((name, kind): (&str, &Kind), action: &str, images: [&str; 2], when: &str) -> String {
    let (text, [before, after]) = (sql::text(name), images);
    let coverage = format!("(SELECT max(id) FROM reinstate_coverage WHERE kind = {text})");
    let values = |images: &str, when: &str| {
        format!(
            "INSERT INTO reinstate_captured (kind, action, coverage, before, after) \
             SELECT {text}, {action}, {coverage}, {images} WHERE {when}; "
        )
    };
    let images = format!("{before}, {after}");
    let refuses = kind.beyond == Beyond::Refuse;
    let Some(most) = kind.most.or(refuses.then_some(MOST)) else { return values(&images, when) };
    let first = format!("(SELECT id FROM reinstate_captured WHERE at = {NOW} ORDER BY id LIMIT 1)");
    let recorded = format!("coalesce((SELECT max(id) FROM reinstate_captured) - {first}, -1) + 1");
    let kept = values(&images, &format!("({when}) AND {recorded} < {most}"));
    let is_over = format!("({when}) AND {recorded} >= {most}");
    if refuses {
        let says = sql::text(&format!(
            "more than {most} rows of {name} at once are not kept, so the statement is refused"
        ));
        return format!("SELECT RAISE(ABORT, {says}) WHERE {is_over}; {kept}");
    }
    // Those that are counted come after the most that are kept, so that they are few.
    let counted = format!(
        "({when}) AND id >= {first} + {most} AND at = {NOW} AND kind = {text} AND action = {action}"
    );
    let new =
        format!("{is_over} AND NOT EXISTS (SELECT 1 FROM reinstate_captured WHERE {counted})");
    format!(
        "UPDATE reinstate_captured SET rows = rows + 1 WHERE {counted}; {}{kept}",
        values("'null', 'null'", &new)
    )
}

pub fn triggers(Adopted { name, kind, table }: &Adopted<'_>) -> Vec<(Trigger, String)> {
    let columns = kept(kind, table);
    let on = sql::name(&table.name);
    let [old, new] = ["OLD", "NEW"].map(|row| image(row, columns.iter().map(|it| &it.name)));
    let create = |what: &str, when: &str, does: &str| {
        let trigger = format!("reinstate_{what}_{}", table.name);
        let sql = format!("CREATE TRIGGER {} AFTER {when} BEGIN {does}END", sql::name(&trigger));
        let (schema, table) = (table.schema.clone(), table.name.clone());
        (Trigger { name: trigger, schema, table, is_enabled: true }, sql)
    };
    let of = (*name, *kind);
    let removes = record(of, "'delete'", [&old, "NULL"], "1");
    let mut triggers = vec![create("removed", &format!("DELETE ON {on}"), &removes)];
    let becomes = |column: &str, before: &str, after: &str| {
        let column = sql::name(column);
        format!("OLD.{column} {before} AND NEW.{column} {after}")
    };
    let hidden = kind.deleted_column().map(|it| (it, becomes(it, "IS NULL", "IS NOT NULL")));
    let unset = table.set_null.iter().map(|it| (it, becomes(it, "IS NOT NULL", "IS NULL")));
    if kind.record == Record::All {
        let any = |conditions: Vec<String>| {
            if conditions.is_empty() { "0".to_owned() } else { conditions.join(" OR ") }
        };
        let differs = |names: Vec<&String>| {
            any(names.iter().map(|it| format!("OLD.{0} IS NOT NEW.{0}", sql::name(it))).collect())
        };
        let action = format!(
            "CASE WHEN {} THEN 'hide' WHEN {} THEN 'update' ELSE 'change' END",
            any(hidden.into_iter().map(|it| it.1).collect()),
            any(unset.map(|it| it.1).collect())
        );
        // Rows are known by their keys: one whose key has changed is recorded as gone and as new.
        let moved = differs(kind.key.iter().collect());
        let changes = record(of, &action, [&old, &new], &format!("NOT ({moved})"))
            + &record(of, "'change'", [&old, "NULL"], &moved)
            + &record(of, "'change'", ["'null'", &new], &moved);
        let when =
            format!("UPDATE ON {on} WHEN {}", differs(columns.iter().map(|it| &it.name).collect()));
        let creates = record(of, "'create'", ["'null'", &new], "1");
        triggers.push(create("created", &format!("INSERT ON {on}"), &creates));
        triggers.push(create("changed", &when, &changes));
        return triggers;
    }
    if let Some((column, when)) = hidden {
        let when = format!("UPDATE OF {} ON {on} WHEN {when}", sql::name(column));
        triggers.push(create("hidden", &when, &record(of, "'hide'", [&old, &new], "1")));
    }
    for (place, (column, when)) in unset.enumerate() {
        let when = format!("UPDATE OF {} ON {on} WHEN {when}", sql::name(column));
        let updates = record(of, "'update'", [&old, &new], "1");
        triggers.push(create(&format!("null_{place}"), &when, &updates));
    }
    triggers
}

pub fn columns(kind: &Kind, table: &Table) -> Value {
    kept(kind, table).iter().map(|it| it.name.as_str()).collect()
}

/// Says what is captured from now on, unless that is said already.
fn coverage(Adopted { name, kind, table }: &Adopted<'_>) -> [String; 2] {
    let columns = columns(kind, table);
    let settings = sql::text(&json!(kind).to_string());
    let (name, columns) = (sql::text(name), sql::text(&columns.to_string()));
    let is_other = format!("settings <> {settings} OR columns <> {columns}");
    [
        format!(
            "UPDATE reinstate_coverage SET until = {NOW} \
             WHERE kind = {name} AND until IS NULL AND ({is_other})"
        ),
        format!(
            "INSERT INTO reinstate_coverage (kind, settings, columns) SELECT {name}, {settings}, {columns} \
             WHERE NOT EXISTS (SELECT 1 FROM reinstate_coverage WHERE kind = {name} AND until IS NULL)"
        ),
    ]
}
