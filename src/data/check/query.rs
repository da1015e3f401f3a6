//! Queries of checks.

use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, QueryResult, Statement};

use crate::store::database::column;

/// The problems that a check found, or why it could not run.
pub(super) type Found = Result<Vec<String>, DbErr>;

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
