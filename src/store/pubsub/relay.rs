//! Exchanges wake-ups with other servers, which then poll less often.
//!
//! A wake-up carries no data: a server sends one after the commit of any number of writes, and its
//! receivers read the database. A lost wake-up or an unreachable broker delays them until the next
//! poll. PostgreSQL carries wake-ups (`NOTIFY`); where many servers write a lot, NATS avoids the lock
//! that commits with notifications queue for.

use sea_orm::DbErr;
use std::{future::pending, sync::Arc, time::Duration};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, sleep_until, timeout};
use uuid::Uuid;

use super::{
    connection::{Connection, ConnectionLost, TIMEOUT},
    nats::{Nats, NatsConnection},
    postgres::PostgresConnection,
};
use crate::{
    auth::hash,
    store::{
        database::{Database, column},
        write_signal::WriteSignal,
    },
    telemetry::supervise,
};

/// Shortest time between two wake-ups of one server.
const MIN_INTERVAL: Duration = Duration::from_millis(10);
/// How often a wake-up is sent without a write, as check.
const PROBE_INTERVAL: Duration = Duration::from_secs(10);
/// Longest time until a server receives its own wake-up.
const ROUND_TRIP_TIMEOUT: Duration = Duration::from_secs(2);
/// Time until the first reconnection attempt, and the longest time.
const RECONNECT_DELAY: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(5));

/// The transport of wake-ups.
#[derive(Debug)]
pub enum Transport {
    /// The PostgreSQL database of that URL.
    Postgres(String),
    /// A NATS broker.
    Nats(Nats),
}

/// Starts a task that exchanges wake-ups while the process runs. It logs errors and reconnects.
pub fn start(transport: Transport, database: &Database, write_signal: &Arc<WriteSignal>) {
    let relay = Arc::new(Relay {
        transport,
        database: database.clone(),
        write_signal: Arc::clone(write_signal),
        id: Uuid::new_v4().to_string(),
    });
    supervise("wake_ups", move || Arc::clone(&relay).run());
}

struct Relay {
    transport: Transport,
    database: Database,
    write_signal: Arc<WriteSignal>,
    /// The id of this process as a sender.
    id: String,
}

impl Relay {
    async fn run(self: Arc<Self>) {
        let mut delay = RECONNECT_DELAY.0;
        let mut is_logged = false;
        loop {
            let lost = match timeout(TIMEOUT, self.connect()).await {
                Ok(Ok(mut connection)) => {
                    let (had_arrived, lost) = self.run_on(&mut *connection).await;
                    if had_arrived {
                        (delay, is_logged) = (RECONNECT_DELAY.0, false);
                    }
                    lost
                }
                Ok(Err(lost)) => lost,
                Err(_) => "connecting took too long".into(),
            };
            self.write_signal.set_connected(false);
            if !is_logged {
                tracing::warn!(
                    why = %lost,
                    "wake-ups of other servers don't arrive; the database is polled more often"
                );
                is_logged = true;
            }
            sleep(delay).await;
            delay = (delay * 2).min(RECONNECT_DELAY.1);
        }
    }

    async fn connect(&self) -> Result<Box<dyn Connection>, ConnectionLost> {
        let name = name(&self.database).await?;
        Ok(match &self.transport {
            Transport::Postgres(url) => Box::new(PostgresConnection::open(url, name).await?),
            Transport::Nats(nats) => Box::new(NatsConnection::open(nats, name).await?),
        })
    }

    /// Runs until wake-ups stop arriving. Returns whether any has arrived, and the error.
    async fn run_on(&self, connection: &mut dyn Connection) -> (bool, ConnectionLost) {
        let mut probe = interval(PROBE_INTERVAL);
        probe.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut has_arrived = false;
        // When the next wake-up may be sent, and by when the server's own one must arrive.
        let (mut next, mut deadline) = (Instant::now(), None);
        // Wake-ups for writes before the connection opened are lost.
        self.write_signal.remote_write();
        loop {
            let written = async {
                sleep_until(next).await;
                self.write_signal.unpublished().await;
            };
            let late = async {
                match deadline {
                    Some(deadline) => sleep_until(deadline).await,
                    None => pending().await,
                }
            };
            tokio::select! {
                received = connection.receive() => match received {
                    Ok(sender) if sender == self.id => {
                        deadline = None;
                        if !has_arrived {
                            has_arrived = true;
                            self.write_signal.set_connected(true);
                            tracing::info!("wake-ups of other servers arrive");
                        }
                        continue;
                    }
                    Ok(_) => {
                        self.write_signal.remote_write();
                        continue;
                    }
                    Err(lost) => return (has_arrived, lost),
                },
                () = late => {
                    return (has_arrived, "they don't come back".into());
                }
                () = written => {}
                _ = probe.tick() => {}
            }
            let sent = timeout(TIMEOUT, connection.send(&self.id)).await;
            if let Err(lost) = sent.unwrap_or_else(|_| Err("sending took too long".into())) {
                return (has_arrived, lost);
            }
            let now = Instant::now();
            next = now + MIN_INTERVAL;
            deadline = deadline.or(Some(now + ROUND_TRIP_TIMEOUT));
        }
    }
}

/// A name that all servers of a database know. Other databases hardly share it.
async fn name(database: &Database) -> Result<String, DbErr> {
    let sql = "SELECT current_database() || '/' || current_schema()";
    let name: Option<String> = column(&database.background, sql).await?.pop();
    Ok(hash(&name.unwrap_or_default()).chars().take(16).collect())
}
