//! Cancels PostgreSQL statements that take too long or nobody waits for.

use sea_orm::{
    ConnectOptions,
    sqlx::{Connection, Executor},
};
use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::time::{Instant, timeout};

/// How long a connection may take to recover from a dropped statement. Then it is closed.
const READY_TIMEOUT: Duration = Duration::from_millis(50);
/// How often PostgreSQL checks whether the client of a statement is there.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);
/// How long returned connections are checked after a statement was dropped.
const LOOK_TIME: Duration = Duration::from_secs(1);
/// How often PostgreSQL checks its connection during a statement (since version 14), and that it compiles none: that takes
/// a new connection up to half a second of processor time, for statements that the limit ends before they could gain from
/// it. The names of settings that a server doesn't know are passed over.
const SETTINGS: &str = "SELECT set_config(name, CASE name WHEN 'jit' THEN 'off' ELSE '50ms' END, false) \
     FROM pg_settings WHERE name IN ('client_connection_check_interval', 'jit')";

/// When a statement was last dropped before it ended.
#[derive(Clone, Debug)]
pub(super) struct Abandoned {
    start: Instant,
    /// Until when connections are looked at, in milliseconds since the start.
    until: Arc<AtomicU64>,
    /// Whether one of those was dropped that are watched together, if they are.
    is_left: Option<Arc<AtomicBool>>,
}

/// A statement that runs. Dropping it without `ended` means that nobody waits for it.
pub(super) struct Running<'a>(Option<&'a Abandoned>);

impl Default for Abandoned {
    fn default() -> Self {
        Self { start: Instant::now(), until: Arc::default(), is_left: None }
    }
}

impl Abandoned {
    /// Notes that a statement runs.
    pub const fn running(&self) -> Running<'_> {
        Running(Some(self))
    }

    /// Notes apart whether one of the statements was dropped that are noted here from now on.
    pub fn watch(&mut self) {
        self.is_left = Some(Arc::default());
    }

    /// How long a statement of these may go on that nobody waits for. `None`: there is none.
    pub fn goes_on(&self) -> Option<Duration> {
        let is_left = self.is_left.as_ref().is_some_and(|it| it.load(Ordering::Relaxed));
        is_left.then_some(READY_TIMEOUT + CHECK_INTERVAL)
    }

    fn is_recent(&self) -> bool {
        self.elapsed() < self.until.load(Ordering::Relaxed)
    }

    fn elapsed(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

impl Running<'_> {
    /// Notes that the statement has ended.
    pub fn ended(mut self) {
        self.0 = None;
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if let Some(abandoned) = self.0 {
            let until = abandoned.elapsed().saturating_add(LOOK_TIME.as_millis() as u64);
            abandoned.until.store(until, Ordering::Relaxed);
            if let Some(is_left) = &abandoned.is_left {
                is_left.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// Makes connections end statements. PostgreSQL ends those that take too long, and those whose
/// connection is closed. A connection on which a dropped statement still runs is closed.
pub(super) fn cancel_statements(
    options: &mut ConnectOptions,
    (limit, prepare): (&Arc<OnceLock<Duration>>, Option<&'static str>),
    abandoned: &Abandoned,
) {
    let (limit, abandoned) = (Arc::clone(limit), abandoned.clone());
    options.map_sqlx_postgres_pool_opts(move |options| {
        let (limit, abandoned) = (Arc::clone(&limit), abandoned.clone());
        options
            .after_connect(move |connection, _| {
                let limit = limit.get().copied();
                Box::pin(async move {
                    connection.execute(SETTINGS).await?;
                    if let Some(prepare) = prepare {
                        connection.execute(prepare).await?;
                    }
                    if let Some(limit) = limit {
                        let limit = format!("SET statement_timeout = {}", limit.as_millis());
                        connection.execute(sea_orm::sqlx::AssertSqlSafe(limit)).await?;
                    }
                    Ok(())
                })
            })
            .after_release(move |connection, _| {
                let is_recent = abandoned.is_recent();
                Box::pin(async move {
                    if !is_recent {
                        return Ok(true);
                    }
                    Ok(matches!(timeout(READY_TIMEOUT, connection.ping()).await, Ok(Ok(()))))
                })
            })
    });
}

/// Makes PostgreSQL end statements that nobody waits for, and compile none.
pub fn end_left_statements(options: &mut ConnectOptions) {
    begin_with(options, Some(SETTINGS));
}

/// Lets each connection of a pool begin with a statement, if there is one.
pub(super) fn begin_with(options: &mut ConnectOptions, prepare: Option<&'static str>) {
    let Some(prepare) = prepare else { return };
    options.map_sqlx_postgres_pool_opts(move |options| {
        options.after_connect(move |connection, _| {
            Box::pin(async move { connection.execute(prepare).await.map(drop) })
        })
    });
}
