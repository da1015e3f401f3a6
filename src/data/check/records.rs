//! Checks the values of records and of events.

use entity::{
    ColumnType,
    table::{Column, Reference},
};
use sea_orm::{DatabaseConnection, DbBackend};

use super::{
    schema::{Problems, count},
    values,
};
use crate::{
    kinds,
    operations::audit::{Action, event_kinds},
    resources::{Format, Resource},
};

/// Records with values that this program doesn't write.
pub async fn problems(database: &DatabaseConnection) -> Problems {
    let mut found = Vec::new();
    for resource in kinds::registered() {
        let table = resource.table.name;
        let below = format!("\"{}\" < 1", resource.columns.version);
        found.extend(count(database, table, &below, "the version is below 1").await?);
        // References to ids are foreign keys, which the database checks.
        let by_key = resource.table.references.iter().filter(|it| it.key != resource.columns.id);
        for Reference { column, table: other, key } in by_key {
            let orphans = format!(
                "NOT EXISTS (SELECT 1 FROM {other} AS t WHERE t.\"{key}\" = {table}.\"{column}\")"
            );
            let problem = format!("{column} names a missing record of {other}");
            found.extend(count(database, table, &orphans, &problem).await?);
        }
        for column in &resource.table.columns {
            for (condition, problem) in rules(database.get_database_backend(), resource, column) {
                let problem = format!("{} {problem}", column.name);
                found.extend(count(database, table, &condition, &problem).await?);
            }
        }
    }
    let gone = |it: &Resource| {
        let (name, table, id) = (it.name, it.table.name, it.columns.id);
        format!("(kind = '{name}' AND record_id IN (SELECT \"{id}\" FROM \"{table}\"))")
    };
    let known: Vec<String> = kinds::registered().iter().map(gone).collect();
    let gone = format!("NOT ({})", known.join(" OR "));
    found.extend(count(database, "record_holds", &gone, "the record is gone").await?);
    found.extend(repeated(database).await?);
    found.extend(values::problems(database).await?);
    Ok(found)
}

/// Addresses and codes that an earlier row has, apart from case (D31, D32).
async fn repeated(database: &DatabaseConnection) -> Problems {
    let mut found = Vec::new();
    for (table, column) in migration::ignored_case::COLUMNS {
        let ids = migration::ignored_case::repeated(database, table, column).await?;
        found.extend(ids.into_iter().map(|id| {
            format!(
                "{table}: the {column} of the row {id} differs from another's in case alone; change \
                 one of them, then run reinstate migrate"
            )
        }));
    }
    Ok(found)
}

/// Events with an unknown action or kind, or without a transaction.
pub async fn events(database: &DatabaseConnection) -> Problems {
    let actions = quoted(Action::ALL.map(Action::name));
    let kinds = quoted(event_kinds());
    let mut rules = vec![
        (format!("action NOT IN ({actions})"), "the action is unknown"),
        (format!("kind NOT IN ({kinds})"), "the kind is unknown"),
    ];
    if database.get_database_backend() == DbBackend::Postgres {
        rules.push(("xid < 1".to_owned(), "the transaction is missing"));
    }
    let mut found = Vec::new();
    for (condition, problem) in rules {
        found.extend(count(database, "record_events", &condition, problem).await?);
    }
    Ok(found)
}

/// The texts as a list of SQL literals.
fn quoted(texts: impl IntoIterator<Item = &'static str>) -> String {
    let quoted: Vec<String> = texts.into_iter().map(|text| format!("'{text}'")).collect();
    quoted.join(", ")
}

/// Conditions that no row may meet, with the problems they mean.
fn rules(backend: DbBackend, resource: &Resource, column: &Column) -> Vec<(String, &'static str)> {
    let name = format!("\"{}\"", column.name);
    let mut rules: Vec<(String, &'static str)> = Vec::new();
    let format = resource.field(column.name).map(|field| &field.format);
    if let Some(Format::OneOf(choices)) = format {
        let texts = quoted(choices.texts());
        rules.push((format!("{name} NOT IN ({texts})"), "is not one of the allowed values"));
    }
    if backend == DbBackend::Postgres {
        if format == Some(&Format::Texts) {
            rules.push((format!("jsonb_typeof({name}) <> 'array'"), "is not an array"));
        }
        return rules;
    }
    // SQLite stores any value in any column.
    let (condition, problem) = match column.column_type {
        ColumnType::Time => ("{0} IS NOT NULL AND julianday({0}) IS NULL", "is not a timestamp"),
        ColumnType::Uuid => ("typeof({0}) <> 'blob' OR length({0}) <> 16", "is not a uuid"),
        ColumnType::Json => ("{0} IS NOT NULL AND NOT json_valid({0})", "is not JSON"),
        ColumnType::Bool => ("{0} NOT IN (0, 1)", "is neither true nor false"),
        ColumnType::Text | ColumnType::Int | ColumnType::BigInt => return rules,
    };
    rules.push((condition.replace("{0}", &name), problem));
    rules
}
