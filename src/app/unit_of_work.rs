//! Several operations in one transaction.

use std::sync::Arc;

use super::{pending::Pending, state::App};
use crate::error::Error;

/// A transaction that several operations share. They get its application; readers of the outer
/// application see its changes after the commit.
///
/// Dropping it rolls the transaction back.
pub struct UnitOfWork {
    outer: Arc<App>,
    inner: Arc<App>,
}

impl UnitOfWork {
    /// Begins a transaction.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn begin(outer: &Arc<App>) -> Result<Self, Error> {
        let database = outer.database.scoped().await?;
        let inner = App {
            database,
            clock: outer.clock,
            caches: outer.caches.bypassed(),
            write_signal: Arc::clone(&outer.write_signal),
            feed: Arc::clone(&outer.feed),
            credential_changes: outer.credential_changes.clone(),
            metrics: Arc::clone(&outer.metrics),
            provider: Arc::clone(&outer.provider),
            sign_in: outer.sign_in.clone(),
            retention: outer.retention.clone(),
            budgets: outer.budgets.clone(),
            held_requests: outer.held_requests.clone(),
            held_responses: outer.held_responses.clone(),
            lanes: Arc::clone(&outer.lanes),
            table_sizes: Arc::clone(&outer.table_sizes),
            keys_in_use: Arc::clone(&outer.keys_in_use),
            runs: Arc::clone(&outer.runs),
            pending: Some(Pending::default()),
        };
        Ok(Self { outer: Arc::clone(outer), inner: Arc::new(inner) })
    }

    /// The application that works in the transaction. Every clone must be dropped before `commit`.
    #[must_use]
    pub const fn app(&self) -> &Arc<App> {
        &self.inner
    }

    /// Commits the transaction and does what waits for the commit. It clears the caches it made
    /// stale, wakes subscribers and begins the work.
    ///
    /// # Errors
    /// When the commit fails; then nothing was written.
    pub async fn commit(self) -> Result<(), Error> {
        let Some(App { database, pending, .. }) = Arc::into_inner(self.inner) else {
            tracing::error!("a unit of work can't be committed, because its application is in use");
            return Err(Error::Internal);
        };
        database.commit().await?;
        let (stale, work) = pending.map(Pending::into_parts).unwrap_or_default();
        for stale in stale {
            self.outer.written(stale);
        }
        for work in work {
            work(&self.outer);
        }
        Ok(())
    }

    /// Rolls the transaction back.
    pub async fn roll_back(self) {
        // If the application is still in use, dropping its last clone rolls the transaction back.
        let Some(app) = Arc::into_inner(self.inner) else { return };
        if let Err(error) = app.database.roll_back().await {
            // Nothing was committed, whatever happened to the connection.
            tracing::warn!(%error, "a unit of work could not be rolled back explicitly");
        }
    }
}
