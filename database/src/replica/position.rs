//! Positions in a primary's write-ahead log, and their replay on replicas.

use sea_orm::{
    DbErr, RuntimeErr, SqlxError,
    sqlx::{self, ConnectOptions, PgConnection, postgres::PgConnectOptions},
};
use std::{sync::Arc, time::Duration};
use tokio::time::{sleep, timeout};

/// How long each statement here may take.
const TIMEOUT: Duration = Duration::from_secs(2);
/// How long to wait before asking the replica again. One is the first wait, the other the longest.
const WAITS: (Duration, Duration) = (Duration::from_micros(500), Duration::from_millis(50));

/// What is flushed, and the timeline. The latter is the first part of the name of a file of the log.
const PRIMARY: &str = "SELECT pg_current_wal_flush_lsn()::text, \
     left(pg_walfile_name(pg_current_wal_flush_lsn()), 8)";
/// A replica that was promoted is none. One that isn't replaying yet has no position.
const REPLICA: &str =
    "SELECT coalesce(pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::text::pg_lsn, false)";
const CLUSTER: &str = "SELECT system_identifier::text, \
     (SELECT lpad(upper(to_hex(timeline_id)), 8, '0') FROM pg_control_checkpoint()) \
     FROM pg_control_system()";

/// A position in the log of a primary.
pub(super) struct Position {
    flushed: String,
    timeline: String,
}

/// A connection to the primary and one to the replica.
pub(super) struct Pair {
    primary: PgConnection,
    replica: PgConnection,
    /// The timeline that the replica is known to follow. Positions of others mean nothing there.
    timeline: Option<String>,
}

impl Pair {
    /// Connects to both.
    ///
    /// # Errors
    /// When one can't be reached.
    pub async fn connect(
        primary: &PgConnectOptions,
        replica: &PgConnectOptions,
    ) -> Result<Self, DbErr> {
        let (primary, replica) =
            (with_timeout(primary.connect()).await?, with_timeout(replica.connect()).await?);
        Ok(Self { primary, replica, timeline: None })
    }

    /// The position up to which all acknowledged writes are stored.
    ///
    /// # Errors
    /// When the primary can't be reached, or is a replica itself.
    pub async fn position(&mut self) -> Result<Position, DbErr> {
        let row = sqlx::query_as::<_, (String, String)>(PRIMARY).fetch_one(&mut self.primary);
        let (flushed, timeline) = with_timeout(row).await?;
        Ok(Position { flushed, timeline })
    }

    /// Waits until the replica has replayed what precedes the position.
    ///
    /// # Errors
    /// When the replica can't be reached, or is one of another database.
    pub async fn replayed(&mut self, position: &Position) -> Result<(), DbErr> {
        let mut wait = WAITS.0;
        loop {
            if self.follows(position).await? && self.has_replayed(position).await? {
                return Ok(());
            }
            sleep(wait).await;
            wait = WAITS.1.min(wait * 2);
        }
    }

    async fn has_replayed(&mut self, position: &Position) -> Result<bool, DbErr> {
        let replayed = sqlx::query_scalar(REPLICA).bind(position.flushed.as_str());
        with_timeout(replayed.fetch_one(&mut self.replica)).await
    }

    /// Whether the replica follows the timeline of the position. After a failover it is known to do so
    /// once it has a checkpoint of the new timeline.
    async fn follows(&mut self, position: &Position) -> Result<bool, DbErr> {
        if self.timeline.as_ref() == Some(&position.timeline) {
            return Ok(true);
        }
        let cluster = || sqlx::query_as::<_, (String, String)>(CLUSTER);
        let (primary, _) = with_timeout(cluster().fetch_one(&mut self.primary)).await?;
        let (replica, timeline) = with_timeout(cluster().fetch_one(&mut self.replica)).await?;
        if primary != replica {
            let problem = "DATABASE_READ_URL is not a replica of the database of DATABASE_URL";
            return Err(DbErr::Custom(problem.to_owned()));
        }
        self.timeline = Some(timeline);
        Ok(self.timeline.as_ref() == Some(&position.timeline))
    }
}

async fn with_timeout<T>(work: impl Future<Output = Result<T, SqlxError>>) -> Result<T, DbErr> {
    match timeout(TIMEOUT, work).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(DbErr::Conn(RuntimeErr::SqlxError(Arc::new(error)))),
        Err(_) => Err(DbErr::Conn(RuntimeErr::Internal("no answer in time".to_owned()))),
    }
}
