//! The connections to the database.

mod connection;
mod pool;
mod pulse;
mod schema;
mod unusable;

use std::{future::pending, str::FromStr, sync::Arc, time::Duration};

use sea_orm::{
    AccessMode, ConnectOptions, ConnectionTrait, Database as Connector, DatabaseConnection,
    DatabaseTransaction, DbBackend, DbErr, IsolationLevel, SqliteTransactionMode,
    TransactionOptions, TransactionTrait,
    sqlx::{
        ConnectOptions as _,
        postgres::PgConnectOptions,
        sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
    },
};

use self::{pool::Connections, pulse::Postgres};
pub use self::{pool::Pool, unusable::Unusable};
use crate::metrics;

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
    /// For what goes on beside the requests and must not queue behind them. It only reads.
    pub background: Connection,
    /// `None` for SQLite, which doesn't go away.
    postgres: Option<Postgres>,
    /// What all of it goes through, or else what is written.
    pool: Pool,
}

/// When SQLite has what it writes on the disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Synchronous {
    /// Before a change is answered.
    #[default]
    Full,
    /// A while after: a power cut or a crash of the system, not of the process, can take the last
    /// changes that were answered.
    Normal,
}

impl Database {
    /// Opens the database of that URL: `sqlite:…` or `postgres://…`. SQLite is opened at once,
    /// connections to PostgreSQL are made when they are needed.
    ///
    /// # Errors
    /// When the URL is of another kind or can't be read, and when the file can't be opened. No
    /// message repeats the URL, which may hold a password.
    pub async fn open(url: &str) -> Result<Self, Unusable> {
        Self::open_with(url, Synchronous::default()).await
    }

    /// The same, where SQLite writes as it is told.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub async fn open_with(url: &str, synchronous: Synchronous) -> Result<Self, Unusable> {
        let scheme = url.split_once(':').map(|(scheme, _)| scheme);
        match scheme {
            Some("sqlite") => {
                readable::<SqliteConnectOptions>(url)?;
                Self::open_sqlite(url, synchronous).await
            }
            Some("postgres" | "postgresql") => {
                let one: PgConnectOptions = readable(url)?;
                let mut options = options(url, POSTGRES_CONNECTIONS);
                options.test_before_acquire_if_idle_for(TRY_AFTER).connect_lazy(true);
                let mut background = options.clone();
                background.max_connections(BACKGROUND_CONNECTIONS);
                let one = one.disable_statement_logging();
                let postgres = Postgres { requests: options, background, one };
                let pool = Pool::over(postgres.connections().await?);
                Ok(Self {
                    writer: pool.clone().into(),
                    reader: pool.giving_up().into(),
                    background: pool.beside().into(),
                    postgres: Some(postgres),
                    pool,
                })
            }
            _ => Err(Unusable::Url("must begin with sqlite: or postgres://".to_owned())),
        }
    }

    async fn open_sqlite(url: &str, synchronous: Synchronous) -> Result<Self, Unusable> {
        let synchronous = match synchronous {
            Synchronous::Full => SqliteSynchronous::Full,
            Synchronous::Normal => SqliteSynchronous::Normal,
        };
        let mut writing = options(url, 1);
        // The only connection of its pool: were it ever closed, a database in memory would be gone.
        writing.min_connections(1).idle_timeout(None).max_lifetime(None);
        writing.map_sqlx_sqlite_opts(move |options| {
            options
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(synchronous)
                .busy_timeout(BUSY_TIMEOUT)
                .foreign_keys(true)
        });
        let pool = Pool::over(Connections::of(connect(writing).await?));
        let writer = Connection::from(pool.clone());
        if url.contains(":memory:") || url.contains("mode=memory") {
            return Ok(Self {
                reader: writer.clone(),
                background: writer.clone(),
                writer,
                postgres: None,
                pool,
            });
        }
        let mut reading = options(url, SQLITE_READERS);
        reading.map_sqlx_sqlite_opts(|options| {
            options.busy_timeout(BUSY_TIMEOUT).pragma("query_only", "ON")
        });
        let reader = Connection::from(Pool::over(Connections::of(connect(reading).await?)));
        Ok(Self { writer, background: reader.clone(), reader, postgres: None, pool })
    }

    /// Makes sure that the database is there.
    ///
    /// # Errors
    /// When it can't be reached.
    pub async fn reach(&self) -> Result<(), Unusable> {
        match &self.postgres {
            Some(postgres) => postgres.reach().await.map(drop).map_err(Unusable::Unreachable),
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
        let (postgres, pool) = (self.postgres.clone(), self.pool.clone());
        Ok(Self { writer: within.clone(), reader: within, background, postgres, pool })
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
                let options = TransactionOptions {
                    isolation_level: Some(IsolationLevel::RepeatableRead),
                    access_mode: Some(AccessMode::ReadOnly),
                    ..TransactionOptions::default()
                };
                pool.begin_with_options(options).await
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
async fn migrate(transaction: DatabaseTransaction) -> Result<(), Unusable> {
    if transaction.get_database_backend() == DbBackend::Postgres {
        let lock = format!("SELECT pg_advisory_xact_lock({MIGRATION_LOCK})");
        transaction.execute_unprepared(&lock).await.map_err(Unusable::Migration)?;
    }
    schema::bring_up_to_date(&transaction).await?;
    transaction.commit().await.map_err(Unusable::Migration)
}

/// Refuses a URL that can't be read, in words of ours: the driver's repeat it, password and all.
fn readable<O: FromStr>(url: &str) -> Result<O, Unusable> {
    let unreadable = || "can't be read: see --help for its form".to_owned();
    url.parse().map_err(|_| Unusable::Url(unreadable()))
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
