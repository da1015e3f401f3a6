//! The idempotency keys whose requests are running in this process.

use chrono::TimeDelta;
use entity::Timestamp;
use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// How often expired responses are removed.
const CLEANUP_INTERVAL: TimeDelta = TimeDelta::minutes(1);

/// The locked keys, each by the hash under which its response is stored.
#[derive(Default)]
pub struct KeysInUse {
    keys: Mutex<HashSet<[u8; 32]>>,
    last_cleanup: Mutex<Option<Timestamp>>,
}

/// A lock of a key; dropping it releases the key.
pub struct KeyLock {
    keys: Arc<KeysInUse>,
    key: [u8; 32],
}

impl KeysInUse {
    /// Locks a key; `None`: it is locked already.
    #[must_use]
    pub fn lock(self: &Arc<Self>, key: [u8; 32]) -> Option<KeyLock> {
        lock(&self.keys).insert(key).then(|| KeyLock { keys: Arc::clone(self), key })
    }

    /// Whether a cleanup of expired responses is due. One of several concurrent callers gets `true`.
    #[must_use]
    pub fn is_cleanup_due(&self, now: Timestamp) -> bool {
        let mut last_cleanup = lock(&self.last_cleanup);
        let is_recent = |at: Timestamp| now.to_chrono() - at.to_chrono() < CLEANUP_INTERVAL;
        if last_cleanup.is_some_and(is_recent) {
            return false;
        }
        *last_cleanup = Some(now);
        true
    }
}

impl Drop for KeyLock {
    fn drop(&mut self) {
        lock(&self.keys.keys).remove(&self.key);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
