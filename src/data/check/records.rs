//! Whether records are such as this program writes them.

use entity::{ColumnType, table::Column};
use sea_orm::{DatabaseConnection, DbBackend};

use super::check::{Found, count};
use crate::{
    kinds,
    resources::{Format, Resource},
};

/// The kinds of which records are not.
pub async fn sound(database: &DatabaseConnection) -> Found {
    let mut problems = Vec::new();
    for resource in kinds::all() {
        let table = resource.table.name;
        problems.extend(count(database, table, "version < 1", "the version is below 1").await?);
        for column in &resource.table.columns {
            for (condition, problem) in rules(database.get_database_backend(), resource, column) {
                let problem = format!("{} {problem}", column.name);
                problems.extend(count(database, table, &condition, &problem).await?);
            }
        }
    }
    Ok(problems)
}

/// What must not hold for a column, and what it would mean.
fn rules(backend: DbBackend, resource: &Resource, column: &Column) -> Vec<(String, &'static str)> {
    let name = format!("\"{}\"", column.name);
    let mut rules = Vec::new();
    if let Some(Format::OneOf(choices)) = resource.field(column.name).map(|field| &field.format) {
        let texts: Vec<String> = choices.texts().map(|text| format!("'{text}'")).collect();
        rules.push((format!("{name} NOT IN ({})", texts.join(", ")), "is none of its choices"));
    }
    if backend == DbBackend::Postgres {
        if column.column_type == ColumnType::Json && column.name == "permissions" {
            rules.push((format!("jsonb_typeof({name}) <> 'array'"), "is no array"));
        }
        return rules;
    }
    // SQLite stores whatever it is given in any column.
    match column.column_type {
        ColumnType::Time => {
            rules.push((
                format!("{name} IS NOT NULL AND julianday({name}) IS NULL"),
                "is no moment",
            ));
        }
        ColumnType::Uuid => {
            rules.push((format!("typeof({name}) <> 'blob' OR length({name}) <> 16"), "is no uuid"));
        }
        ColumnType::Json => {
            rules.push((format!("{name} IS NOT NULL AND NOT json_valid({name})"), "is no JSON"));
        }
        ColumnType::Bool => {
            rules.push((format!("{name} NOT IN (0, 1)"), "is neither true nor false"))
        }
        ColumnType::Text | ColumnType::Int | ColumnType::BigInt => {}
    }
    rules
}
