//! Migrates the schema, and decides whether a newer schema can be used.
//!
//! The database stores the name of the last migration that a program must know to use it
//! (`migration::FLOOR`). Migrations after it only add something. So during a rolling update the old
//! servers keep running and can be restarted.

use migration::{FLOOR, Migrator, MigratorTrait};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, Statement};
use std::collections::BTreeSet;

use super::error::DatabaseError;

/// The advisory lock that lets one process at a time migrate PostgreSQL; any constant works.
const MIGRATION_LOCK: i64 = 0x7265_696e_7374;

/// Migrates the schema and commits the transaction.
pub(super) async fn migrate(transaction: DatabaseTransaction) -> Result<(), DatabaseError> {
    if transaction.get_database_backend() == DbBackend::Postgres {
        let lock = format!("SELECT pg_advisory_xact_lock({MIGRATION_LOCK})");
        // Creating an index of a large table takes longer than a request may.
        for statement in ["SET LOCAL statement_timeout = 0", &lock] {
            transaction.execute_unprepared(statement).await.map_err(DatabaseError::Migration)?;
        }
    }
    migrate_within(&transaction).await?;
    transaction.commit().await.map_err(DatabaseError::Migration)
}

/// Migrates the schema, unless a newer program has migrated it further.
async fn migrate_within(transaction: &DatabaseTransaction) -> Result<(), DatabaseError> {
    let applied =
        Migrator::get_migration_models(transaction).await.map_err(DatabaseError::Migration)?;
    let known = known();
    if let Some(newer) = applied.into_iter().map(|it| it.version).rfind(|it| !known.contains(it)) {
        if !is_usable(transaction).await.map_err(DatabaseError::Migration)? {
            return Err(DatabaseError::Newer(newer));
        }
        tracing::warn!(change = newer, "the schema is of a newer program, and this one can use it");
        return Ok(());
    }
    apply(transaction).await.map_err(DatabaseError::Migration)
}

/// Applies the missing migrations and updates the floor.
async fn apply(transaction: &DatabaseTransaction) -> Result<(), DbErr> {
    Migrator::up(transaction, None).await?;
    if floor(transaction).await?.as_deref() != Some(FLOOR) {
        let raise = format!("INSERT INTO schema_floor (change) VALUES ('{FLOOR}')");
        transaction.execute_unprepared("DELETE FROM schema_floor").await?;
        transaction.execute_unprepared(&raise).await?;
    }
    if transaction.get_database_backend() == DbBackend::Postgres {
        continue_event_order(transaction).await?;
    }
    Ok(())
}

/// Whether this program can use the schema: it has all migrations that the program knows, and none
/// beyond them that the program must know.
pub(super) async fn is_usable(connection: &impl ConnectionTrait) -> Result<bool, DbErr> {
    let applied: BTreeSet<String> =
        texts(connection, "SELECT version FROM seaql_migrations").await?.into_iter().collect();
    let known = known();
    if !known.is_subset(&applied) || known.len() == applied.len() {
        return Ok(known.is_subset(&applied));
    }
    Ok(floor(connection).await?.is_some_and(|floor| known.contains(&floor)))
}

/// The last migration that a program must know.
async fn floor(connection: &impl ConnectionTrait) -> Result<Option<String>, DbErr> {
    Ok(texts(connection, "SELECT change FROM schema_floor").await?.pop())
}

async fn texts(connection: &impl ConnectionTrait, sql: &str) -> Result<Vec<String>, DbErr> {
    let statement = Statement::from_string(connection.get_database_backend(), sql);
    let rows = connection.query_all_raw(statement).await?;
    rows.iter().map(|row| row.try_get_by_index(0)).collect()
}

/// Lets new events follow the existing ones after a restore into another PostgreSQL cluster.
///
/// A dump contains the events but not the transaction counter, which may be lower in the new
/// cluster. The positions that clients hold stay valid.
async fn continue_event_order(transaction: &DatabaseTransaction) -> Result<(), DbErr> {
    let statement = Statement::from_string(
        DbBackend::Postgres,
        "SELECT last FROM (SELECT MAX(xid) AS last FROM record_events) AS events WHERE last >= \
         pg_snapshot_xmax(pg_current_snapshot())::text::bigint + record_event_base()",
    );
    let Some(row) = transaction.query_one_raw(statement).await? else { return Ok(()) };
    let last: i64 = row.try_get_by_index(0)?;
    tracing::warn!("the database comes from another cluster; new events follow those that it has");
    let replace = format!(
        "CREATE OR REPLACE FUNCTION record_event_base() RETURNS bigint LANGUAGE sql STABLE \
         AS 'SELECT {last}::bigint'"
    );
    transaction.execute_unprepared(&replace).await.map(drop)
}

/// The names of the migrations that this program knows.
fn known() -> BTreeSet<String> {
    Migrator::migrations().iter().map(|change| change.name().to_owned()).collect()
}
