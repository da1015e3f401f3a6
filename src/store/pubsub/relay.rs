//! Servers wake each other, so that they need not ask the database all the time whether another one
//! has written something.
//!
//! A wake-up says nothing but that: it is sent after the commit, one for however many writes, and
//! whoever hears it looks for itself. One that is lost, or a broker that is gone, costs as long as it
//! takes until the next look. PostgreSQL carries wake-ups (`NOTIFY`); where many servers write much,
//! NATS spares it the lock that commits of notifications take in turn.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use std::{fmt, future::pending, sync::Arc, time::Duration};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, sleep_until, timeout};
use uuid::Uuid;

use super::{
    nats::{Nats, OverNats},
    postgres::OverPostgres,
};
use crate::{
    auth::hash,
    store::{database::Database, write_signal::WriteSignal},
};

/// Shortest time between two wake-ups of one server.
const SPARING: Duration = Duration::from_millis(10);
/// How often one is sent though nothing was written, to find out whether they still arrive.
const PROBE: Duration = Duration::from_secs(10);
/// Longest that one may take there and back.
const THERE_AND_BACK: Duration = Duration::from_secs(2);
/// Longest that connecting and sending may take.
pub(super) const PATIENCE: Duration = Duration::from_secs(4);
/// How soon connecting is tried again, the first time and at last.
const AGAIN: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(5));

/// What carries wake-ups.
#[derive(Debug)]
pub enum Carrier {
    /// The database of that URL.
    Postgres(String),
    /// A broker.
    Nats(Nats),
}

/// Why wake-ups don't arrive; no secret is in it.
#[derive(Debug)]
pub(super) struct Lost(pub(super) String);

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A connection over which wake-ups go.
enum Link {
    Postgres(Box<OverPostgres>),
    Nats(Box<OverNats>),
}

impl Link {
    async fn send(&mut self, sender: &str) -> Result<(), Lost> {
        let sent = async {
            match self {
                Self::Postgres(link) => link.send(sender).await,
                Self::Nats(link) => link.send(sender).await,
            }
        };
        let late = |_| Lost("sending took too long".to_owned());
        timeout(PATIENCE, sent).await.map_err(late)?
    }

    /// Who sent the next one. What has come is not lost when nobody waits for it any more.
    async fn hear(&mut self) -> Result<String, Lost> {
        match self {
            Self::Postgres(link) => link.hear().await,
            Self::Nats(link) => link.hear().await,
        }
    }
}

/// Sends and hears wake-ups for as long as the process runs. Whatever goes wrong is logged and tried
/// again.
pub fn exchange(carrier: Carrier, database: &Database, write_signal: &Arc<WriteSignal>) {
    let exchange = Exchange {
        carrier,
        database: database.clone(),
        write_signal: Arc::clone(write_signal),
        me: Uuid::new_v4().to_string(),
    };
    tokio::spawn(exchange.run());
}

struct Exchange {
    carrier: Carrier,
    database: Database,
    write_signal: Arc<WriteSignal>,
    /// By what this process knows its own.
    me: String,
}

impl Exchange {
    async fn run(self) {
        let mut again = AGAIN.0;
        let mut told = false;
        loop {
            let lost = match timeout(PATIENCE, self.connect()).await {
                Ok(Ok(mut link)) => match self.over(&mut link).await {
                    (true, lost) => {
                        (again, told) = (AGAIN.0, false);
                        lost
                    }
                    (false, lost) => lost,
                },
                Ok(Err(lost)) => lost,
                Err(_) => Lost("connecting took too long".to_owned()),
            };
            self.write_signal.set_arriving(false);
            if !told {
                tracing::warn!(why = %lost, "wake-ups of other servers don't arrive; changes are looked for");
                told = true;
            }
            sleep(again).await;
            again = (again * 2).min(AGAIN.1);
        }
    }

    async fn connect(&self) -> Result<Link, Lost> {
        let name = name(&self.database).await.map_err(|error| Lost(error.to_string()))?;
        Ok(match &self.carrier {
            Carrier::Postgres(url) => {
                Link::Postgres(Box::new(OverPostgres::open(url, name).await?))
            }
            Carrier::Nats(nats) => Link::Nats(Box::new(OverNats::open(nats, name).await?)),
        })
    }

    /// Goes on until wake-ups don't arrive any more; whether they did, and why not.
    async fn over(&self, link: &mut Link) -> (bool, Lost) {
        let mut probe = interval(PROBE);
        probe.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut arrived = false;
        // When the next may be sent, and by when one's own has to be back.
        let (mut spared, mut due) = (Instant::now(), None);
        // What others wrote meanwhile nobody has told.
        self.write_signal.heard();
        loop {
            let written = async {
                sleep_until(spared).await;
                self.write_signal.untold().await;
            };
            let late = async {
                match due {
                    Some(due) => sleep_until(due).await,
                    None => pending().await,
                }
            };
            tokio::select! {
                heard = link.hear() => match heard {
                    Ok(sender) if sender == self.me => {
                        due = None;
                        if !arrived {
                            arrived = true;
                            self.write_signal.set_arriving(true);
                            tracing::info!("wake-ups of other servers arrive");
                        }
                        continue;
                    }
                    Ok(_) => {
                        self.write_signal.heard();
                        continue;
                    }
                    Err(lost) => return (arrived, lost),
                },
                () = late => return (arrived, Lost("they don't come back".to_owned())),
                () = written => {}
                _ = probe.tick() => {}
            }
            if let Err(lost) = link.send(&self.me).await {
                return (arrived, lost);
            }
            let now = Instant::now();
            spared = now + SPARING;
            due = due.or(Some(now + THERE_AND_BACK));
        }
    }
}

/// A name for the database that all servers on it know, and others hardly have.
async fn name(database: &Database) -> Result<String, DbErr> {
    let sql = "SELECT current_database() || '/' || current_schema()";
    let statement = Statement::from_string(DbBackend::Postgres, sql);
    let row = database.background.query_one_raw(statement).await?;
    let name: String = row.map_or(Ok(String::new()), |row| row.try_get_by_index(0))?;
    Ok(hash(&name).chars().take(16).collect())
}
