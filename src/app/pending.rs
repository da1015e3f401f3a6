//! What an application does differently in a unit of work.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, atomic::Ordering},
};

use super::{concurrency::Load, state::App};
use crate::{lock::lock, store::Stale};

/// Most rows that one transaction writes for operations that write many.
pub const PART: usize = 1_000;

impl App {
    /// Notes a record that the unit of work's response shows, if any.
    pub fn answers_with(&self, kind: &'static str, id: i64) {
        if let Some(pending) = &self.pending {
            lock(&pending.answered).entry(kind).or_default().insert(id);
        }
    }

    /// The records that the unit of work's response shows, by kind.
    pub fn answered(&self) -> BTreeMap<&'static str, BTreeSet<i64>> {
        self.pending.as_ref().map(|it| lock(&it.answered).clone()).unwrap_or_default()
    }

    /// Whether the unit of work has written anything.
    pub fn has_written(&self) -> bool {
        let pending = self.pending.as_ref();
        pending.is_some_and(|it| !lock(&it.stale).is_empty() || !lock(&it.work).is_empty())
    }

    /// Clears the caches that a change made stale, and wakes subscribers. Call it after the commit
    /// and before the response. In a unit of work this happens after the commit of the whole.
    pub fn written(&self, stale: Stale) {
        if let Some(pending) = &self.pending {
            let mut pending = lock(&pending.stale);
            if !pending.contains(&stale) {
                pending.push(stale);
            }
            return;
        }
        self.caches.clear(stale);
        self.write_signal.local_write();
    }

    /// Begins work once what this application has written is committed. It gets the application
    /// outside of the unit of work, if this is one.
    pub fn after_commit(self: &Arc<Self>, work: impl FnOnce(&Arc<Self>) + Send + 'static) {
        match &self.pending {
            Some(pending) => lock(&pending.work).push(Box::new(work)),
            None => work(self),
        }
    }

    /// How many rows an operation that writes many may still write in the unit of work, which others
    /// wait for. Outside of one it writes in parts of [`PART`], as many as it likes.
    pub fn room(&self) -> usize {
        match &self.pending {
            Some(pending) if pending.load != Load::WritesMany => {
                PART.saturating_sub(pending.rows.load(Ordering::Relaxed))
            }
            _ => usize::MAX,
        }
    }

    /// Counts rows that an operation that writes many has written.
    pub fn fill(&self, rows: usize) {
        if let Some(pending) = &self.pending {
            pending.rows.fetch_add(rows, Ordering::Relaxed);
        }
    }

    /// Marks the unit of work, if any, as failed transiently. It will be rolled back. Nothing more
    /// may be written then, because SQLite may have ended the transaction already and further
    /// statements would take effect outside of it.
    pub fn give_up(&self) {
        if let Some(pending) = &self.pending {
            pending.is_aborted.store(true, Ordering::Relaxed);
        }
    }

    /// Whether this is a unit of work that will be rolled back.
    pub fn is_given_up(&self) -> bool {
        self.pending.as_ref().is_some_and(|it| it.is_aborted.load(Ordering::Relaxed))
    }
}
