//! The requests with an idempotency key that are under way in this process.

use chrono::TimeDelta;
use entity::Timestamp;
use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// How often what has expired is looked for.
const EVERY: TimeDelta = TimeDelta::minutes(1);

/// Which keys are in use, each by the hash that it is stored under.
#[derive(Default)]
pub struct KeysInUse {
    keys: Mutex<HashSet<[u8; 32]>>,
    tidied_at: Mutex<Option<Timestamp>>,
}

/// A key in use, until the value is dropped.
pub struct InUse {
    all: Arc<KeysInUse>,
    key: [u8; 32],
}

impl KeysInUse {
    /// Takes a key into use; `None`: it is in use already.
    #[must_use]
    pub fn enter(self: &Arc<Self>, key: [u8; 32]) -> Option<InUse> {
        lock(&self.keys).insert(key).then(|| InUse { all: Arc::clone(self), key })
    }

    /// Whether it is time to look for what has expired; of several who ask at once, one is told so.
    #[must_use]
    pub fn is_to_be_tidied(&self, now: Timestamp) -> bool {
        let mut tidied_at = lock(&self.tidied_at);
        let is_recent = |at: Timestamp| now.to_chrono() - at.to_chrono() < EVERY;
        if tidied_at.is_some_and(is_recent) {
            return false;
        }
        *tidied_at = Some(now);
        true
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        lock(&self.all.keys).remove(&self.key);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
