//! The connections to the database.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend};
use std::future::pending;

use super::{
    connect::{POSTGRES_CONNECTIONS, SQLITE_READERS},
    connection::Connection,
    error_class::Unusable,
    monitor::Postgres,
    pool::Pool,
    schema,
};
use crate::telemetry::metrics;

/// The advisory lock that lets one process at a time change PostgreSQL's schema; any constant will
/// do, as long as it stays the same.
const MIGRATION_LOCK: i64 = 0x7265_696e_7374;

/// One database, SQLite or PostgreSQL.
///
/// SQLite lets one connection write at a time. So there is exactly one that writes, for which
/// writers queue in the order they came instead of failing with "database is locked"; readers have
/// their own and, in WAL mode, never wait for it. On PostgreSQL both are the same pool. Seen from
/// within a transaction (`scoped`) both are that transaction, whatever runs beside requests.
#[derive(Clone)]
pub struct Database {
    /// For statements that change rows.
    pub writer: Connection,
    /// For statements that only read.
    pub reader: Connection,
    /// For what goes on beside the requests and must not queue behind them. It only reads.
    pub background: Connection,
    /// `None` for SQLite, which doesn't go away.
    pub(super) postgres: Option<Postgres>,
    /// What all of it goes through, or else what is written.
    pub(super) pool: Pool,
}

impl Database {
    /// Makes sure that the database is there.
    ///
    /// # Errors
    /// When it can't be reached.
    pub async fn access(&self) -> Result<(), Unusable> {
        match &self.postgres {
            Some(postgres) => postgres.access().await.map(drop).map_err(Unusable::Unreachable),
            None => Ok(()),
        }
    }

    /// Keeps to the database for as long as the process lives, as a server does: brings the schema
    /// up to date once it is there, and takes note when it goes away and when it is back. While it
    /// is away statements fail at once.
    ///
    /// It answers only with what makes waiting pointless: a PostgreSQL that refuses the account or
    /// doesn't have the database, and a schema that can't be brought up to date.
    pub fn attend(&self) -> impl Future<Output = Unusable> + Send + use<> {
        let database = self.clone();
        database.pool.untried(database.postgres.is_some());
        async move {
            if let Some(postgres) = &database.postgres {
                return postgres.attend(&database.pool).await;
            }
            if let Err(unusable) = database.migrate().await {
                return unusable;
            }
            database.pool.has_tried();
            pending().await
        }
    }

    /// Waits until whoever attends to the database knows whether it is there.
    pub async fn tried(&self) {
        self.pool.tried().await;
    }

    /// Whether the database is there, as far as is known.
    #[must_use]
    pub fn is_up(&self) -> bool {
        self.pool.is_up()
    }

    /// Waits until the database goes away.
    pub async fn lost(&self) {
        self.pool.lost().await;
    }

    /// Which engine it is.
    #[must_use]
    pub fn backend(&self) -> DbBackend {
        self.writer.get_database_backend()
    }

    /// Brings the schema up to date: all of it or, when something fails, nothing.
    ///
    /// # Errors
    /// When the database is of a newer version that this program can't use, and when a change fails.
    pub async fn migrate(&self) -> Result<(), Unusable> {
        migrate(self.begin().await.map_err(Unusable::Unreachable)?).await
    }

    /// How the connections of each pool are used.
    #[must_use]
    pub fn pools(&self) -> Vec<metrics::Pool> {
        let Connection::Pool(reader) = &self.reader else { return Vec::new() };
        match self.backend() {
            DbBackend::Postgres => vec![self.pool.usage("shared", POSTGRES_CONNECTIONS)],
            _ => vec![self.pool.usage("writer", 1), reader.usage("reader", SQLITE_READERS)],
        }
    }

    /// Whether the database answers and this program can use its schema.
    pub async fn is_ready(&self) -> bool {
        schema::is_usable(&self.reader).await.unwrap_or(false)
    }
}

/// Brings the schema up to date in a transaction.
pub(super) async fn migrate(transaction: DatabaseTransaction) -> Result<(), Unusable> {
    if transaction.get_database_backend() == DbBackend::Postgres {
        let lock = format!("SELECT pg_advisory_xact_lock({MIGRATION_LOCK})");
        transaction.execute_unprepared(&lock).await.map_err(Unusable::Migration)?;
    }
    schema::bring_up_to_date(&transaction).await?;
    transaction.commit().await.map_err(Unusable::Migration)
}
