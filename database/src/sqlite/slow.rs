//! SQLite connections for slow statements, which can be interrupted.

use sea_orm::{
    DbErr, QueryResult, RuntimeErr, SqlxError, Statement, Values,
    sqlx::{
        AssertSqlSafe, ConnectOptions, SqliteConnection, query_with, sqlite::SqliteConnectOptions,
    },
};
use sea_query_sqlx::SqlxValues;
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{sync::Mutex as AsyncMutex, time::Instant};

use crate::lock::lock;

/// After how many SQLite instructions its progress handler is called. So many take less than a
/// millisecond.
const INSTRUCTIONS: i32 = 10_000;

/// The connections. Those who take one limit how many there are.
#[derive(Clone, Debug)]
pub(crate) struct SlowReaders {
    options: SqliteConnectOptions,
    idle: Arc<Mutex<Vec<SqliteConnection>>>,
}

/// A connection. Dropping it interrupts the statement that runs.
pub struct SlowReader {
    connection: AsyncMutex<Option<SqliteConnection>>,
    is_dropped: Arc<AtomicBool>,
    readers: SlowReaders,
}

impl SlowReaders {
    pub(crate) fn new(options: SqliteConnectOptions) -> Self {
        Self { options, idle: Arc::default() }
    }

    /// Takes a connection on which statements may run for that time.
    pub(crate) async fn take(&self, time: Duration) -> Result<Arc<SlowReader>, DbErr> {
        let deadline = Instant::now() + time;
        let idle = lock(&self.idle).pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => self.options.connect().await.map_err(failed)?,
        };
        let is_dropped = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&is_dropped);
        connection
            .lock_handle()
            .await
            .map_err(failed)?
            .set_progress_handler(INSTRUCTIONS, move || {
                !stop.load(Ordering::Relaxed) && Instant::now() < deadline
            });
        let connection = AsyncMutex::new(Some(connection));
        Ok(Arc::new(SlowReader { connection, is_dropped, readers: self.clone() }))
    }
}

impl SlowReader {
    /// Runs a statement that reads.
    pub(crate) async fn query(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let mut connection = self.connection.lock().await;
        let Some(connection) = connection.as_mut() else {
            return Err(failed(SqlxError::PoolClosed));
        };
        let values = SqlxValues(statement.values.unwrap_or(Values(Vec::new())));
        let query = query_with(AssertSqlSafe(statement.sql), values);
        let rows = query.fetch_all(connection).await.map_err(failed)?;
        Ok(rows.into_iter().map(QueryResult::from).collect())
    }
}

impl Drop for SlowReader {
    fn drop(&mut self) {
        self.is_dropped.store(true, Ordering::Relaxed);
        if let Some(connection) = self.connection.get_mut().take() {
            lock(&self.readers.idle).push(connection);
        }
    }
}

fn failed(error: SqlxError) -> DbErr {
    DbErr::Query(RuntimeErr::SqlxError(Arc::new(error)))
}
