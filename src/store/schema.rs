//! Migrates the schema, and decides whether a newer schema can be used.
//!
//! The database stores the name of the last migration that a program must know to use it
//! (`migration::FLOOR`). Migrations after it only add something. So during a rolling update the old
//! servers keep running and can be restarted.

use database::{DatabaseError, Schema, column};
use migration::{FLOOR, Migrator, MigratorTrait, ignored_case};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr};
use std::collections::BTreeSet;

/// The tables of this program.
#[derive(Clone, Copy, Debug)]
pub struct Tables;

impl Schema for Tables {
    const LOCK: i64 = 0x7265_696e_7374;

    async fn is_current(&self, connection: &impl ConnectionTrait) -> Result<bool, DatabaseError> {
        let failed = DatabaseError::Migration;
        let applied = applied_migrations(connection).await.map_err(failed)?;
        let known = known_migrations();
        if let Some(newer) = applied.iter().rfind(|it| !known.contains(*it)) {
            if !self.is_usable(connection).await.map_err(failed)? {
                return Err(DatabaseError::Newer(newer.clone()));
            }
            tracing::warn!(
                change = newer,
                "the schema is of a newer program, and this one can use it"
            );
            return Ok(true);
        }
        if applied != known || floor(connection).await.map_err(failed)?.as_deref() != Some(FLOOR) {
            return Ok(false);
        }
        Ok(last_foreign_event(connection).await.map_err(failed)?.is_none()
            && !ignored_case::is_incomplete(connection).await.map_err(failed)?)
    }

    /// It has all migrations that the program knows, and none beyond them that the program must know.
    async fn is_usable(&self, connection: &impl ConnectionTrait) -> Result<bool, DbErr> {
        let applied: BTreeSet<String> =
            column(connection, "SELECT version FROM seaql_migrations").await?.into_iter().collect();
        let known = known_migrations();
        if !known.is_subset(&applied) || known.len() == applied.len() {
            return Ok(known.is_subset(&applied));
        }
        Ok(floor(connection).await?.is_some_and(|floor| known.contains(&floor)))
    }

    /// Applies the missing migrations and updates the floor.
    async fn update(&self, transaction: &DatabaseTransaction) -> Result<(), DbErr> {
        Migrator::up(transaction, None).await?;
        ignored_case::complete(transaction).await?;
        if floor(transaction).await?.as_deref() != Some(FLOOR) {
            let raise = format!("INSERT INTO schema_floor (change) VALUES ('{FLOOR}')");
            transaction.execute_unprepared("DELETE FROM schema_floor").await?;
            transaction.execute_unprepared(&raise).await?;
        }
        match last_foreign_event(transaction).await? {
            Some(last) => continue_event_order(transaction, last).await,
            None => Ok(()),
        }
    }
}

/// Checks that the database has this program's tables, of whatever version.
///
/// # Errors
/// When it has none, or can't be reached.
pub async fn check_tables(connection: &impl ConnectionTrait) -> Result<(), DatabaseError> {
    if exists(connection).await.map_err(DatabaseError::Unreachable)? {
        Ok(())
    } else {
        Err(DatabaseError::Empty("create them with reinstate migrate"))
    }
}

/// Whether the database has this program's tables, of whatever version.
async fn exists(connection: &impl ConnectionTrait) -> Result<bool, DbErr> {
    let sql = match connection.get_database_backend() {
        DbBackend::Postgres => {
            "SELECT relname::text FROM pg_class WHERE relname = 'seaql_migrations' \
             AND relnamespace = current_schema()::regnamespace"
        }
        _ => "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'seaql_migrations'",
    };
    Ok(!column::<String>(connection, sql).await?.is_empty())
}

/// The migrations that the database has. It is asked by hand: the library fails on one that it doesn't
/// know.
///
/// # Errors
/// When the database can't be reached.
pub async fn applied_migrations(
    connection: &impl ConnectionTrait,
) -> Result<BTreeSet<String>, DbErr> {
    if exists(connection).await? {
        let names = column(connection, "SELECT version FROM seaql_migrations").await?;
        Ok(names.into_iter().collect())
    } else {
        Ok(BTreeSet::new())
    }
}

/// The last migration that a program must know.
async fn floor(connection: &impl ConnectionTrait) -> Result<Option<String>, DbErr> {
    Ok(column(connection, "SELECT change FROM schema_floor").await?.pop())
}

/// The last event of another PostgreSQL cluster, if restored from one. Its transactions had higher
/// numbers.
async fn last_foreign_event(connection: &impl ConnectionTrait) -> Result<Option<i64>, DbErr> {
    if connection.get_database_backend() != DbBackend::Postgres {
        return Ok(None);
    }
    let sql = "SELECT last FROM (SELECT MAX(xid) AS last FROM record_events) AS events WHERE last >= \
         pg_snapshot_xmax(pg_current_snapshot())::text::bigint + record_event_base()";
    Ok(column(connection, sql).await?.pop())
}

/// Lets new events follow older ones after a restore into another cluster.
///
/// A dump contains the events but not the transaction counter, which may be lower in the new
/// cluster. The positions that clients hold stay valid.
async fn continue_event_order(transaction: &DatabaseTransaction, last: i64) -> Result<(), DbErr> {
    tracing::warn!("the database comes from another cluster; new events follow those that it has");
    let replace = format!(
        "CREATE OR REPLACE FUNCTION record_event_base() RETURNS bigint LANGUAGE sql STABLE \
         AS 'SELECT {last}::bigint'"
    );
    transaction.execute_unprepared(&replace).await.map(drop)
}

/// The names of the migrations that this program knows.
pub fn known_migrations() -> BTreeSet<String> {
    Migrator::migrations().iter().map(|change| change.name().to_owned()).collect()
}
