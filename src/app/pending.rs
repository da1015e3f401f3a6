//! The state of a unit of work that has not ended.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use crate::store::Stale;

/// What a unit of work does at its end.
#[derive(Default)]
pub(super) struct Pending {
    /// The caches to clear once it is committed.
    stale: Mutex<Vec<Stale>>,
    /// Whether it will be rolled back.
    is_aborted: AtomicBool,
}

impl Pending {
    /// Adds a cache to clear after the commit.
    pub fn add(&self, stale: Stale) {
        let mut pending = self.stale.lock().unwrap_or_else(PoisonError::into_inner);
        if !pending.contains(&stale) {
            pending.push(stale);
        }
    }

    /// Marks the unit of work as one that will be rolled back.
    pub fn abort(&self) {
        self.is_aborted.store(true, Ordering::Relaxed);
    }

    /// Whether the unit of work will be rolled back.
    pub fn is_aborted(&self) -> bool {
        self.is_aborted.load(Ordering::Relaxed)
    }

    /// The caches to clear.
    pub fn into_stale(self) -> Vec<Stale> {
        self.stale.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
