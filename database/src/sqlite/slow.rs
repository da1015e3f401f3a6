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

use super::readers::SqliteReaders;
use crate::lock::lock;

/// After how many SQLite instructions its progress handler is called. So many take less than a
/// millisecond.
const INSTRUCTIONS: i32 = 10_000;

/// The connections. Those who take one limit how many there are.
#[derive(Clone)]
pub(crate) struct SlowReaders {
    options: SqliteConnectOptions,
    threads: Option<SqliteReaders>,
    idle: Arc<Mutex<Vec<SqliteConnection>>>,
}

/// A connection. Dropping it interrupts the statement that runs.
pub struct SlowReader {
    /// `None`: no statement needed it.
    connection: AsyncMutex<Option<SqliteConnection>>,
    deadline: Instant,
    is_dropped: Arc<AtomicBool>,
    readers: SlowReaders,
}

impl SlowReaders {
    pub(crate) fn new(options: SqliteConnectOptions, threads: Option<SqliteReaders>) -> Self {
        Self { options, threads, idle: Arc::default() }
    }

    /// A connection on which statements may run for that time.
    pub(crate) fn take(&self, time: Duration) -> Arc<SlowReader> {
        Arc::new(SlowReader {
            connection: AsyncMutex::default(),
            deadline: Instant::now() + time,
            is_dropped: Arc::default(),
            readers: self.clone(),
        })
    }
}

impl SlowReader {
    /// Runs a statement that reads.
    pub(crate) async fn query(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let mut connection = self.connection.lock().await;
        let connection = match &mut *connection {
            Some(connection) => connection,
            none => none.insert(self.connect().await?),
        };
        let values = SqlxValues(statement.values.unwrap_or(Values(Vec::new())));
        let query = query_with(AssertSqlSafe(statement.sql), values);
        let rows = query.fetch_all(connection).await.map_err(failed)?;
        Ok(rows.into_iter().map(QueryResult::from).collect())
    }

    /// The threads that read, and how long they may.
    pub(crate) fn threads(&self) -> Option<(&SqliteReaders, Duration)> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        self.readers.threads.as_ref().map(|threads| (threads, left))
    }

    async fn connect(&self) -> Result<SqliteConnection, DbErr> {
        let idle = lock(&self.readers.idle).pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => self.readers.options.connect().await.map_err(failed)?,
        };
        let (stop, deadline) = (Arc::clone(&self.is_dropped), self.deadline);
        connection
            .lock_handle()
            .await
            .map_err(failed)?
            .set_progress_handler(INSTRUCTIONS, move || {
                !stop.load(Ordering::Relaxed) && Instant::now() < deadline
            });
        Ok(connection)
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
