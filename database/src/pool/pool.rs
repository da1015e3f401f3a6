//! The current connection pool, which outages replace.

use sea_orm::{
    ConnectionTrait, DatabaseConnection, DbBackend, DbErr, ExecResult, QueryResult, RuntimeErr,
    Statement, TransactionOptions, TransactionTrait, metric,
};
use std::sync::Arc;
use tokio::sync::watch;

use crate::{
    cancel::Abandoned,
    sqlite::{DatabaseFile, Length, SqliteReaders, SqliteRow, SqliteWriter},
    turns::{Place, SERVER, Transaction, Turns},
};

/// The pools of connections between two outages.
///
/// After an outage their connections may be broken without notice, and each would fail a request.
#[derive(Clone)]
pub(crate) struct Connections {
    /// The pool for requests.
    pub requests: DatabaseConnection,
    /// The pool for background work.
    pub background: DatabaseConnection,
}

impl ConnectionState {
    /// Whether it is known that the database can't be reached.
    pub fn is_outage(&self) -> bool {
        self.is_checked && self.connections.is_none()
    }
}

impl Connections {
    /// One pool for both.
    pub fn shared(connections: DatabaseConnection) -> Self {
        Self { requests: connections.clone(), background: connections }
    }
}

/// Whether the database can be reached, and its current connections.
#[derive(Default)]
pub(crate) struct ConnectionState {
    /// The connections; `None` during an outage.
    pub connections: Option<Connections>,
    /// The number of outages so far.
    pub outages: u64,
    /// Whether a connection attempt has succeeded or failed.
    pub is_checked: bool,
}

/// Runs statements on the current connections.
///
/// During an outage statements fail at once instead of queueing.
#[derive(Clone)]
pub struct Pool {
    backend: DbBackend,
    pub(crate) state: Arc<watch::Sender<ConnectionState>>,
    /// Whether an outage aborts running statements.
    aborts_on_outage: bool,
    /// Whether statements use the background connections.
    is_background: bool,
    /// When statements were dropped before they ended.
    pub(crate) abandoned: Abandoned,
    /// Runs writes beside the pool: for SQLite in a file.
    pub(crate) sqlite_writer: Option<Arc<SqliteWriter>>,
    /// Reads beside the pool: for SQLite in a file.
    pub(crate) sqlite_readers: Option<SqliteReaders>,
    /// The file of SQLite, whose loss explains failed statements.
    pub(crate) file: Option<Arc<DatabaseFile>>,
    /// Shares the connections among accounts. `None`: they are taken in the order of arrival.
    pub(crate) turns: Option<Arc<Turns>>,
    /// The account for which statements run.
    account: i64,
}

impl Pool {
    /// Creates a pool of these connections.
    pub(crate) fn new(connections: Connections) -> Self {
        let backend = connections.requests.get_database_backend();
        let state =
            ConnectionState { connections: Some(connections), outages: 0, is_checked: true };
        let state = Arc::new(watch::Sender::new(state));
        Self {
            backend,
            state,
            aborts_on_outage: false,
            is_background: false,
            abandoned: Abandoned::default(),
            sqlite_writer: None,
            sqlite_readers: None,
            file: None,
            turns: None,
            account: SERVER,
        }
    }

    /// The same connections, for statements of an account.
    pub(crate) fn of(&self, account: i64) -> Self {
        Self { account, ..self.clone() }
    }

    /// The same connections, taken in the order of arrival: for statements that take less time than to
    /// wait for a place.
    pub(crate) fn in_order(&self) -> Self {
        Self { turns: None, ..self.clone() }
    }

    /// The writer beside the pool. During an outage it must not be used.
    pub(crate) fn sqlite_writer(&self) -> Option<&SqliteWriter> {
        self.sqlite_writer.as_deref().filter(|_| self.is_up())
    }

    /// The same connections, for statements that only read: an outage aborts them.
    pub(crate) fn reader(&self) -> Self {
        Self { aborts_on_outage: true, ..self.clone() }
    }

    /// The background connections, for statements that only read.
    pub(crate) fn background(&self) -> Self {
        Self { is_background: true, turns: None, ..self.reader() }
    }

    /// Whether the database can be reached, as far as is known.
    pub(crate) fn is_up(&self) -> bool {
        self.state.borrow().connections.is_some()
    }

    /// Sets that no connection was attempted. Says whether the database may be down.
    pub(crate) fn set_unchecked(&self, may_be_down: bool) {
        self.state.send_modify(|state| {
            state.is_checked = false;
            if may_be_down {
                state.connections = None;
            }
        });
    }

    /// Sets that the database can be reached by these connections. Statements that still run keep the
    /// previous ones until they end.
    pub(crate) fn set_connections(&self, connections: Connections) {
        self.state.send_modify(|state| {
            state.connections = Some(connections);
            state.is_checked = true;
        });
    }

    /// Sets that the database can't be reached: all statements fail. Returns the connections until now.
    pub(crate) fn set_lost(&self) -> Option<Connections> {
        let mut previous = None;
        self.state.send_modify(|state| {
            previous = state.connections.take();
            state.outages += 1;
            state.is_checked = true;
        });
        previous
    }

    /// Waits for the next outage.
    pub(crate) async fn wait_for_outage(&self) {
        let seen = self.state.borrow().outages;
        wait_for_outage(&self.state, seen).await;
    }

    /// Begins a transaction with options. Beginning writes nothing, so an outage aborts it.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(crate) async fn begin_with_options(
        &self,
        options: TransactionOptions,
    ) -> Result<Transaction, DbErr> {
        let place = self.place().await?;
        // It has its place.
        let reader = Self { turns: None, ..self.reader() };
        let begun = reader.run(async |pool| pool.begin_with_options(options).await).await?;
        Ok(Transaction::new(begun, place))
    }

    /// Waits until a connection is the account's.
    async fn place(&self) -> Result<Option<Place>, DbErr> {
        match &self.turns {
            Some(turns) if self.is_up() => turns.take_in_time(self.account).await.map(Some),
            Some(_) => Err(outage()),
            None => Ok(None),
        }
    }

    /// Closes the connections.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(crate) async fn close_by_ref(&self) -> Result<(), DbErr> {
        self.current()?.0.close_by_ref().await
    }

    /// Sets a function that is called for each statement.
    pub(crate) fn set_metric_callback<F>(&self, callback: F)
    where
        F: Fn(&metric::Info<'_>) + Send + Sync + 'static,
    {
        let callback = Arc::new(callback);
        if let Some(writer) = &self.sqlite_writer {
            writer.set_observer(Arc::clone(&callback) as _);
        }
        if let Some(readers) = &self.sqlite_readers {
            readers.set_observer(Arc::clone(&callback) as _);
        }
        self.state.send_modify(|state| {
            if let Some(Connections { requests, background }) = &mut state.connections {
                let connections = if self.is_background { background } else { requests };
                connections.set_metric_callback(move |run| callback(run));
            }
        });
    }

    /// Runs a statement on a thread that reads, and returns what is read of each row.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        readers: &SqliteReaders,
        (statement, length): (Statement, Length),
        read: impl FnMut(&SqliteRow<'_>) -> Result<T, DbErr> + Send + 'static,
    ) -> Result<Vec<T>, DbErr> {
        // What is short needs no place: it takes less time than to wait for one.
        let pool = match length {
            Length::Short => &self.in_order(),
            Length::Any | Length::AtMost(_) => self,
        };
        pool.run(async |_| readers.query(statement, length, read).await).await
    }

    pub(crate) fn current(&self) -> Result<(DatabaseConnection, u64), DbErr> {
        let state = self.state.borrow();
        let Connections { requests, background } = state.connections.as_ref().ok_or_else(outage)?;
        let connections = if self.is_background { background } else { requests };
        Ok((connections.clone(), state.outages))
    }

    async fn run<T>(
        &self,
        work: impl AsyncFnOnce(&DatabaseConnection) -> Result<T, DbErr>,
    ) -> Result<T, DbErr> {
        let _place = self.place().await?;
        let (pool, outages) = self.current()?;
        let running = self.abandoned.running();
        let outcome = if self.aborts_on_outage {
            tokio::select! {
                biased;
                outcome = work(&pool) => outcome,
                () = wait_for_outage(&self.state, outages) => Err(outage()),
            }
        } else {
            work(&pool).await
        };
        running.ended();
        // A truncated file has no tables.
        let is_lost = || self.file.as_ref().is_some_and(|file| !file.is_whole());
        outcome.map_err(|error| if is_lost() { outage() } else { error })
    }
}

/// Waits for a number of outages other than `seen`, or one now.
async fn wait_for_outage(state: &watch::Sender<ConnectionState>, seen: u64) {
    // There is no error while the caller has the sender.
    let _ = state
        .subscribe()
        .wait_for(|state| state.outages != seen || state.connections.is_none())
        .await;
}

fn outage() -> DbErr {
    DbErr::Conn(RuntimeErr::Internal("the database can't be reached".to_owned()))
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
