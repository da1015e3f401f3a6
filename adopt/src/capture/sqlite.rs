//! Triggers and tables of SQLite, whose names begin with `reinstate_`.

use serde_json::{Value, json};

use super::{Adopted, Trigger};
use crate::{
    catalogue::{Column, Table},
    kinds::Kind,
    sql,
};

/// Our triggers on tables of others.
pub const TRIGGERS: &str = "
    SELECT name, 'main', tbl_name, true FROM sqlite_schema
    WHERE type = 'trigger' AND name LIKE 'reinstate\\_%' ESCAPE '\\' ORDER BY name";

/// What is kept now.
pub const COVERAGE: &str = "SELECT kind, since, settings, columns FROM reinstate_coverage WHERE until IS NULL ORDER BY kind";

pub fn install(adopted: &[Adopted<'_>], before: &[Trigger]) -> Vec<String> {
    let mut statements = drop(before);
    statements.push(include_str!("sqlite.sql").trim_end_matches(";\n").to_owned());
    for it in adopted {
        statements.extend(coverage(it));
        statements.extend(triggers(it).into_iter().map(|(_, sql)| sql));
    }
    let names = adopted.iter().map(|it| sql::text(it.name)).collect::<Vec<_>>().join(", ");
    statements.push(format!(
        "UPDATE reinstate_coverage SET until = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') \
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
fn image(row: &str, columns: &[&Column]) -> String {
    let values = columns.iter().map(|column| {
        let value = format!("{row}.{}", sql::name(&column.name));
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

pub fn triggers(Adopted { name, kind, table }: &Adopted<'_>) -> Vec<(Trigger, String)> {
    let columns = kept(kind, table);
    let create = |what: &str, when: &str, action: &str| {
        let trigger = format!("reinstate_{what}_{}", table.name);
        let after = if action == "delete" { "NULL".to_owned() } else { image("NEW", &columns) };
        let sql = format!(
            "CREATE TRIGGER {} AFTER {when} BEGIN \
             INSERT INTO reinstate_captured (kind, action, coverage, before, after) VALUES ({kind}, {action}, \
             (SELECT max(id) FROM reinstate_coverage WHERE kind = {kind}), {before}, {after}); END",
            sql::name(&trigger),
            kind = sql::text(name),
            action = sql::text(action),
            before = image("OLD", &columns),
        );
        let (schema, table) = (table.schema.clone(), table.name.clone());
        (Trigger { name: trigger, schema, table, is_enabled: true }, sql)
    };
    let on = sql::name(&table.name);
    let mut statements = vec![create("removed", &format!("DELETE ON {on}"), "delete")];
    if let Some(column) = kind.deleted_column().map(sql::name) {
        let when = format!(
            "UPDATE OF {column} ON {on} WHEN OLD.{column} IS NULL AND NEW.{column} IS NOT NULL"
        );
        statements.push(create("hidden", &when, "hide"));
    }
    for (place, column) in table.set_null.iter().enumerate() {
        let column = sql::name(column);
        let when = format!(
            "UPDATE OF {column} ON {on} WHEN OLD.{column} IS NOT NULL AND NEW.{column} IS NULL"
        );
        statements.push(create(&format!("null_{place}"), &when, "update"));
    }
    statements
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
            "UPDATE reinstate_coverage SET until = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') \
             WHERE kind = {name} AND until IS NULL AND ({is_other})"
        ),
        format!(
            "INSERT INTO reinstate_coverage (kind, settings, columns) SELECT {name}, {settings}, {columns} \
             WHERE NOT EXISTS (SELECT 1 FROM reinstate_coverage WHERE kind = {name} AND until IS NULL)"
        ),
    ]
}
