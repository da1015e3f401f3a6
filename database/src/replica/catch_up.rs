//! Lets a reader wait until a replica has caught up.
//!
//! All readers that wait share one question: what has the primary stored by now? They read from the
//! replica once it has replayed that, so they see every write that any server acknowledged before
//! they came. A reader that would wait long reads from the primary.

use sea_orm::{ConnectOptions, DbErr, sqlx::postgres::PgConnectOptions};
use std::{convert::Infallible, mem::take, pin::pin, time::Duration};
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};

use super::{
    super::{
        options::connect,
        pool::{Connections, Pool},
    },
    position::Pair,
};

/// How long a reader waits for the replica.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long the primary serves reads after the replica failed.
const PAUSE: Duration = Duration::from_secs(1);

/// Whether a replica has caught up.
pub struct CatchUp {
    options: ConnectOptions,
    probe: PgConnectOptions,
    pool: Pool,
    /// How many readers have come.
    readers: watch::Sender<u64>,
    state: watch::Sender<State>,
}

/// What readers wait for.
#[derive(Default)]
struct State {
    /// Whether the replica is read from; otherwise nobody waits for it.
    is_used: bool,
    /// Up to which reader it has caught up.
    served: u64,
}

impl CatchUp {
    /// Watches the replica of these connections.
    pub fn new(options: ConnectOptions, probe: PgConnectOptions, pool: Pool) -> Self {
        let (readers, state) = (watch::Sender::new(0), watch::Sender::default());
        Self { options, probe, pool, readers, state }
    }

    /// Waits until the replica has everything that was acknowledged so far. Returns false if it takes
    /// long: the primary has to be asked then.
    pub async fn wait(&self) -> bool {
        if !self.state.borrow().is_used {
            return false;
        }
        let mut state = self.state.subscribe();
        let mut reader = 0;
        self.readers.send_modify(|readers| {
            *readers += 1;
            reader = *readers;
        });
        let caught_up = state.wait_for(|state| !state.is_used || state.served >= reader);
        timeout(PATIENCE, caught_up).await.is_ok_and(|state| state.is_ok_and(|it| it.is_used))
    }

    /// Compares the replica with its primary while the process lives.
    pub async fn follow(&self, primary: &PgConnectOptions) -> Infallible {
        let mut is_lost = false;
        loop {
            let Err(error) = self.follow_until_failure(primary, &mut is_lost).await;
            self.stop();
            self.pool.set_lost();
            if !is_lost {
                tracing::warn!(%error, "the replica can't be read from: the primary is");
                is_lost = true;
            }
            sleep(PAUSE).await;
        }
    }

    async fn follow_until_failure(
        &self,
        primary: &PgConnectOptions,
        is_lost: &mut bool,
    ) -> Result<Infallible, DbErr> {
        let mut pair = Pair::connect(primary, &self.probe).await?;
        let connections = connect(self.options.clone())
            .await
            .map_err(|error| DbErr::Custom(error.to_string()))?;
        self.pool.set_connections(Connections::shared(connections));
        let mut readers = self.readers.subscribe();
        loop {
            let come = *readers.borrow_and_update();
            let position = pair.position().await?;
            let mut replayed = pin!(pair.replayed(&position));
            match timeout(PATIENCE, replayed.as_mut()).await {
                Ok(replayed) => {
                    replayed?;
                    if take(is_lost) {
                        tracing::info!("the replica is read from again");
                    }
                    self.state.send_replace(State { is_used: true, served: come });
                    // There is no error while `self` has the sender.
                    let _ = readers.wait_for(|readers| *readers > come).await;
                }
                Err(_) => {
                    self.stop();
                    tracing::debug!("the replica is behind: the primary is read from");
                    replayed.await?;
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// Lets readers go to the primary, those that wait included.
    fn stop(&self) {
        self.state.send_modify(|state| state.is_used = false);
    }
}
