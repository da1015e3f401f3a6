//! What statements go through: the pool of connections that there is at the moment.

use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult,
    QueryResult, RuntimeErr, Statement, TransactionOptions, TransactionTrait, metric, sqlx,
};
use std::sync::Arc;
use tokio::sync::watch;

use crate::telemetry::metrics;

/// The connections of one stretch of time in which the database was there.
///
/// What they were when the database went away may be broken without anybody knowing, and would fail
/// a request each.
#[derive(Clone, Debug)]
pub(crate) struct Connections {
    /// Those for requests.
    pub requests: DatabaseConnection,
    /// Those for what goes on beside them.
    pub background: DatabaseConnection,
}

impl Connections {
    /// The same for both.
    pub fn of(connections: DatabaseConnection) -> Self {
        Self { requests: connections.clone(), background: connections }
    }
}

/// Whether the database is there, and the connections that go with it.
#[derive(Debug, Default)]
pub(crate) struct Life {
    /// The connections; `None` while the database is not there.
    pub connections: Option<Connections>,
    /// How often it has gone away.
    pub outages: u64,
    /// Whether somebody has tried to reach it.
    pub tried: bool,
}

/// Runs statements on whatever pool there is.
///
/// While the database is not there they fail at once instead of queueing.
#[derive(Clone, Debug)]
pub struct Pool {
    backend: DbBackend,
    life: Arc<watch::Sender<Life>>,
    gives_up: bool,
    is_beside: bool,
}

impl Pool {
    /// Over connections.
    pub(crate) fn over(connections: Connections) -> Self {
        let backend = connections.requests.get_database_backend();
        let life = Life { connections: Some(connections), outages: 0, tried: true };
        let life = Arc::new(watch::Sender::new(life));
        Self { backend, life, gives_up: false, is_beside: false }
    }

    /// The same connections, for statements that are given up when the database goes away while
    /// they run: those that only read.
    pub(crate) fn giving_up(&self) -> Self {
        Self { gives_up: true, ..self.clone() }
    }

    /// The connections for what goes on beside the requests, and only reads.
    pub(crate) fn beside(&self) -> Self {
        Self { is_beside: true, ..self.giving_up() }
    }

    /// What becomes of the database.
    pub(crate) fn life(&self) -> &watch::Sender<Life> {
        &self.life
    }

    /// Whether the database is there, as far as is known.
    pub(crate) fn is_up(&self) -> bool {
        self.life.borrow().connections.is_some()
    }

    /// Nobody has tried yet whether the database is there; it may be away.
    pub(crate) fn untried(&self, may_be_away: bool) {
        self.life.send_modify(|life| {
            life.tried = false;
            if may_be_away {
                life.connections = None;
            }
        });
    }

    /// Somebody has tried, and it is there.
    pub(crate) fn has_tried(&self) {
        self.life.send_modify(|life| life.tried = true);
    }

    /// Waits until somebody has.
    pub(crate) async fn tried(&self) {
        // An error would mean that nobody can.
        let _ = self.life.subscribe().wait_for(|life| life.tried).await;
    }

    /// Waits until the database is away.
    pub(crate) async fn lost(&self) {
        let seen = self.life.borrow().outages;
        lost(&self.life, seen).await;
    }

    /// Begins a transaction.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn begin(&self) -> Result<DatabaseTransaction, DbErr> {
        self.begin_with_options(TransactionOptions::default()).await
    }

    /// Begins a transaction of a kind. Nothing is written by that, so it is given up when the
    /// database goes away meanwhile.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn begin_with_options(
        &self,
        options: TransactionOptions,
    ) -> Result<DatabaseTransaction, DbErr> {
        self.giving_up().run(async |pool| pool.begin_with_options(options).await).await
    }

    /// Closes the connections.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn close_by_ref(&self) -> Result<(), DbErr> {
        self.current()?.0.close_by_ref().await
    }

    /// Calls a function for each statement.
    pub fn set_metric_callback<F>(&self, callback: F)
    where
        F: Fn(&metric::Info<'_>) + Send + Sync + 'static,
    {
        self.life.send_modify(|life| {
            if let Some(Connections { requests, background }) = &mut life.connections {
                let connections = if self.is_beside { background } else { requests };
                connections.set_metric_callback(callback);
            }
        });
    }

    /// How its connections are used, of which there may be so many. There are none while the
    /// database is away.
    pub(crate) fn usage(&self, name: &'static str, limit: u32) -> metrics::Pool {
        fn of<D: sqlx::Database>(pool: &sqlx::Pool<D>) -> (u32, u32) {
            (pool.size(), u32::try_from(pool.num_idle()).unwrap_or(u32::MAX))
        }
        let (size, idle) = match (self.current(), self.backend) {
            (Err(_), _) => (0, 0),
            (Ok((pool, _)), DbBackend::Postgres) => of(pool.get_postgres_connection_pool()),
            (Ok((pool, _)), _) => of(pool.get_sqlite_connection_pool()),
        };
        metrics::Pool { name, size, idle, limit }
    }

    fn current(&self) -> Result<(DatabaseConnection, u64), DbErr> {
        let life = self.life.borrow();
        let Connections { requests, background } = life.connections.as_ref().ok_or_else(gone)?;
        let connections = if self.is_beside { background } else { requests };
        Ok((connections.clone(), life.outages))
    }

    async fn run<T>(
        &self,
        work: impl AsyncFnOnce(&DatabaseConnection) -> Result<T, DbErr>,
    ) -> Result<T, DbErr> {
        let (pool, outages) = self.current()?;
        if !self.gives_up {
            return work(&pool).await;
        }
        tokio::select! {
            biased;
            outcome = work(&pool) => outcome,
            () = lost(&self.life, outages) => Err(gone()),
        }
    }
}

/// Waits for an outage beyond those that were seen, or the one that is.
async fn lost(life: &watch::Sender<Life>, seen: u64) {
    // An error would mean that nobody can tell of one.
    let _ =
        life.subscribe().wait_for(|life| life.outages != seen || life.connections.is_none()).await;
}

fn gone() -> DbErr {
    DbErr::Conn(RuntimeErr::Internal("the database is not there".to_owned()))
}

#[async_trait::async_trait]
impl ConnectionTrait for Pool {
    fn get_database_backend(&self) -> DbBackend {
        self.backend
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.run(async |pool| pool.execute_raw(statement).await).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.run(async |pool| pool.execute_unprepared(sql).await).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.run(async |pool| pool.query_one_raw(statement).await).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.run(async |pool| pool.query_all_raw(statement).await).await
    }
}
