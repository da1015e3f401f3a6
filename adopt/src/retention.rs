//! Forgets what was kept long enough.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement, Value};

use crate::coverage::must_be_adopted;

/// Forgets at most so many rows of a kind that were kept for more than these days; returns how many.
///
/// # Errors
/// When the database can't be reached, or keeps nothing.
pub async fn forget_old(
    database: &impl ConnectionTrait,
    kind: &str,
    days: u32,
    most: u32,
) -> Result<u64, DbErr> {
    must_be_adopted(database).await?;
    let backend = database.get_database_backend();
    let sql = match backend {
        DbBackend::Postgres => ON_POSTGRES,
        _ => ON_SQLITE,
    };
    let values = [kind.into(), Value::from(i64::from(days)), i64::from(most).into()];
    let forget = Statement::from_sql_and_values(backend, sql, values);
    Ok(database.execute_raw(forget).await?.rows_affected())
}

/// Servers may forget the same at once.
const ON_POSTGRES: &str = "
    DELETE FROM reinstate.captured WHERE (transaction, id) IN (
      SELECT transaction, id FROM reinstate.captured
      WHERE kind = $1 AND at < now() - make_interval(days => $2::int) LIMIT $3 FOR UPDATE SKIP LOCKED
    )";

const ON_SQLITE: &str = "
    DELETE FROM reinstate_captured WHERE id IN (
      SELECT id FROM reinstate_captured
      WHERE kind = $1 AND at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || $2 || ' days') LIMIT $3
    )";
