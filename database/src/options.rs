//! Options of the connection pools.

use sea_orm::{
    ConnectOptions, Database as Connector, DatabaseConnection, DbErr, RuntimeErr,
    sqlx::{Connection as _, Error},
};
use std::{
    future::ready,
    thread::available_parallelism,
    time::{Duration, Instant},
};
use tokio::time::sleep;

use super::error::DatabaseError;

/// How long a request waits for a connection before it fails.
pub(super) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(4);
/// How long the first connection is tried for. A disk can stall for longer than a request waits.
const OPEN_TIMEOUT: Duration = Duration::from_secs(30);
/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(50);
/// Default PostgreSQL connections for requests.
///
/// Durable writes want 8 to 16, reads a few per core.
pub const POSTGRES_CONNECTIONS: u32 = 12;
/// Connections for background work, which requests can't take.
pub(super) const BACKGROUND_CONNECTIONS: u32 = 3;
/// Fewest connections to SQLite on which an account may read at once.
const MIN_SQLITE_READERS: u32 = 4;

/// Number of connections that read from SQLite. Each occupies a core while it reads, beside the one
/// that writes. An account leaves one of them to others.
pub(super) fn sqlite_readers() -> u32 {
    let cores = available_parallelism().ok().and_then(|it| u32::try_from(it.get()).ok());
    cores.unwrap_or(MIN_SQLITE_READERS).max(MIN_SQLITE_READERS) + 1
}

/// The options of a pool with at most this many connections.
pub(super) fn options(url: &str, connections: u32) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    options
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        // Each of these costs time on every statement, and the text of a statement in a log could
        // contain what a client sent.
        .test_before_acquire(false)
        .sqlx_logging(false)
        .record_stmt_in_spans(false);
    options
}

/// Discards idle SQLite connections that seem to be in a transaction.
///
/// SQLite ends a transaction by itself when the disk is full or fails. The driver doesn't notice:
/// its `ROLLBACK` fails, so it believes that the transaction goes on. Later transactions would be
/// savepoints in a transaction that nobody commits.
pub(super) fn discard_in_transaction(options: &mut ConnectOptions) {
    options.map_sqlx_sqlite_before_acquire(|connection, _| {
        Box::pin(ready(Ok(!connection.is_in_transaction())))
    });
}

/// Creates a pool.
pub(super) async fn connect(options: ConnectOptions) -> Result<DatabaseConnection, DatabaseError> {
    let since = Instant::now();
    loop {
        match Connector::connect(options.clone()).await {
            Err(error) if is_slow(&error) && since.elapsed() < OPEN_TIMEOUT => sleep(PAUSE).await,
            connected => return connected.map_err(DatabaseError::Unreachable),
        }
    }
}

/// Whether no connection was had in time, or another process has locked the file of SQLite.
fn is_slow(error: &DbErr) -> bool {
    let DbErr::Conn(RuntimeErr::SqlxError(error)) = error else { return false };
    match &**error {
        Error::PoolTimedOut => true,
        Error::Database(error) => error.message() == "database is locked",
        _ => false,
    }
}
