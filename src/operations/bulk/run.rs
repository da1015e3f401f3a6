//! Runs an operation in batches, each of them a transaction.

use std::{sync::Arc, time::Duration};
use tokio::time::{Instant, sleep, timeout};
use uuid::Uuid;

use super::{
    change::BulkChange,
    outcome::Policy,
    progress::{RunState, end, of},
    source::{BulkSource, Position, START},
};
use crate::{
    app::{App, Running, Work},
    auth::Call,
    error::Error,
    operations::callers::{enter, renew},
    store::database::Role,
};

/// Attempts at a batch that fails in a way that may pass.
const ATTEMPTS: u32 = 3;
/// The pause before another attempt.
const RETRY: Duration = Duration::from_secs(1);
/// Longest pause between two batches.
const MAX_PAUSE: Duration = Duration::from_secs(1);

/// An operation that runs in batches.
pub(super) struct Run {
    /// The application outside of any unit of work.
    pub app: Arc<App>,
    pub call: Arc<Call>,
    pub operation: Uuid,
    pub source: BulkSource,
}

/// What became of a batch.
enum Batch {
    /// Its records were changed or refused.
    Changed(Position),
    /// There was no record left.
    Empty,
    /// The operation was cancelled, or taken for interrupted.
    Ended,
}

impl Run {
    /// Begins the operation in a task of its own.
    pub fn begin(self) {
        let running = self.app.runs.add(self.operation);
        tokio::spawn(self.run(running));
    }

    /// Runs the batches, and writes how the operation ended.
    async fn run(self, _running: Running) {
        let (state, error) = match self.batches().await {
            Ok(None) => return,
            Ok(Some(state)) => (state, None),
            Err(error) => (RunState::Interrupted, Some(error.code())),
        };
        let (database, now) = (&self.app.database, self.app.clock.now());
        let writer = database.unlimited(Role::Background).writer;
        match end(writer, of(self.operation), state, error, now).await {
            Ok(()) => {
                tracing::info!(operation = %self.operation, state = state.name(), "operation ended")
            }
            // Without further batches it is taken for interrupted.
            Err(error) => tracing::warn!(operation = %self.operation, %error, "operation ended"),
        }
    }

    /// Runs the batches; `None`: something else has ended the operation, or will.
    ///
    /// A pause after each batch, as long as the batch took, leaves the database to others.
    async fn batches(&self) -> Result<Option<RunState>, Error> {
        let mut position = START;
        let mut failed = 0;
        loop {
            let Some(permit) = self.app.runs.batch().await else { return Ok(None) };
            let started = Instant::now();
            let pause = match self.batch(position).await {
                Ok(Batch::Changed(after)) => {
                    (position, failed) = (after, 0);
                    started.elapsed().min(MAX_PAUSE)
                }
                Ok(Batch::Empty) => return Ok(Some(RunState::Done)),
                Ok(Batch::Ended) => return Ok(None),
                Err(error) => {
                    failed += 1;
                    if failed == ATTEMPTS || !error.is_transient() {
                        return Err(error);
                    }
                    RETRY
                }
            };
            drop(permit);
            sleep(pause).await;
        }
    }

    /// Changes a batch of records in one transaction. The credential's present permissions hold
    /// (D25).
    async fn batch(&self, after: Position) -> Result<Batch, Error> {
        let call = renew(&self.app, &self.call).await?.unspent();
        let call = enter(&self.app, &call, Work::Other).await?;
        call.refuse_deleted()?;
        let Some((part, last)) = self.source.next(&self.app, &call, after).await? else {
            return Ok(Batch::Empty);
        };
        let change = BulkChange::batch_of(self.operation, &self.app, &call, &self.source);
        let changed = change.run(part, Policy::Each).await?;
        Ok(changed.map_or(Batch::Ended, |_| Batch::Changed(last)))
    }
}

/// Interrupts the operations of this process after their present batch. Their rows say so. Call it
/// before the process ends.
pub async fn interrupt(app: &App, within: Duration) {
    let stopped = async {
        for operation in app.runs.stop().await {
            let (database, now) = (&app.database, app.clock.now());
            let writer = database.unlimited(Role::Background).writer;
            if let Err(error) = end(writer, of(operation), RunState::Interrupted, None, now).await {
                tracing::warn!(%operation, %error, "the operation was interrupted");
            }
        }
    };
    // Without a row that says so, they are taken for interrupted a little later.
    let _ = timeout(within, stopped).await;
}
