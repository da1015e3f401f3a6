//! A cache that can't hand out what was read before it was cleared.

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

/// Values that were read from the database and may be used again for a while.
///
/// Each entry belongs to a generation, and clearing begins the next one. Taking entries away would
/// not be enough: a reader who read the old row before a change was committed could put it back
/// after the entries were taken away. Under its old generation nobody finds what it puts.
pub struct GenerationCache<K, V> {
    /// `None`: everything is read each time.
    entries: Option<Cache<(u64, K), V>>,
    generation: AtomicU64,
    meter: Meter,
}

impl<K, V> GenerationCache<K, V>
where
    K: Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    /// A cache of at most so many entries, each used for at most so long. The meter counts how often
    /// one is found.
    #[must_use]
    pub fn new(capacity: u64, time_to_live: Duration, meter: Meter) -> Self {
        let entries = Cache::builder().max_capacity(capacity).time_to_live(time_to_live).build();
        Self { entries: Some(entries), generation: AtomicU64::new(0), meter }
    }

    /// A cache that keeps nothing; what is read all the same is counted by the same meter.
    #[must_use]
    pub fn bypassed(&self) -> Self {
        Self { entries: None, generation: AtomicU64::new(0), meter: self.meter.clone() }
    }

    /// The value for the key, read when it is not there. Readers of one key wait for one reading.
    ///
    /// # Errors
    /// What the reading fails with; a failure is not kept.
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

    /// Answers, whenever it is asked, about how many entries there are.
    pub fn counting(&self) -> impl Fn() -> u64 + Send + Sync + use<K, V> {
        let entries = self.entries.clone();
        move || entries.as_ref().map_or(0, Cache::entry_count)
    }

    /// Forgets everything read so far. To be called after the change has committed and before it is
    /// answered.
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

    use super::GenerationCache;
    use super::Meter;

    /// What was read before a clear and arrives after it is not seen.
    #[tokio::test]
    async fn a_slow_reader_cannot_bring_back_the_past() {
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
