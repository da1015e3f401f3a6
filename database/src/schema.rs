//! What a program needs its database to have, and how a database comes to have it.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr};
use std::fmt::Display;

use super::error::DatabaseError;

/// The tables of a program, of one version.
pub trait Schema: Send + Sync {
    /// The advisory lock for updating PostgreSQL, one process at a time.
    ///
    /// Any constant works. It is of the whole database, because extensions are.
    const LOCK: i64;

    /// Whether there is nothing to update.
    ///
    /// Finding out takes no right to change anything. [`DatabaseError::Newer`] means that this program
    /// can't use what a newer one has made.
    fn is_current(
        &self,
        connection: &impl ConnectionTrait,
    ) -> impl Future<Output = Result<bool, DatabaseError>> + Send;

    /// Whether this program can use what the database has.
    fn is_usable(
        &self,
        connection: &impl ConnectionTrait,
    ) -> impl Future<Output = Result<bool, DbErr>> + Send;

    /// Updates what the database has, within the transaction.
    fn update(
        &self,
        transaction: &DatabaseTransaction,
    ) -> impl Future<Output = Result<(), DbErr>> + Send;
}

/// The key of a PostgreSQL advisory lock, as SQL expression.
///
/// Locks belong to the whole database: without its schema, the key would be shared with other
/// installations in the same one.
pub fn lock_key(name: impl Display) -> String {
    format!("({name} # (SELECT oid::bigint FROM pg_namespace WHERE nspname = current_schema()))")
}

/// Updates the schema in a transaction, unless it is current.
pub(super) async fn migrate<S: Schema>(
    schema: &S,
    connection: &impl ConnectionTrait,
    begin: impl Future<Output = Result<DatabaseTransaction, DbErr>>,
) -> Result<(), DatabaseError> {
    let failed = DatabaseError::Migration;
    if schema.is_current(connection).await? {
        return Ok(());
    }
    let transaction = begin.await.map_err(DatabaseError::Unreachable)?;
    if transaction.get_database_backend() == DbBackend::Postgres {
        // Creating an index of a large table takes longer than a request may. A library that creates
        // a table if it doesn't exist lets PostgreSQL report each time that it does.
        let begin = format!(
            "SET LOCAL client_min_messages = warning; SET LOCAL statement_timeout = 0; \
             SELECT pg_advisory_xact_lock({})",
            S::LOCK
        );
        transaction.execute_unprepared(&begin).await.map_err(failed)?;
    }
    // Another process may have updated it meanwhile.
    if !schema.is_current(&transaction).await? {
        schema.update(&transaction).await.map_err(failed)?;
    }
    transaction.commit().await.map_err(failed)
}
