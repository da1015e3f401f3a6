//! A cache that never returns values read before it was cleared.

use moka::future::Cache;
use std::{
    future::Future,
    hash::Hash,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use crate::{error::Error, telemetry::metrics::Meter};

/// Caches values that were read from the database.
///
/// Each entry belongs to a generation, and clearing begins the next one. Removing the entries would
/// not be enough: a reader that read the old row before a change was committed could insert it after
/// the removal. Its entry belongs to the old generation, where nobody finds it.
pub struct GenerationCache<K, V> {
    /// `None`: nothing is cached.
    entries: Option<Cache<(u64, K), V>>,
    generation: AtomicU64,
    meter: Meter,
}

impl<K, V> GenerationCache<K, V>
where
    K: Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    /// Creates a cache with a maximum size and age. The meter counts hits and misses.
    #[must_use]
    pub fn new(capacity: u64, time_to_live: Duration, meter: Meter) -> Self {
        let entries = Cache::builder().max_capacity(capacity).time_to_live(time_to_live).build();
        Self { entries: Some(entries), generation: AtomicU64::new(0), meter }
    }

    /// A cache that keeps nothing.
    #[must_use]
    pub fn bypassed(&self) -> Self {
        Self { entries: None, generation: AtomicU64::new(0), meter: self.meter.clone() }
    }

    /// The value of the key, read if it is not cached. Concurrent readers of a key share one read.
    ///
    /// # Errors
    /// The error of the read, which is not cached.
    pub async fn get_or_read<F>(&self, key: K, read: F) -> Result<V, Error>
    where
        F: Future<Output = Result<V, Error>>,
    {
        let Some(entries) = &self.entries else { return read.await };
        let generation = self.generation.load(Ordering::SeqCst);
        let mut found = true;
        let read = async {
            found = false;
            read.await
        };
        let value = entries
            .try_get_with((generation, key), read)
            .await
            .map_err(|error: Arc<Error>| error.as_ref().clone());
        if found {
            self.meter.hit()
        } else {
            self.meter.missed()
        }
        value
    }

    /// A function that returns the approximate number of entries.
    pub fn counting(&self) -> impl Fn() -> u64 + Send + Sync + use<K, V> {
        let entries = self.entries.clone();
        move || entries.as_ref().map_or(0, Cache::entry_count)
    }

    /// Drops everything read so far. Call it after the commit of a change and before the response.
    pub fn clear(&self) {
        self.generation.fetch_add(1, Ordering::SeqCst);
        if let Some(entries) = &self.entries {
            entries.invalidate_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{GenerationCache, Meter};

    /// A value read before a clear and inserted after it is not returned.
    #[tokio::test]
    async fn a_slow_read_does_not_undo_a_clear() {
        let cache = GenerationCache::new(10, Duration::from_secs(60), Meter::default());
        let (go, wait) = tokio::sync::oneshot::channel::<()>();
        let slow = cache.get_or_read("key", async {
            wait.await.unwrap();
            Ok("old")
        });
        let clear = async {
            cache.clear();
            go.send(()).unwrap();
        };
        assert_eq!(tokio::join!(slow, clear).0, Ok("old"), "the reader itself began before");
        assert_eq!(cache.get_or_read("key", async { Ok("new") }).await, Ok("new"));
        assert_eq!(cache.get_or_read("key", async { Ok("newer") }).await, Ok("new"));
    }
}
