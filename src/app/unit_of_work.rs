//! Several operations in one transaction.

use std::sync::Arc;

use super::{
    concurrency::{Load, Place, Places},
    state::{App, Pending},
};
use crate::{
    auth::Call,
    error::Error,
    lock::lock,
    store::database::{Connection, Role, SERVER},
};

/// A transaction that several operations share. They get its application; readers of the outer
/// application see its changes after the commit.
///
/// Dropping it rolls the transaction back.
pub struct UnitOfWork {
    outer: Arc<App>,
    inner: Arc<App>,
    _places: Option<Places>,
    _turn: Option<Place>,
}

impl UnitOfWork {
    /// Begins a transaction for a call that has a permit. If it may read or write many rows, it
    /// waits for the places before it begins.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn begin(outer: &Arc<App>, call: &Call, load: Load) -> Result<Self, Error> {
        let _places = if load == Load::ReadsMany {
            Some(outer.concurrency.places(call, u64::MAX).await)
        } else {
            None
        };
        let rows = if load == Load::WritesMany { usize::MAX } else { 0 };
        let _turn = outer.concurrency.writer(&outer.database, call.user_id, rows).await;
        let database = outer.database.scoped(Role::Permitted(call.user_id)).await?;
        let pending = Some(Arc::new(Pending { load, ..Pending::default() }));
        let inner = App { database, caches: outer.caches.bypassed(), pending, ..App::clone(outer) };
        Ok(Self { outer: Arc::clone(outer), inner: Arc::new(inner), _places, _turn })
    }

    /// The connection of the transaction.
    pub fn connection(&self) -> &Connection {
        self.inner.database.unlimited(Role::Permitted(SERVER)).writer
    }

    /// The application that works in the transaction. Every clone must be dropped before `commit`.
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
