//! The handle of a database.

use sea_orm::{ConnectionTrait, DbBackend, DbErr};
use std::{
    borrow::Cow,
    future::pending,
    sync::{Arc, OnceLock},
    time::Duration,
};
use tokio::{sync::Mutex, time::Instant};

use super::{
    connection::Connection,
    error::DatabaseError,
    monitor::Postgres,
    options::sqlite_readers,
    pool::{Pool, PoolUsage},
    replica::{CatchUp, ReplicaReader},
    schema::{Schema, migrate},
    sqlite::{DatabaseFile, Hold, LONGEST_HOLD, Reading, SlowReaders},
    turns::Turns,
};

/// How long counting a table may take.
const COUNTING: Duration = Duration::from_secs(1);
/// How long it is known whether the database is ready.
const READINESS: Duration = Duration::from_millis(500);

/// One database, SQLite or PostgreSQL.
///
/// SQLite lets one connection write at a time. So exactly one connection writes, and writers queue
/// for it instead of failing with "database is locked"; readers have connections of their own and,
/// in WAL mode, never wait for it. On PostgreSQL writers and readers share a pool. In a transaction
/// (`scoped`) both are that transaction, and only background work uses other connections.
#[derive(Clone)]
pub struct Database {
    /// For statements that change rows.
    pub(super) writer: Connection,
    /// For statements that only read.
    pub(super) reader: Connection,
    /// For background work, which doesn't queue behind requests.
    ///
    /// It only reads.
    pub background: Connection,
    /// Connections to a SQLite file for slow statements.
    pub(super) slow: Option<SlowReaders>,
    /// How long a transaction reads on the connection that writes to SQLite.
    pub(super) hold: Hold,
    /// Whether the database was ready, and when it was asked.
    pub(super) readiness: Arc<Mutex<Option<(bool, Instant)>>>,
    /// How long a statement may run; unset: for ever.
    pub(super) statement_time: Arc<OnceLock<Duration>>,
    /// `None` for SQLite, which has no outages.
    pub(super) postgres: Option<Postgres>,
    /// The replica from which lists are read, if there is one.
    pub(super) replica: Arc<OnceLock<Replica>>,
    /// The file of SQLite, unless it is in memory.
    pub(super) file: Option<Arc<DatabaseFile>>,
    /// The pool of the writer, outside of any transaction.
    pub(super) pool: Pool,
    /// The units of work that run at once. `None`: SQLite has one writer for all transactions.
    pub(super) units: Option<Arc<Turns>>,
}

/// A replica of the database.
pub(super) struct Replica {
    pub reader: Arc<ReplicaReader>,
    pub catch_up: CatchUp,
}

impl Database {
    /// Checks that the database can be reached.
    ///
    /// # Errors
    /// When it can't.
    pub async fn check(&self) -> Result<(), DatabaseError> {
        match &self.postgres {
            Some(postgres) => postgres.probe().await.map(drop).map_err(DatabaseError::Unreachable),
            None => Ok(()),
        }
    }

    /// Supervises the connection while the process lives.
    ///
    /// It migrates the schema once the database can be reached, and detects outages and recoveries.
    /// During an outage statements fail at once. A lost file of SQLite is an outage that lasts until
    /// the process is restarted.
    ///
    /// Returns only an error that waiting can't fix: PostgreSQL rejects the account or doesn't have
    /// the database, or the migration fails.
    pub fn supervise<S: Schema + 'static>(
        &self,
        schema: S,
    ) -> impl Future<Output = DatabaseError> + Send + use<S> {
        let database = self.clone();
        database.pool.set_unchecked(database.postgres.is_some());
        async move {
            if let Some(postgres) = &database.postgres {
                let supervised = postgres.supervise(&database.pool, &schema);
                return match database.replica.get() {
                    None => supervised.await,
                    Some(replica) => tokio::select! {
                        error = supervised => error,
                        never = replica.catch_up.follow(&postgres.probe) => match never {},
                    },
                };
            }
            if let Err(error) = database.migrate(&schema).await {
                return error;
            }
            database.pool.state.send_modify(|state| state.is_checked = true);
            if let Some(file) = database.file.clone() {
                let lost = file.wait_until_lost().await;
                tracing::error!("{lost}: every statement fails until the process is restarted");
                for connection in [&database.writer, &database.reader, &database.background] {
                    if let Connection::Pool(pool) = connection {
                        pool.set_lost();
                    }
                }
            }
            pending().await
        }
    }

    /// Waits until `supervise` knows whether the database can be reached.
    pub async fn wait_until_checked(&self) {
        // There is no error while the pool has the sender.
        let _ = self.pool.state.subscribe().wait_for(|state| state.is_checked).await;
    }

    /// Whether the database can be reached, as far as is known.
    pub fn is_up(&self) -> bool {
        self.pool.is_up()
    }

    /// Waits for the next outage.
    pub async fn wait_for_outage(&self) {
        self.pool.wait_for_outage().await;
    }

    /// The database engine.
    #[inline]
    pub fn backend(&self) -> DbBackend {
        self.writer.get_database_backend()
    }

    /// Migrates the schema in one transaction, unless it is current.
    ///
    /// # Errors
    /// When the database is of a newer version that this program can't use, and when a migration
    /// fails.
    pub async fn migrate(&self, schema: &impl Schema) -> Result<(), DatabaseError> {
        let begin = async { Ok(self.operator().begin().await?.inner) };
        migrate(schema, &self.reader, begin).await
    }

    /// The connection on which it is read who calls.
    ///
    /// Requests can't take it; in a transaction, which may have changed callers, it is that one.
    #[inline]
    pub fn of_callers(&self) -> &Connection {
        if self.is_scoped() { &self.reader } else { &self.background }
    }

    /// Whether a transaction leaves connections for reading callers.
    ///
    /// A database in memory has none to leave.
    pub const fn reads_callers_apart(&self) -> bool {
        self.postgres.is_some() || self.file.is_some()
    }

    /// Limits the time of statements on connections opened from now on.
    pub fn limit_statements(&self, limit: Duration) {
        let _ = self.statement_time.set(limit);
    }

    /// How long a unit of work may read as the only writer.
    pub fn longest_hold(&self) -> Option<Duration> {
        let limit = self.statement_time.get().copied().unwrap_or(LONGEST_HOLD);
        (self.backend() == DbBackend::Sqlite).then_some(limit.min(LONGEST_HOLD))
    }

    /// Notes that a unit of work reads, until the value is dropped.
    #[inline]
    pub fn reading(&self) -> Option<Reading> {
        (self.is_scoped() && self.backend() == DbBackend::Sqlite).then(|| self.hold.reading())
    }

    /// The connection for slow statements.
    ///
    /// On SQLite a statement there is interrupted when it takes too long, and when nobody waits for
    /// it. PostgreSQL does this on every connection.
    ///
    /// # Errors
    /// When the database can't be opened.
    pub async fn slow_reader(&self) -> Result<Cow<'_, Connection>, DbErr> {
        match (&self.slow, self.statement_time.get()) {
            (Some(slow), Some(limit)) if !self.is_scoped() => {
                Ok(Cow::Owned(Connection::Slow(slow.take(*limit))))
            }
            _ => Ok(self.list_reader().await),
        }
    }

    /// The connection on which tables are counted.
    ///
    /// For a SQLite file it is one that nobody waits for.
    ///
    /// # Errors
    /// When the database can't be opened.
    pub async fn counter(&self) -> Result<Cow<'_, Connection>, DbErr> {
        match &self.slow {
            Some(slow) => Ok(Cow::Owned(Connection::Slow(slow.take(COUNTING)))),
            None => Ok(Cow::Borrowed(&self.background)),
        }
    }

    /// The most concurrent operations of an account.
    ///
    /// On SQLite they leave a connection to others.
    pub fn most_operations(&self) -> usize {
        match self.backend() {
            DbBackend::Sqlite => sqlite_readers() as usize - 1,
            _ => usize::MAX,
        }
    }

    /// The connection for lists.
    ///
    /// It is the replica, unless that is behind what was acknowledged so far.
    pub async fn list_reader(&self) -> Cow<'_, Connection> {
        match self.replica.get() {
            Some(replica) if !self.is_scoped() && replica.catch_up.wait().await => {
                Cow::Owned(Connection::Replica(Arc::clone(&replica.reader)))
            }
            _ => Cow::Borrowed(&self.reader),
        }
    }

    /// Whether lists are read from a replica while it has caught up.
    pub fn has_replica(&self) -> bool {
        self.replica.get().is_some()
    }

    /// The usage of each pool.
    pub fn pools(&self) -> Vec<PoolUsage> {
        let Connection::Pool(reader) = &self.reader else { return Vec::new() };
        match self.backend() {
            DbBackend::Postgres => {
                let limit = self.postgres.as_ref().map_or(0, Postgres::connections);
                let replica = self.replica.get();
                let replica = replica.map(|it| it.reader.replica.usage("replica", limit));
                let shared = self.pool.usage("shared", limit);
                [Some(shared), replica].into_iter().flatten().collect()
            }
            _ => vec![self.pool.usage("writer", 1), reader.usage("reader", sqlite_readers())],
        }
    }

    /// Whether the database answers and this program can use its schema.
    ///
    /// It is asked twice a second at most, however many want to know.
    pub async fn is_ready(&self, schema: &impl Schema) -> bool {
        let mut last = self.readiness.lock().await;
        match *last {
            _ if self.file.as_ref().is_some_and(|file| !file.is_whole()) => false,
            Some((is_ready, asked)) if asked.elapsed() < READINESS => is_ready,
            _ => {
                let is_ready = schema.is_usable(&self.background).await.unwrap_or(false);
                *last = Some((is_ready, Instant::now()));
                is_ready
            }
        }
    }
}
