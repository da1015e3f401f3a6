//! The state of a unit of work that has not ended.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use super::lock::lock;
use crate::store::Stale;

/// Work that begins after a commit, with the application outside of the unit of work.
pub(super) type AfterCommit<A> = Box<dyn FnOnce(&Arc<A>) + Send>;

/// What a unit of work does at its end.
pub(super) struct Pending<A> {
    /// The work to begin once it is committed.
    work: Mutex<Vec<AfterCommit<A>>>,
    /// The caches to clear once it is committed.
    stale: Mutex<Vec<Stale>>,
    /// The records that the response shows, by kind.
    answered: Mutex<BTreeMap<&'static str, BTreeSet<i64>>>,
    /// Whether it will be rolled back.
    is_aborted: AtomicBool,
}

impl<A> Default for Pending<A> {
    fn default() -> Self {
        Self {
            work: Mutex::default(),
            stale: Mutex::default(),
            answered: Mutex::default(),
            is_aborted: AtomicBool::default(),
        }
    }
}

impl<A> Pending<A> {
    /// Adds a cache to clear after the commit.
    pub fn add(&self, stale: Stale) {
        let mut pending = lock(&self.stale);
        if !pending.contains(&stale) {
            pending.push(stale);
        }
    }

    /// Adds work to begin after the commit.
    pub fn add_work(&self, work: AfterCommit<A>) {
        lock(&self.work).push(work);
    }

    /// Whether anything was written.
    pub fn has_written(&self) -> bool {
        !lock(&self.stale).is_empty() || !lock(&self.work).is_empty()
    }

    /// Notes a record that the response shows.
    pub fn answer_with(&self, kind: &'static str, id: i64) {
        lock(&self.answered).entry(kind).or_default().insert(id);
    }

    /// The records that the response shows, by kind.
    pub fn answered(&self) -> BTreeMap<&'static str, BTreeSet<i64>> {
        lock(&self.answered).clone()
    }

    /// Marks the unit of work as one that will be rolled back.
    pub fn abort(&self) {
        self.is_aborted.store(true, Ordering::Relaxed);
    }

    /// Whether the unit of work will be rolled back.
    pub fn is_aborted(&self) -> bool {
        self.is_aborted.load(Ordering::Relaxed)
    }

    /// The caches to clear, and the work to begin.
    pub fn into_parts(self) -> (Vec<Stale>, Vec<AfterCommit<A>>) {
        let stale = self.stale.into_inner().unwrap_or_else(PoisonError::into_inner);
        (stale, self.work.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}
