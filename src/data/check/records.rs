//! Checks the values of records.

use entity::{
    ColumnType,
    table::{Column, Reference},
};
use sea_orm::{DatabaseConnection, DbBackend};

use super::query::{Found, count};
use crate::{
    kinds,
    resources::{Format, Resource},
};

/// Records with values that this program doesn't write.
pub async fn problems(database: &DatabaseConnection) -> Found {
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
    Ok(found)
}

/// Conditions that no row may meet, each with the problem that it means.
fn rules(backend: DbBackend, resource: &Resource, column: &Column) -> Vec<(String, &'static str)> {
    let name = format!("\"{}\"", column.name);
    let mut rules = Vec::new();
    let format = resource.field(column.name).map(|field| &field.format);
    if let Some(Format::OneOf(choices)) = format {
        let texts: Vec<String> = choices.texts().map(|text| format!("'{text}'")).collect();
        rules.push((
            format!("{name} NOT IN ({})", texts.join(", ")),
            "is not one of the allowed values",
        ));
    }
    if backend == DbBackend::Postgres {
        if format == Some(&Format::Texts) {
            rules.push((format!("jsonb_typeof({name}) <> 'array'"), "is not an array"));
        }
        return rules;
    }
    // SQLite stores any value in any column.
    match column.column_type {
        ColumnType::Time => {
            rules.push((
                format!("{name} IS NOT NULL AND julianday({name}) IS NULL"),
                "is not a timestamp",
            ));
        }
        ColumnType::Uuid => {
            rules.push((
                format!("typeof({name}) <> 'blob' OR length({name}) <> 16"),
                "is not a uuid",
            ));
        }
        ColumnType::Json => {
            rules.push((format!("{name} IS NOT NULL AND NOT json_valid({name})"), "is not JSON"));
        }
        ColumnType::Bool => {
            rules.push((format!("{name} NOT IN (0, 1)"), "is neither true nor false"))
        }
        ColumnType::Text | ColumnType::Int | ColumnType::BigInt => {}
    }
    rules
}
