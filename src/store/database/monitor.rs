//! Finding out whether PostgreSQL is there, before requests do.
//!
//! A connection of its own asks for a sign of life a few times a second. A server that was stopped
//! closes that connection, one that hangs doesn't answer in time; requests are told at once then
//! instead of waiting for a connection each, and once it is back they get new ones.

use sea_orm::{
    ConnectOptions as PoolOptions, DatabaseConnection, DbErr, RuntimeErr, SqlxError,
    TransactionTrait,
    sqlx::{ConnectOptions, Executor, PgConnection, postgres::PgConnectOptions},
};
use std::{fmt, time::Duration};
use tokio::{
    sync::watch::Sender,
    time::{sleep, timeout},
};

use super::{
    connect::connect,
    error_class::Unusable,
    handle::migrate,
    pool::{Connections, Life, Pool},
};

/// How often it is asked.
const EVERY: Duration = Duration::from_millis(500);
/// How long it may take to answer, and to take a connection. With the time before it is asked that
/// is how long requests wait for a server that hangs.
const WITHIN: Duration = Duration::from_secs(2);
/// How soon it is looked for again while it is away.
const AGAIN: Duration = Duration::from_millis(200);
/// How long the connections of before may take to close.
const FAREWELL: Duration = Duration::from_secs(5);

/// How PostgreSQL is reached.
#[derive(Clone)]
pub(super) struct Postgres {
    /// By the connections for requests.
    pub requests: PoolOptions,
    /// By those for what goes on beside them.
    pub background: PoolOptions,
    /// By one connection.
    pub one: PgConnectOptions,
}

/// Why there is no sign of life.
enum Silence {
    /// None came in time.
    Hanging,
    /// The connection broke.
    Broken(SqlxError),
}

impl Postgres {
    /// New connections, which are opened when they are first used.
    pub async fn connections(&self) -> Result<Connections, Unusable> {
        let requests = connect(self.requests.clone()).await?;
        Ok(Connections { requests, background: connect(self.background.clone()).await? })
    }

    /// Connects once.
    pub async fn access(&self) -> Result<PgConnection, DbErr> {
        match timeout(WITHIN, self.one.connect()).await {
            Ok(Ok(connection)) => Ok(connection),
            Ok(Err(error)) => Err(Silence::Broken(error).into()),
            Err(_) => Err(Silence::Hanging.into()),
        }
    }

    /// Keeps to a database for as long as the process lives, through its absences, and brings the
    /// schema up to date when it is first there. Answers only with what can't be waited for.
    pub async fn attend(&self, database: &Pool) -> Unusable {
        let life = database.life();
        let mut is_current = false;
        loop {
            match self.meet(&mut is_current).await {
                Ok((mut probe, connections)) => {
                    found(life, connections);
                    match silence(&mut probe).await {
                        // It may be back already: whoever is quick notices nothing.
                        Silence::Broken(error) => {
                            tracing::warn!(%error, "the connection to the database broke");
                        }
                        hanging @ Silence::Hanging => lost(life, &hanging),
                    }
                }
                Err(error) if error.is_transient() || is_current => {
                    lost(life, &error);
                    sleep(AGAIN).await;
                }
                Err(error) => return error,
            }
        }
    }

    /// A connection to ask, and new ones for everybody else, if the database is there; its schema is brought up to date the
    /// first time.
    async fn meet(&self, is_current: &mut bool) -> Result<(PgConnection, Connections), Unusable> {
        let mut probe = self.access().await.map_err(Unusable::Unreachable)?;
        let connections = self.connections().await?;
        if !*is_current {
            tokio::select! {
                done = bring_up_to_date(&connections.requests) => done?,
                silence = silence(&mut probe) => return Err(Unusable::Unreachable(silence.into())),
            }
            *is_current = true;
        }
        Ok((probe, connections))
    }
}

impl From<Silence> for DbErr {
    fn from(silence: Silence) -> Self {
        Self::Conn(match silence {
            Silence::Broken(error) => RuntimeErr::SqlxError(error.into()),
            Silence::Hanging => RuntimeErr::Internal(silence.to_string()),
        })
    }
}

impl fmt::Display for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hanging => write!(f, "no answer within {} s", WITHIN.as_secs()),
            Self::Broken(error) => error.fmt(f),
        }
    }
}

async fn bring_up_to_date(pool: &DatabaseConnection) -> Result<(), Unusable> {
    migrate(pool.begin().await.map_err(Unusable::Unreachable)?).await
}

/// Asks for signs of life until there is none.
async fn silence(probe: &mut PgConnection) -> Silence {
    loop {
        sleep(EVERY).await;
        match timeout(WITHIN, probe.execute("SELECT 1")).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => return Silence::Broken(error),
            Err(_) => return Silence::Hanging,
        }
    }
}

/// The database is there, and these are the connections to it.
fn found(life: &Sender<Life>, connections: Connections) {
    life.send_modify(|life| {
        if life.outages > 0 && life.connections.is_none() {
            tracing::info!("the database is back");
        }
        // What still runs over those of before keeps them until it is done.
        life.connections = Some(connections);
        life.tried = true;
    });
}

/// The database is not there. Who waits for a connection is told so.
fn lost(life: &Sender<Life>, why: &impl fmt::Display) {
    let mut before = None;
    life.send_if_modified(|life| {
        let is_news = life.connections.is_some() || !life.tried;
        if is_news {
            tracing::error!(
                error = %why,
                "the database can't be reached: requests are answered 503 until it can"
            );
            before = life.connections.take();
            life.outages += 1;
            life.tried = true;
        }
        is_news
    });
    if let Some(Connections { requests, background }) = before {
        tokio::spawn(async move {
            // What hangs is left behind; the system gives it up one day.
            let closed = async { tokio::join!(requests.close(), background.close()) };
            let _ = timeout(FAREWELL, closed).await;
        });
    }
}
