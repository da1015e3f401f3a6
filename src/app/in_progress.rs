//! The idempotency keys whose requests are running in this process.

use chrono::TimeDelta;
use entity::Timestamp;
use std::{
    collections::HashSet,
    sync::{Arc, Mutex},
};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

use crate::{lock::lock, store::BoundedCache};

/// How often expired responses are removed.
const CLEANUP_INTERVAL: TimeDelta = TimeDelta::minutes(1);

/// Bytes of the counts of stored responses, and of the locks of their accounts.
const BYTES: usize = 2 * 1024 * 1024;

/// The locked keys, by the hash under which responses are stored.
pub struct KeysInUse {
    keys: Mutex<HashSet<[u8; 32]>>,
    last_cleanup: Mutex<Option<Timestamp>>,
    /// The stored responses of each account, as last counted.
    pub usage: BoundedCache<String, Usage>,
    /// The locks of accounts whose requests keep others waiting.
    locks: BoundedCache<String, Arc<AsyncMutex<()>>>,
}

/// The stored responses of one account.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// When they were counted.
    pub counted_at: Timestamp,
    /// How many they are.
    pub responses: i64,
    /// Their size.
    pub bytes: i64,
    /// When the first of them expires.
    pub oldest: Option<Timestamp>,
}

impl Default for KeysInUse {
    fn default() -> Self {
        let usage = BoundedCache::of_bytes(BYTES, |account: &String, _| account.len());
        let locks = BoundedCache::of_bytes(BYTES, |account: &String, _| {
            account.len() + size_of::<AsyncMutex<()>>()
        });
        Self { keys: Mutex::default(), last_cleanup: Mutex::default(), usage, locks }
    }
}

/// A lock of a key; dropping it releases the key.
pub struct KeyLock {
    keys: Arc<KeysInUse>,
    key: [u8; 32],
}

impl KeysInUse {
    /// Locks a key; `None`: it is locked already.
    pub fn lock(self: &Arc<Self>, key: [u8; 32]) -> Option<KeyLock> {
        lock(&self.keys).insert(key).then(|| KeyLock { keys: Arc::clone(self), key })
    }

    /// Waits until no other request of the account holds its lock.
    pub async fn alone(&self, account: &str) -> OwnedMutexGuard<()> {
        let lock = self.locks.get_or_insert(account.to_owned(), |_| true, Arc::default);
        lock.lock_owned().await
    }

    /// Whether a cleanup of expired responses is due. One of several concurrent callers gets `true`.
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
