//! The state of a unit of work that has not ended.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use super::lock::lock;
use crate::store::Stale;

/// What a unit of work does at its end.
#[derive(Default)]
pub(super) struct Pending {
    /// The caches to clear once it is committed.
    stale: Mutex<Vec<Stale>>,
    /// The records that the response shows, by kind.
    answered: Mutex<BTreeMap<&'static str, BTreeSet<i64>>>,
    /// Whether it will be rolled back.
    is_aborted: AtomicBool,
}

impl Pending {
    /// Adds a cache to clear after the commit.
    pub fn add(&self, stale: Stale) {
        let mut pending = lock(&self.stale);
        if !pending.contains(&stale) {
            pending.push(stale);
        }
    }

    /// Whether anything was written.
    pub fn has_written(&self) -> bool {
        !lock(&self.stale).is_empty()
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

    /// The caches to clear.
    pub fn into_stale(self) -> Vec<Stale> {
        self.stale.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
