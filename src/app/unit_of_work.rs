//! Several operations in one transaction.

use std::sync::Arc;

use super::state::App;
use crate::{error::Error, store::lock};

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
        let (caches, pending) = (outer.caches.bypassed(), Some(Arc::default()));
        let inner = App { database, caches, pending, ..App::clone(outer) };
        Ok(Self { outer: Arc::clone(outer), inner: Arc::new(inner) })
    }

    /// The application that works in the transaction. Every clone must be dropped before `commit`.
    #[must_use]
    pub const fn app(&self) -> &Arc<App> {
        &self.inner
    }

    /// Commits the transaction, clears the caches it made stale, wakes subscribers and begins the work
    /// that waits for the commit.
    ///
    /// # Errors
    /// When the commit fails; then nothing was written.
    pub async fn commit(self) -> Result<(), Error> {
        let Some(App { database, pending, .. }) = Arc::into_inner(self.inner) else {
            tracing::error!("a unit of work can't be committed, because its application is in use");
            return Err(Error::Internal);
        };
        database.commit().await?;
        let pending = pending.unwrap_or_default();
        for stale in lock(&pending.stale).drain(..) {
            self.outer.written(stale);
        }
        for work in lock(&pending.work).drain(..) {
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
