//! Opens a database.

use sea_orm::sqlx::{
    ConnectOptions as _,
    postgres::PgConnectOptions,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};
use std::{str::FromStr, time::Duration};

use super::{
    connection::Connection,
    error::DatabaseError,
    handle::Database,
    monitor::Postgres,
    options::{
        BACKGROUND_CONNECTIONS, POSTGRES_CONNECTIONS, SQLITE_READERS, connect,
        discard_in_transaction, options,
    },
    pool::{Connections, Pool},
};

/// How long SQLite waits for a lock that another process holds.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a connection may be idle before it is tested when it is next used.
const TEST_AFTER: Duration = Duration::from_secs(30);

/// When SQLite flushes writes to the disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Synchronous {
    /// Before the response to a change.
    #[default]
    Full,
    /// Some time later: a power failure or a crash of the operating system, not of the process, can
    /// lose the last acknowledged changes.
    Normal,
}

impl Database {
    /// Opens the database of that URL, `sqlite:…` or `postgres://…`. SQLite is opened at once,
    /// connections to PostgreSQL when they are needed.
    ///
    /// # Errors
    /// When the URL is invalid or of another kind, and when the file can't be opened. No message
    /// repeats the URL, which may contain a password.
    pub async fn open(url: &str) -> Result<Self, DatabaseError> {
        Self::open_with(url, Synchronous::default()).await
    }

    /// Opens the database with this synchronous mode of SQLite.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub async fn open_with(url: &str, synchronous: Synchronous) -> Result<Self, DatabaseError> {
        let scheme = url.split_once(':').map(|(scheme, _)| scheme);
        match scheme {
            Some("sqlite") => {
                parse::<SqliteConnectOptions>(url)?;
                Self::open_sqlite(url, synchronous).await
            }
            Some("postgres" | "postgresql") => Self::open_postgres(url).await,
            _ => Err(DatabaseError::Url("must begin with sqlite: or postgres://".to_owned())),
        }
    }

    async fn open_postgres(url: &str) -> Result<Self, DatabaseError> {
        let probe = parse::<PgConnectOptions>(url)?.disable_statement_logging();
        let mut requests = options(url, POSTGRES_CONNECTIONS);
        requests.test_before_acquire_if_idle_for(TEST_AFTER).connect_lazy(true);
        let mut background = requests.clone();
        background.max_connections(BACKGROUND_CONNECTIONS);
        let postgres = Postgres { requests, background, probe };
        let pool = Pool::new(postgres.pools().await?);
        Ok(Self {
            writer: pool.clone().into(),
            reader: pool.reader().into(),
            background: pool.background().into(),
            postgres: Some(postgres),
            pool,
        })
    }

    async fn open_sqlite(url: &str, synchronous: Synchronous) -> Result<Self, DatabaseError> {
        let synchronous = match synchronous {
            Synchronous::Full => SqliteSynchronous::Full,
            Synchronous::Normal => SqliteSynchronous::Normal,
        };
        let mut write = options(url, 1);
        // The pool has one connection: if it were closed, an in-memory database would be lost.
        write.min_connections(1).idle_timeout(None).max_lifetime(None);
        write.map_sqlx_sqlite_opts(move |options| {
            options
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(synchronous)
                .busy_timeout(BUSY_TIMEOUT)
                .foreign_keys(true)
        });
        discard_in_transaction(&mut write);
        let pool = Pool::new(Connections::shared(connect(write).await?));
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
        let mut read = options(url, SQLITE_READERS);
        read.map_sqlx_sqlite_opts(|options| {
            options.busy_timeout(BUSY_TIMEOUT).pragma("query_only", "ON")
        });
        discard_in_transaction(&mut read);
        let reader = Connection::from(Pool::new(Connections::shared(connect(read).await?)));
        Ok(Self { writer, background: reader.clone(), reader, postgres: None, pool })
    }
}

/// Parses a URL. The driver's error would repeat it, password included.
fn parse<O: FromStr>(url: &str) -> Result<O, DatabaseError> {
    let unreadable = || "can't be read: see --help for its form".to_owned();
    url.parse().map_err(|_| DatabaseError::Url(unreadable()))
}
