//! Checks the schema against this program; and queries of all checks.

use entity::{
    Table, access_token, record_event, record_hold, retired_api_key_value, role, role_permission,
    user_permission, user_role,
};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, QueryResult, Statement};
use std::collections::BTreeSet;

use crate::{
    kinds,
    store::{applied_migrations, database::column, known_migrations},
};

/// The problems that a check found, or why it could not run.
pub(super) type Problems = Result<Vec<String>, DbErr>;

/// The rows of a query.
pub(super) async fn rows(
    database: &DatabaseConnection,
    sql: &str,
) -> Result<Vec<QueryResult>, DbErr> {
    database.query_all_raw(Statement::from_string(database.get_database_backend(), sql)).await
}

/// The number that a query returns, or 0.
pub(super) async fn number(database: &DatabaseConnection, sql: &str) -> Result<i64, DbErr> {
    Ok(column(database, sql).await?.pop().unwrap_or_default())
}

/// The problem and its number of rows, if there are any.
pub(super) async fn count(
    database: &DatabaseConnection,
    table: &str,
    condition: &str,
    problem: &str,
) -> Result<Option<String>, DbErr> {
    let sql = format!("SELECT COUNT(*) FROM \"{table}\" WHERE {condition}");
    let count = number(database, &sql).await?;
    Ok((count > 0).then(|| format!("{table}: {problem} in {count} rows")))
}

/// Migrations that are missing or unknown.
pub async fn changes(database: &DatabaseConnection) -> Problems {
    let (applied, known) = (applied_migrations(database).await?, known_migrations());
    let missing: Vec<&String> = known.difference(&applied).collect();
    let newer = applied.difference(&known);
    let older = missing.first().map(|first| {
        let count = missing.len();
        format!(
            "older than this program: {count} changes are missing, from {first} on; run reinstate \
             migrate"
        )
    });
    let newer = newer.map(|name| {
        format!(
            "newer than this program: it has the change {name}, which this program doesn't know"
        )
    });
    Ok(older.into_iter().chain(newer).collect())
}

/// Tables and columns that are missing.
pub async fn columns(database: &DatabaseConnection) -> Problems {
    let mut problems = Vec::new();
    for table in tables() {
        let name = table.name;
        let sql = match database.get_database_backend() {
            DbBackend::Postgres => format!(
                "SELECT column_name::text FROM information_schema.columns \
                 WHERE table_schema = current_schema() AND table_name = '{name}'"
            ),
            _ => format!("SELECT name FROM pragma_table_info('{name}')"),
        };
        let found: BTreeSet<String> = column(database, &sql).await?.into_iter().collect();
        if found.is_empty() {
            problems.push(format!("the table {name} is missing"));
            continue;
        }
        let missing = table.columns.iter().filter(|column| !found.contains(column.name));
        problems.extend(missing.map(|column| format!("{name} has no column {}", column.name)));
    }
    Ok(problems)
}

/// The tables of records, credentials, grants and events.
pub(super) fn tables() -> Vec<Table> {
    let others = [
        Table::of::<role::Entity>(),
        Table::of::<access_token::Entity>(),
        Table::of::<retired_api_key_value::Entity>(),
        Table::of::<record_event::Entity>(),
        Table::of::<record_hold::Entity>(),
        Table::of::<role_permission::Entity>(),
        Table::of::<user_permission::Entity>(),
        Table::of::<user_role::Entity>(),
    ];
    kinds::registered().iter().map(|resource| resource.table.clone()).chain(others).collect()
}
