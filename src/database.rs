//! The connections to the database.

mod connection;
mod schema;

use std::{fmt, str::FromStr, sync::Arc, time::Duration};

use sea_orm::{
    AccessMode, ConnectOptions, ConnectionTrait, Database as Connector, DatabaseConnection,
    DatabaseTransaction, DbBackend, DbErr, IsolationLevel, SqliteTransactionMode,
    TransactionOptions, TransactionTrait, sqlx,
    sqlx::{
        postgres::PgConnectOptions,
        sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
    },
};

use crate::metrics::Pool;

pub use connection::Connection;

/// How long a request waits for a connection before it is told that the database is unavailable.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(4);
/// How long SQLite waits for a lock that another process holds.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Connections to PostgreSQL: durable writes want 8 to 16, reads no more than a few per core.
const POSTGRES_CONNECTIONS: u32 = 12;
/// Connections to PostgreSQL for what goes on beside the requests.
const BACKGROUND_CONNECTIONS: u32 = 2;
/// Connections that read from SQLite, beside the one that writes.
const SQLITE_READERS: u32 = 4;
/// A connection that lay idle for so long is tried before it is used.
const TRY_AFTER: Duration = Duration::from_secs(30);
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
    /// For what goes on beside the requests and must not queue behind them. On PostgreSQL its
    /// connections are opened when they are first used.
    pub background: Connection,
}

/// Why the database can't be used.
#[derive(Debug)]
pub enum Unusable {
    /// The URL names no database this program knows.
    Url(String),
    /// It can't be reached or opened.
    Unreachable(DbErr),
    /// It was changed by a newer version of this program.
    Newer(String),
    /// Bringing the schema up to date failed; it is as it was.
    Migration(DbErr),
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url(problem) => write!(f, "DATABASE_URL {problem}"),
            Self::Unreachable(error) => {
                write!(f, "the database that DATABASE_URL names can't be opened: {error}")
            }
            Self::Newer(change) => write!(
                f,
                "the database is of a newer version than this program: it has the change {change}, \
                 which this program doesn't know"
            ),
            Self::Migration(error) => write!(f, "the schema can't be brought up to date: {error}"),
        }
    }
}

impl std::error::Error for Unusable {}

impl Database {
    /// Opens the database of that URL: `sqlite:…` or `postgres://…`.
    ///
    /// # Errors
    /// When the URL is of another kind or can't be read, and when the database can't be opened. No
    /// message repeats the URL, which may hold a password.
    pub async fn open(url: &str) -> Result<Self, Unusable> {
        let scheme = url.split_once(':').map(|(scheme, _)| scheme);
        match scheme {
            Some("sqlite") => {
                readable::<SqliteConnectOptions>(url)?;
                Self::open_sqlite(url).await
            }
            Some("postgres" | "postgresql") => {
                readable::<PgConnectOptions>(url)?;
                let mut options = options(url, POSTGRES_CONNECTIONS);
                options.test_before_acquire_if_idle_for(TRY_AFTER);
                let pool: Connection = connect(options.clone()).await?.into();
                options.max_connections(BACKGROUND_CONNECTIONS).connect_lazy(true);
                let background = connect(options).await?.into();
                Ok(Self { writer: pool.clone(), reader: pool, background })
            }
            _ => Err(Unusable::Url("must begin with sqlite: or postgres://".to_owned())),
        }
    }

    async fn open_sqlite(url: &str) -> Result<Self, Unusable> {
        let mut writing = options(url, 1);
        // The only connection of its pool: were it ever closed, a database in memory would be gone.
        writing.min_connections(1).idle_timeout(None).max_lifetime(None);
        writing.map_sqlx_sqlite_opts(|options| {
            options
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(SqliteSynchronous::Full)
                .busy_timeout(BUSY_TIMEOUT)
                .foreign_keys(true)
        });
        let writer: Connection = connect(writing).await?.into();
        if url.contains(":memory:") || url.contains("mode=memory") {
            return Ok(Self { reader: writer.clone(), background: writer.clone(), writer });
        }
        let mut reading = options(url, SQLITE_READERS);
        reading.map_sqlx_sqlite_opts(|options| {
            options.busy_timeout(BUSY_TIMEOUT).pragma("query_only", "ON")
        });
        let reader: Connection = connect(reading).await?.into();
        Ok(Self { writer, background: reader.clone(), reader })
    }

    /// Which engine it is.
    #[must_use]
    pub fn backend(&self) -> DbBackend {
        self.writer.get_database_backend()
    }

    /// Whether a statement that fails takes nothing else with it. In a PostgreSQL transaction it
    /// takes everything, unless it has a savepoint of its own: what `begin` makes there.
    #[must_use]
    pub fn stands_alone(&self) -> bool {
        matches!(self.writer, Connection::Pool(_))
    }

    /// Begins a transaction that writes: on SQLite it takes the write lock at once, so that it
    /// can't lose it half-way to another process. Within a transaction it is one that can be rolled
    /// back for itself.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn begin(&self) -> Result<DatabaseTransaction, DbErr> {
        let immediate = TransactionOptions {
            sqlite_transaction_mode: (self.backend() == DbBackend::Sqlite)
                .then_some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        match &self.writer {
            Connection::Pool(pool) => pool.begin_with_options(immediate).await,
            Connection::Within(transaction) => transaction.begin().await,
        }
    }

    /// The database from within a transaction that begins now: whatever is read and written runs in
    /// it, until it is committed or rolled back by the last one who has it.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn scoped(&self) -> Result<Self, DbErr> {
        let within = Connection::Within(Arc::new(self.begin().await?));
        let background = self.background.clone();
        Ok(Self { writer: within.clone(), reader: within, background })
    }

    /// Commits the transaction that the database is seen from.
    ///
    /// # Errors
    /// When the commit fails, and when something else still works in the transaction: then it will
    /// be rolled back.
    pub async fn commit(self) -> Result<(), DbErr> {
        match self.into_transaction() {
            Some(transaction) => transaction.commit().await,
            None => Err(DbErr::Custom("the transaction is still in use".to_owned())),
        }
    }

    /// Rolls the transaction back that the database is seen from.
    ///
    /// # Errors
    /// When the database can't be reached; then it rolls it back by itself.
    pub async fn roll_back(self) -> Result<(), DbErr> {
        match self.into_transaction() {
            Some(transaction) => transaction.rollback().await,
            None => Ok(()),
        }
    }

    /// The transaction, if nobody else has it.
    fn into_transaction(self) -> Option<DatabaseTransaction> {
        drop(self.reader);
        match self.writer {
            Connection::Pool(_) => None,
            Connection::Within(transaction) => Arc::into_inner(transaction),
        }
    }

    /// Begins a transaction that only reads, and sees everything as it is at one moment. It keeps
    /// nobody from writing.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn snapshot(&self) -> Result<DatabaseTransaction, DbErr> {
        match (&self.reader, self.backend()) {
            (Connection::Pool(pool), DbBackend::Postgres) => {
                let (isolation, access) = (IsolationLevel::RepeatableRead, AccessMode::ReadOnly);
                pool.begin_with_config(Some(isolation), Some(access)).await
            }
            // A transaction of SQLite sees what it saw first.
            (Connection::Pool(pool), _) => pool.begin().await,
            (Connection::Within(transaction), _) => transaction.begin().await,
        }
    }

    /// Brings the schema up to date: all of it or, when something fails, nothing.
    ///
    /// # Errors
    /// When the database is of a newer version that this program can't use, and when a change fails.
    pub async fn migrate(&self) -> Result<(), Unusable> {
        let transaction = self.begin().await.map_err(Unusable::Unreachable)?;
        if self.backend() == DbBackend::Postgres {
            let lock = format!("SELECT pg_advisory_xact_lock({MIGRATION_LOCK})");
            transaction.execute_unprepared(&lock).await.map_err(Unusable::Migration)?;
        }
        schema::bring_up_to_date(&transaction).await?;
        transaction.commit().await.map_err(Unusable::Migration)
    }

    /// How the connections of each pool are used.
    #[must_use]
    pub fn pools(&self) -> Vec<Pool> {
        fn of<D: sqlx::Database>(name: &'static str, pool: &sqlx::Pool<D>) -> Pool {
            let idle = u32::try_from(pool.num_idle()).unwrap_or(u32::MAX);
            Pool { name, size: pool.size(), idle, limit: pool.options().get_max_connections() }
        }
        let (Connection::Pool(writer), Connection::Pool(reader)) = (&self.writer, &self.reader)
        else {
            return Vec::new();
        };
        match self.backend() {
            DbBackend::Postgres => vec![of("shared", writer.get_postgres_connection_pool())],
            _ => vec![
                of("writer", writer.get_sqlite_connection_pool()),
                of("reader", reader.get_sqlite_connection_pool()),
            ],
        }
    }

    /// Whether the database answers and this program can use its schema.
    pub async fn is_ready(&self) -> bool {
        schema::is_usable(&self.reader).await.unwrap_or(false)
    }
}

/// Refuses a URL that can't be read, in words of ours: the driver's repeat it, password and all.
fn readable<O: FromStr>(url: &str) -> Result<(), Unusable> {
    let unreadable = || "can't be read: see --help for its form".to_owned();
    url.parse::<O>().map(|_| ()).map_err(|_| Unusable::Url(unreadable()))
}

fn options(url: &str, connections: u32) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    options
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        // Each of these costs time on every statement, and a statement's text in a log could hold
        // what somebody sent.
        .test_before_acquire(false)
        .sqlx_logging(false)
        .record_stmt_in_spans(false);
    options
}

async fn connect(options: ConnectOptions) -> Result<DatabaseConnection, Unusable> {
    Connector::connect(options).await.map_err(Unusable::Unreachable)
}
