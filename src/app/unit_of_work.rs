//! Several operations as one: all that they write is committed together, or none of it.

use std::sync::{
    Arc, Mutex, OnceLock, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use super::app::{App, Stale};
use crate::error::Error;

/// A unit of work under way. Operations that are given its application read and write in its
/// transaction; whoever reads beside it sees nothing of that until the commit.
///
/// Without a commit it is rolled back.
pub struct UnitOfWork {
    outer: Arc<App>,
    inner: Arc<App>,
}

/// What a unit of work has come to so far.
#[derive(Default)]
pub(super) struct Pending {
    /// What is to be forgotten once it is committed.
    stale: Mutex<Vec<Stale>>,
    /// Whether it will be taken back.
    given_up: AtomicBool,
}

impl Pending {
    /// Remembers that something was written.
    pub fn add(&self, stale: Stale) {
        let mut pending = self.stale.lock().unwrap_or_else(PoisonError::into_inner);
        if !pending.contains(&stale) {
            pending.push(stale);
        }
    }

    fn into_stale(self) -> Vec<Stale> {
        self.stale.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl App {
    /// Says that an operation failed in a way that may pass. In a unit of work nothing more is to be
    /// done then: all of it will be taken back, and SQLite may have ended its transaction already, so
    /// that what is written next would stay.
    pub fn give_up(&self) {
        if let Some(pending) = &self.pending {
            pending.given_up.store(true, Ordering::Relaxed);
        }
    }

    /// Whether this is a unit of work that will be taken back.
    #[must_use]
    pub fn is_given_up(&self) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.given_up.load(Ordering::Relaxed))
    }
}

impl UnitOfWork {
    /// Begins one.
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
            // Who is calling was found out before.
            provider: OnceLock::new(),
            retention: outer.retention.clone(),
            // The request is told of as a whole.
            traces: OnceLock::new(),
            keys_in_use: Arc::clone(&outer.keys_in_use),
            pending: Some(Pending::default()),
        };
        Ok(Self { outer: Arc::clone(outer), inner: Arc::new(inner) })
    }

    /// The application as its operations see it. It must not be kept beyond the unit of work: as
    /// long as it is, nothing can be committed.
    #[must_use]
    pub const fn app(&self) -> &Arc<App> {
        &self.inner
    }

    /// Commits what was written, forgets what that has made stale, and tells those who follow what
    /// happens.
    ///
    /// # Errors
    /// When the commit fails; then nothing was written.
    pub async fn commit(self) -> Result<(), Error> {
        let Some(App { database, pending, .. }) = Arc::into_inner(self.inner) else {
            tracing::error!("a unit of work is not committed, because something still works in it");
            return Err(Error::Internal);
        };
        database.commit().await?;
        for stale in pending.map(Pending::into_stale).unwrap_or_default() {
            self.outer.written(stale);
        }
        Ok(())
    }

    /// Takes back what was written.
    pub async fn roll_back(self) {
        // Where something still works in it, the last one to let go of it rolls it back.
        let Some(app) = Arc::into_inner(self.inner) else { return };
        if let Err(error) = app.database.roll_back().await {
            // Whatever has become of the connection, nothing was committed.
            tracing::warn!(%error, "a unit of work was not rolled back in so many words");
        }
    }
}
