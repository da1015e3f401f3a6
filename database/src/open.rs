//! Opens a database.

use sea_orm::{
    DbErr, RuntimeErr,
    sqlx::{
        ConnectOptions as _,
        postgres::PgConnectOptions,
        sqlite::{SqliteConnectOptions, SqliteJournalMode},
    },
};
use std::{
    fs::{self, OpenOptions},
    io,
    os::unix::fs::OpenOptionsExt,
    path::Path,
    str::FromStr,
    sync::Arc,
    time::Duration,
};

use super::{
    cancel::{Abandoned, begin_with, cancel_statements},
    connection::Connection,
    error::DatabaseError,
    handle::{Database, Replica},
    monitor::Postgres,
    options::{
        BACKGROUND_CONNECTIONS, POSTGRES_CONNECTIONS, connect, discard_in_transaction, options,
        sqlite_readers,
    },
    pool::{Connections, Pool},
    replica::{CatchUp, ReplicaReader},
    sqlite::{self, BUSY_TIMEOUT, DatabaseFile, Hold, SlowReaders, SqliteReaders, SqliteWriter},
    turns::Turns,
};

/// How long a connection may be idle without a test.
const TEST_AFTER: Duration = Duration::from_secs(30);

/// When SQLite flushes writes to the disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Synchronous {
    /// Before the response to a change.
    #[default]
    Full,
    /// Some time later.
    ///
    /// A power failure or a crash of the operating system, not of the process, can lose the last
    /// acknowledged changes.
    Normal,
}

/// How a database is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// When SQLite flushes writes.
    pub synchronous: Synchronous,
    /// What creates a missing file, if that is an error here.
    ///
    /// The message has it. The URL may allow to create the file nevertheless.
    pub must_exist: Option<&'static str>,
    /// Most connections to PostgreSQL for requests.
    ///
    /// There are as many again to its replica.
    pub connections: u32,
    /// The statement with which each connection to PostgreSQL begins, if any.
    pub prepare: Option<&'static str>,
}

impl Default for Opening {
    fn default() -> Self {
        let synchronous = Synchronous::default();
        Self { synchronous, must_exist: None, connections: POSTGRES_CONNECTIONS, prepare: None }
    }
}

impl Database {
    /// Opens the database of that URL, `sqlite:…` or `postgres://…`.
    ///
    /// SQLite is opened at once, connections to PostgreSQL when they are needed.
    ///
    /// # Errors
    /// When the URL is invalid or of another kind, and when the file can't be opened. No message
    /// repeats the URL, which may contain a password.
    pub async fn open(url: &str) -> Result<Self, DatabaseError> {
        Self::open_with(url, Opening::default()).await
    }

    /// Opens the database in this way.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub async fn open_with(url: &str, opening: Opening) -> Result<Self, DatabaseError> {
        let scheme = url.split_once(':').map(|(scheme, _)| scheme);
        match scheme {
            Some("sqlite") => {
                let options = parse::<SqliteConnectOptions>(url)?;
                let path = options.get_filename();
                check_file(url, path, opening)?;
                create_private(url, path);
                Self::open_sqlite(url, path, opening.synchronous).await
            }
            Some("postgres" | "postgresql") => Self::open_postgres(url, opening).await,
            _ => Err(DatabaseError::Url("must begin with sqlite: or postgres://".to_owned())),
        }
    }

    async fn open_postgres(url: &str, opening: Opening) -> Result<Self, DatabaseError> {
        let Opening { connections, prepare, .. } = opening;
        let probe = parse::<PgConnectOptions>(url)?.disable_statement_logging();
        let mut requests = options(url, connections);
        requests.test_before_acquire_if_idle_for(TEST_AFTER).connect_lazy(true);
        let mut background = requests.clone();
        background.max_connections(BACKGROUND_CONNECTIONS);
        let (statement_time, abandoned) = (Arc::default(), Abandoned::default());
        cancel_statements(&mut requests, (&statement_time, prepare), &abandoned);
        begin_with(&mut background, prepare);
        let postgres = Postgres { requests, background, probe, prepare };
        let mut pool = Pool::new(postgres.pools().await?);
        pool.abandoned = abandoned;
        pool.turns = Some(Turns::new(connections as usize));
        let (reader, background) = (pool.reader().into(), pool.background().into());
        let postgres = Some(postgres);
        // They are long, so that they leave most connections to others.
        let units = Some(Turns::new(connections as usize / 3));
        Ok(Self { statement_time, postgres, units, ..Self::of(pool, reader, background) })
    }

    /// Reads lists from a replica, once the database is supervised.
    ///
    /// # Errors
    /// When the URL is invalid, and for SQLite.
    pub async fn read_from(&self, url: &str) -> Result<(), DatabaseError> {
        let Some(postgres) = &self.postgres else {
            return Err(DatabaseError::ReadUrl("needs PostgreSQL in DATABASE_URL"));
        };
        if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            return Err(DatabaseError::ReadUrl("must begin with postgres://"));
        }
        let probe = url.parse::<PgConnectOptions>();
        let unreadable = |_| DatabaseError::ReadUrl("must be like postgres://USER@HOST/DATABASE");
        let probe = probe.map_err(unreadable)?.disable_statement_logging();
        let abandoned = Abandoned::default();
        let mut requests = options(url, postgres.connections());
        requests.connect_lazy(true);
        cancel_statements(&mut requests, (&self.statement_time, postgres.prepare), &abandoned);
        let connections = Connections::shared(connect(requests.clone()).await?);
        let mut pool = Pool::new(connections).reader();
        pool.abandoned = abandoned;
        pool.turns = Some(Turns::new(postgres.connections() as usize));
        let reader = ReplicaReader { replica: pool.clone(), primary: self.pool.reader() };
        let reader = Arc::new(reader);
        let _ = self.replica.set(Replica { reader, catch_up: CatchUp::new(requests, probe, pool) });
        Ok(())
    }

    /// Opens connections that only read from SQLite.
    async fn sqlite_reader(
        url: &str,
        connections: u32,
        file: &Arc<DatabaseFile>,
    ) -> Result<Pool, DatabaseError> {
        let mut read = options(url, connections);
        read.map_sqlx_sqlite_opts(read_only);
        discard_in_transaction(&mut read);
        let mut pool = Pool::new(Connections::shared(connect(read).await?));
        pool.turns = Some(Turns::new(connections as usize));
        pool.file = Some(Arc::clone(file));
        Ok(pool)
    }

    async fn open_sqlite(
        url: &str,
        path: &Path,
        synchronous: Synchronous,
    ) -> Result<Self, DatabaseError> {
        let synchronous = match synchronous {
            Synchronous::Full => "FULL",
            Synchronous::Normal => "NORMAL",
        };
        let mut write = options(url, 1);
        // The pool has one connection: if it were closed, an in-memory database would be lost.
        write.min_connections(1).idle_timeout(None).max_lifetime(None);
        write.map_sqlx_sqlite_opts(move |options| {
            options
                .journal_mode(SqliteJournalMode::Wal)
                .pragma("synchronous", synchronous)
                .busy_timeout(BUSY_TIMEOUT)
                .foreign_keys(true)
                .pragma("wal_autocheckpoint", sqlite::CHECKPOINT.to_string())
                .pragma("cache_size", (-sqlite::BULK_CACHE).to_string())
                .pragma("temp_store", "MEMORY")
        });
        discard_in_transaction(&mut write);
        let hold = Hold::default();
        hold.enforce(&mut write);
        let connections = connect(write).await?;
        let permits = connections.get_sqlite_connection_pool().clone();
        let mut pool = Pool::new(Connections::shared(connections));
        if is_in_memory(url) {
            let reader = Connection::from(pool.clone());
            return Ok(Self { hold, ..Self::of(pool, reader.clone(), reader) });
        }
        let unreadable = |error: io::Error| {
            DatabaseError::Unreachable(DbErr::Conn(RuntimeErr::Internal(error.to_string())))
        };
        pool.turns = Some(Turns::new(1));
        let file = Arc::new(DatabaseFile::of(path).map_err(unreadable)?);
        pool.file = Some(Arc::clone(&file));
        // Other parameters change how the file is opened.
        let is_plain = matches!(url.split_once('?'), None | Some((_, "mode=rw" | "mode=rwc")));
        let threads = is_plain.then(|| SqliteReaders::new(Arc::clone(&file)));
        if is_plain {
            let options = sqlite::Options { file: Arc::clone(&file), synchronous };
            let writer = SqliteWriter::start(options, permits).map_err(unreadable)?;
            pool.sqlite_writer = Some(Arc::new(writer));
        }
        let mut reader = Self::sqlite_reader(url, sqlite_readers(), &file).await?;
        reader.sqlite_readers.clone_from(&threads);
        let background = Self::sqlite_reader(url, BACKGROUND_CONNECTIONS, &file).await?;
        let slow = Some(SlowReaders::new(read_only(parse(url)?), threads));
        let file = Some(file);
        Ok(Self { hold, slow, file, ..Self::of(pool, reader.into(), background.into()) })
    }

    /// The database of these connections, with nothing else.
    fn of(pool: Pool, reader: Connection, background: Connection) -> Self {
        Self {
            writer: pool.clone().into(),
            reader,
            background,
            hold: Hold::default(),
            slow: None,
            statement_time: Arc::default(),
            replica: Arc::default(),
            readiness: Arc::default(),
            postgres: None,
            file: None,
            pool,
            units: None,
        }
    }
}

/// The options of a connection that only reads.
fn read_only(options: SqliteConnectOptions) -> SqliteConnectOptions {
    options.busy_timeout(BUSY_TIMEOUT).pragma("query_only", "ON").disable_statement_logging()
}

/// Whether the URL names a database in memory.
fn is_in_memory(url: &str) -> bool {
    url.contains(":memory:") || url.contains("mode=memory")
}

/// Checks that the file exists, if it will not be created.
fn check_file(url: &str, path: &Path, opening: Opening) -> Result<(), DatabaseError> {
    let is_missing = || match fs::metadata(path) {
        // SQLite takes an empty file for a new database.
        Ok(file) => opening.must_exist.is_some() && file.len() == 0,
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    let hint = match (opening.must_exist, url.contains("mode=rwc")) {
        _ if is_in_memory(url) => return Ok(()),
        (Some(hint), _) => hint,
        (None, true) => return Ok(()),
        (None, false) => "write it as sqlite://FILE?mode=rwc to create the file",
    };
    if is_missing() {
        Err(DatabaseError::Missing(path.display().to_string(), hint))
    } else {
        Ok(())
    }
}

/// Creates a missing file that only its owner can read. SQLite gives its other files the same mode.
fn create_private(url: &str, path: &Path) {
    if url.contains("mode=rwc") && !is_in_memory(url) {
        // SQLite says why it can't be created.
        let _ = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    }
}

/// Parses a URL. The driver's error would repeat it, password included.
fn parse<O: FromStr>(url: &str) -> Result<O, DatabaseError> {
    let form = "must be like sqlite://FILE or postgres://USER@HOST/DATABASE";
    url.parse().map_err(|_| DatabaseError::Url(form.to_owned()))
}
