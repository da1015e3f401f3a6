//! Opening a database.

use sea_orm::{
    ConnectOptions, Database as Connector, DatabaseConnection,
    sqlx::{
        ConnectOptions as _, Connection as _,
        postgres::PgConnectOptions,
        sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
    },
};
use std::{future::ready, str::FromStr, time::Duration};

use super::{
    connection::Connection,
    error_class::Unusable,
    handle::Database,
    monitor::Postgres,
    pool::{Connections, Pool},
};

/// How long a request waits for a connection before it is told that the database is unavailable.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(4);
/// How long SQLite waits for a lock that another process holds.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Connections to PostgreSQL: durable writes want 8 to 16, reads no more than a few per core.
pub(super) const POSTGRES_CONNECTIONS: u32 = 12;
/// Connections to PostgreSQL for what goes on beside the requests.
const BACKGROUND_CONNECTIONS: u32 = 2;
/// Connections that read from SQLite, beside the one that writes.
pub(super) const SQLITE_READERS: u32 = 4;
/// A connection that lay idle for so long is tried before it is used.
const TRY_AFTER: Duration = Duration::from_secs(30);

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
        only_out_of_transactions(&mut writing);
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
        let mut projection = options(url, SQLITE_READERS);
        projection.map_sqlx_sqlite_opts(|options| {
            options.busy_timeout(BUSY_TIMEOUT).pragma("query_only", "ON")
        });
        only_out_of_transactions(&mut projection);
        let reader = Connection::from(Pool::over(Connections::of(connect(projection).await?)));
        Ok(Self { writer, background: reader.clone(), reader, postgres: None, pool })
    }
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

/// Leaves connections behind that are taken to be in a transaction when nobody has them.
///
/// SQLite ends a transaction by itself when the disk is full or fails. The driver is not told: its
/// `ROLLBACK` is refused, so that for it the transaction goes on. What would be transactions after
/// that would be savepoints in one that nobody commits.
fn only_out_of_transactions(options: &mut ConnectOptions) {
    options.map_sqlx_sqlite_before_acquire(|connection, _| {
        Box::pin(ready(Ok(!connection.is_in_transaction())))
    });
}

pub(super) async fn connect(options: ConnectOptions) -> Result<DatabaseConnection, Unusable> {
    Connector::connect(options).await.map_err(Unusable::Unreachable)
}
