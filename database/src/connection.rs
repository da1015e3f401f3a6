//! Where statements run: a pool or a transaction.

use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, ExecResult, QueryResult, Statement,
    TransactionOptions, TransactionTrait, TryGetable, metric,
};
use std::{future::ready, sync::Arc, time::Duration};

use super::{
    pool::Pool,
    replica::ReplicaReader,
    sqlite::{DatabaseFile, Length, SlowReader, SqliteReaders, SqliteRow, SqliteWriter},
    turns::{BoxedResult, Transaction},
};

/// Runs statements in a pool or in a transaction.
///
/// In a transaction they run one after the other.
#[derive(Clone)]
pub enum Connection {
    /// Any connection of a pool.
    Pool(Pool),
    /// The connection of a transaction.
    Transaction(Arc<Transaction>),
    /// A connection to SQLite whose slow statements are interrupted. It only reads.
    Slow(Arc<SlowReader>),
    /// Any connection to a replica of PostgreSQL. It only reads.
    Replica(Arc<ReplicaReader>),
}

/// For whom statements run, and why they may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// They have a permit of this account.
    Permitted(i64),
    /// They are an operator's: a command, or a test.
    Operator,
    /// They are work of the server itself, beside all requests.
    Background,
}

/// The connections of the requests.
#[derive(Clone, Copy)]
pub struct Unlimited<'a> {
    /// For statements that change rows.
    pub writer: &'a Connection,
    /// For statements that only read.
    pub reader: &'a Connection,
    /// The account for which they run.
    pub account: i64,
    pub(super) file: &'a Option<Arc<DatabaseFile>>,
}

impl Connection {
    /// Sets a function that is called with each executed statement.
    ///
    /// A transaction calls the function of its pool.
    pub fn set_metric_callback(&self, called: impl Fn(&metric::Info<'_>) + Send + Sync + 'static) {
        if let Self::Pool(pool) = self {
            pool.set_metric_callback(called);
        }
    }

    /// Runs writes that are a transaction of their own.
    ///
    /// `None`: in a transaction, and where statements do this as well.
    #[inline]
    pub fn sqlite_writer(&self) -> Option<&SqliteWriter> {
        match self {
            Self::Pool(pool) => pool.sqlite_writer(),
            Self::Transaction(_) | Self::Slow(_) | Self::Replica(_) => None,
        }
    }

    /// The same connection, for statements of an account.
    #[inline]
    pub fn of(&self, account: i64) -> Self {
        match self {
            Self::Pool(pool) => Self::Pool(pool.of(account)),
            Self::Replica(reader) => Self::Replica(Arc::new(reader.of(account))),
            other => other.clone(),
        }
    }

    /// The same, noting whether one of the statements is left that run on it.
    ///
    /// SQLite interrupts those, and PostgreSQL needs a while.
    pub fn watched(mut self) -> Self {
        match &mut self {
            Self::Pool(pool) if pool.get_database_backend() == DbBackend::Postgres => {
                pool.abandoned.watch();
            }
            Self::Replica(reader) => {
                if let Some(reader) = Arc::get_mut(reader) {
                    reader.watch();
                }
            }
            _ => {}
        }
        self
    }

    /// How long a statement of these may go on that was left. `None`: there is none.
    #[inline]
    pub fn goes_on(&self) -> Option<Duration> {
        match self {
            Self::Pool(pool) => pool.abandoned.goes_on(),
            Self::Replica(reader) => reader.goes_on(),
            Self::Transaction(_) | Self::Slow(_) => None,
        }
    }

    /// The same connections, taken in the order of arrival and not by account.
    ///
    /// For statements that read a few rows by their keys.
    pub fn in_order(&self) -> Self {
        match self {
            Self::Pool(pool) => Self::Pool(pool.in_order()),
            other => other.clone(),
        }
    }

    /// Begins a transaction with these options; in a transaction a savepoint.
    pub(super) async fn begin(&self, options: TransactionOptions) -> Result<Transaction, DbErr> {
        match self {
            Self::Pool(pool) => pool.begin_with_options(options).await,
            Self::Transaction(transaction) => {
                Ok(Transaction::new(transaction.begin().await?, None))
            }
            Self::Slow(_) | Self::Replica(_) => Err(only_reads()),
        }
    }

    /// Closes the pool for all its users. A transaction ends by itself.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn close_by_ref(&self) -> Result<(), DbErr> {
        match self {
            Self::Pool(pool) => pool.close_by_ref().await,
            Self::Replica(replica) => replica.replica.close_by_ref().await,
            Self::Transaction(_) | Self::Slow(_) => Ok(()),
        }
    }
}

impl From<Pool> for Connection {
    fn from(pool: Pool) -> Self {
        Self::Pool(pool)
    }
}

fn only_reads() -> DbErr {
    DbErr::Custom("the connection only reads".to_owned())
}

impl ConnectionTrait for Connection {
    #[inline]
    fn get_database_backend(&self) -> DbBackend {
        match self {
            Self::Pool(pool) => pool.get_database_backend(),
            Self::Transaction(transaction) => transaction.get_database_backend(),
            Self::Slow(_) => DbBackend::Sqlite,
            Self::Replica(_) => DbBackend::Postgres,
        }
    }

    #[inline]
    fn execute_raw<'s, 'a>(&'s self, statement: Statement) -> BoxedResult<'a, ExecResult>
    where
        's: 'a,
    {
        match self {
            Self::Pool(pool) => pool.execute_raw(statement),
            Self::Transaction(transaction) => transaction.execute_raw(statement),
            Self::Slow(_) | Self::Replica(_) => Box::pin(ready(Err(only_reads()))),
        }
    }

    #[inline]
    fn execute_unprepared<'s, 't, 'a>(&'s self, sql: &'t str) -> BoxedResult<'a, ExecResult>
    where
        's: 'a,
        't: 'a,
    {
        match self {
            Self::Pool(pool) => pool.execute_unprepared(sql),
            Self::Transaction(transaction) => transaction.execute_unprepared(sql),
            Self::Slow(_) | Self::Replica(_) => Box::pin(ready(Err(only_reads()))),
        }
    }

    #[inline]
    fn query_one_raw<'s, 'a>(&'s self, statement: Statement) -> BoxedResult<'a, Option<QueryResult>>
    where
        's: 'a,
    {
        match self {
            Self::Pool(pool) => pool.query_one_raw(statement),
            Self::Transaction(transaction) => transaction.query_one_raw(statement),
            Self::Slow(_) | Self::Replica(_) => {
                Box::pin(async { Ok(self.query_all_raw(statement).await?.into_iter().next()) })
            }
        }
    }

    #[inline]
    fn query_all_raw<'s, 'a>(&'s self, statement: Statement) -> BoxedResult<'a, Vec<QueryResult>>
    where
        's: 'a,
    {
        match self {
            Self::Pool(pool) => pool.query_all_raw(statement),
            Self::Transaction(transaction) => transaction.query_all_raw(statement),
            Self::Slow(reader) => Box::pin(reader.query(statement)),
            Self::Replica(reader) => Box::pin(reader.query(statement)),
        }
    }
}

/// Where statements run, and perhaps threads that read.
pub trait Reads: ConnectionTrait {
    /// The threads that read here: from SQLite in a file, outside of a transaction.
    fn on_threads(&self) -> Option<Threads<'_>> {
        None
    }
}

impl Reads for DatabaseTransaction {}
impl Reads for Transaction {}

impl Reads for Connection {
    #[inline]
    fn on_threads(&self) -> Option<Threads<'_>> {
        match self {
            Self::Pool(pool) => {
                let readers = pool.sqlite_readers.as_ref()?;
                Some(Threads { readers, pool: Some(pool), length: Length::Any })
            }
            Self::Slow(reader) => {
                let (readers, time) = reader.threads()?;
                Some(Threads { readers, pool: None, length: Length::AtMost(time) })
            }
            Self::Transaction(_) | Self::Replica(_) => None,
        }
    }
}

/// Threads that read from SQLite: a statement runs on one from its first row to its last.
pub struct Threads<'c> {
    readers: &'c SqliteReaders,
    /// Where statements get their turn; `None`: they need none.
    pool: Option<&'c Pool>,
    /// How long a statement may be.
    length: Length,
}

impl Threads<'_> {
    /// Runs a statement, and returns what is read of each row.
    ///
    /// # Errors
    /// When the statement fails, or a row can't be read.
    pub async fn read<T: Send + 'static>(
        &self,
        statement: Statement,
        read: impl FnMut(&SqliteRow<'_>) -> Result<T, DbErr> + Send + 'static,
    ) -> Result<Vec<T>, DbErr> {
        match self.pool {
            Some(pool) => pool.read(self.readers, (statement, self.length), read).await,
            None => self.readers.query(statement, self.length, read).await,
        }
    }

    /// Runs a statement that reads a row or two by an index, as [`Threads::read`] does.
    ///
    /// # Errors
    /// Those of [`Threads::read`].
    pub async fn read_short<T: Send + 'static>(
        &self,
        statement: Statement,
        read: impl FnMut(&SqliteRow<'_>) -> Result<T, DbErr> + Send + 'static,
    ) -> Result<Vec<T>, DbErr> {
        let length = if self.pool.is_some() { Length::Short } else { self.length };
        Threads { length, ..*self }.read(statement, read).await
    }
}

/// The first column of the rows that a statement returns.
///
/// # Errors
/// When the database can't be reached, or the column is of another type.
pub async fn column<T: TryGetable>(
    connection: &impl ConnectionTrait,
    sql: &str,
) -> Result<Vec<T>, DbErr> {
    let statement = Statement::from_string(connection.get_database_backend(), sql);
    let rows = connection.query_all_raw(statement).await?;
    rows.iter().map(|row| row.try_get_by_index(0)).collect()
}
