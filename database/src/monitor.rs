//! Detects outages of PostgreSQL before requests do.
//!
//! A probe connection runs a query twice a second. A server that stops closes the connection, one
//! that hangs doesn't answer in time. During an outage requests fail at once instead of waiting for
//! a connection each, and after it they get new connections.

use sea_orm::{
    ConnectOptions as PoolOptions, DbErr, RuntimeErr, SqlxError, TransactionTrait,
    sqlx::{ConnectOptions, Executor, PgConnection, postgres::PgConnectOptions},
};
use std::{fmt, time::Duration};
use tokio::time::{sleep, timeout};

use super::{
    error::DatabaseError,
    options::connect,
    pool::{Connections, Pool},
    schema::{Schema, migrate},
};

/// The time between two probes.
const PROBE_INTERVAL: Duration = Duration::from_millis(500);
/// How long a probe and connecting may take. With the interval this bounds how long requests wait
/// for a server that hangs.
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);
/// The time between two attempts to reconnect.
const RECONNECT_INTERVAL: Duration = Duration::from_millis(200);
/// How long the connections of before an outage may take to close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// How PostgreSQL is reached.
#[derive(Clone)]
pub(super) struct Postgres {
    /// The options of the pool for requests.
    pub requests: PoolOptions,
    /// The options of the pool for background work.
    pub background: PoolOptions,
    /// The options of the probe connection.
    pub probe: PgConnectOptions,
    /// The statement with which each connection begins, if any.
    pub prepare: Option<&'static str>,
}

/// Why a probe failed.
enum ProbeError {
    /// It got no answer in time.
    Timeout,
    /// The connection broke.
    Broken(SqlxError),
}

impl Postgres {
    /// Most connections for requests.
    pub fn connections(&self) -> u32 {
        self.requests.get_max_connections().unwrap_or_default()
    }

    /// Creates new pools, whose connections open when they are first used.
    pub async fn pools(&self) -> Result<Connections, DatabaseError> {
        let requests = connect(self.requests.clone()).await?;
        Ok(Connections { requests, background: connect(self.background.clone()).await? })
    }

    /// Opens a probe connection.
    pub async fn probe(&self) -> Result<PgConnection, DbErr> {
        match timeout(PROBE_TIMEOUT, self.probe.connect()).await {
            Ok(Ok(connection)) => Ok(connection),
            Ok(Err(error)) => Err(ProbeError::Broken(error).into()),
            Err(_) => Err(ProbeError::Timeout.into()),
        }
    }

    /// Supervises a pool through all outages while the process lives. It migrates the schema after
    /// the first connect. Returns only an error that waiting can't fix.
    pub async fn supervise(&self, pool: &Pool, schema: &impl Schema) -> DatabaseError {
        let mut is_migrated = false;
        loop {
            match self.connect(schema, &mut is_migrated).await {
                Ok((mut probe, connections)) => {
                    if pool.state.borrow().is_outage() {
                        tracing::info!("the database is back");
                    }
                    pool.set_connections(connections);
                    match probe_until_failure(&mut probe).await {
                        // The server may be back already; then no request notices anything.
                        ProbeError::Broken(error) => {
                            tracing::warn!(%error, "the connection to the database broke");
                        }
                        error @ ProbeError::Timeout => set_down(pool, &error),
                    }
                }
                Err(error) if error.is_transient() || is_migrated => {
                    set_down(pool, &error);
                    sleep(RECONNECT_INTERVAL).await;
                }
                Err(error) => return error,
            }
        }
    }

    /// Opens a probe connection and new pools, and migrates first.
    async fn connect(
        &self,
        schema: &impl Schema,
        is_migrated: &mut bool,
    ) -> Result<(PgConnection, Connections), DatabaseError> {
        let mut probe = self.probe().await.map_err(DatabaseError::Unreachable)?;
        let connections = self.pools().await?;
        let requests = &connections.requests;
        if !*is_migrated {
            tokio::select! {
                migrated = migrate(schema, requests, requests.begin()) => migrated?,
                error = probe_until_failure(&mut probe) => {
                    return Err(DatabaseError::Unreachable(error.into()));
                }
            }
            *is_migrated = true;
        }
        Ok((probe, connections))
    }
}

impl From<ProbeError> for DbErr {
    fn from(error: ProbeError) -> Self {
        Self::Conn(match error {
            ProbeError::Broken(error) => RuntimeErr::SqlxError(error.into()),
            ProbeError::Timeout => RuntimeErr::Internal(error.to_string()),
        })
    }
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Timeout => write!(f, "no answer within {} s", PROBE_TIMEOUT.as_secs()),
            Self::Broken(error) => error.fmt(f),
        }
    }
}

/// Probes the server until a probe fails.
async fn probe_until_failure(probe: &mut PgConnection) -> ProbeError {
    loop {
        sleep(PROBE_INTERVAL).await;
        match timeout(PROBE_TIMEOUT, probe.execute("SELECT 1")).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => return ProbeError::Broken(error),
            Err(_) => return ProbeError::Timeout,
        }
    }
}

/// Sets that the database is unreachable, and fails waiting requests.
fn set_down(pool: &Pool, why: &impl fmt::Display) {
    if pool.state.borrow().is_outage() {
        return;
    }
    tracing::error!(
        error = %why,
        "the database can't be reached: every statement fails until it can"
    );
    if let Some(Connections { requests, background }) = pool.set_lost() {
        tokio::spawn(async move {
            // Connections that hang are abandoned; the operating system closes them later.
            let closed = async { tokio::join!(requests.close(), background.close()) };
            let _ = timeout(CLOSE_TIMEOUT, closed).await;
        });
    }
}
