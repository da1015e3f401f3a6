//! A cache that never returns values read before it was cleared.

use std::{
    future::Future,
    hash::Hash,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::OnceCell;

use crate::BoundedCache;

/// Caches values that were read from the database.
///
/// An entry is added before its value is read, and clearing removes it: a reader that read the old
/// row before a change was committed keeps its value to itself, however late that comes.
#[derive(Clone)]
pub struct ReadCache<K, V> {
    /// `None`: nothing is cached.
    entries: Option<Entries<K, V>>,
    weigh: Weigh<K, V>,
    time_to_live: Duration,
    /// Gets whether the value was there, for each lookup.
    meter: Arc<dyn Fn(bool) + Send + Sync>,
}

type Entries<K, V> = BoundedCache<K, Arc<Entry<K, V>>>;

/// How many bytes a key has on the heap, with its value once that is read.
type Weigh<K, V> = fn(&K, Option<&V>) -> usize;

/// A value that is read, or will be.
struct Entry<K, V> {
    value: OnceCell<V>,
    added: Instant,
    weigh: Weigh<K, V>,
}

impl<K: Hash + Eq + Clone, V: Clone> ReadCache<K, V> {
    /// Creates a cache with most bytes and a maximum age.
    ///
    /// The first function says how many bytes a key has on the heap, with its value once that is read. The
    /// other gets whether the value was there, for each lookup.
    pub fn of_bytes(
        limit: usize,
        weigh: fn(&K, Option<&V>) -> usize,
        time_to_live: Duration,
        meter: impl Fn(bool) + Send + Sync + 'static,
    ) -> Self {
        let entries = BoundedCache::of_bytes(limit, |key, entry: &Arc<Entry<K, V>>| {
            size_of::<Entry<K, V>>() + (entry.weigh)(key, entry.value.get())
        });
        Self { entries: Some(entries), weigh, time_to_live, meter: Arc::new(meter) }
    }

    /// A cache that keeps nothing.
    pub fn bypassed(&self) -> Self {
        Self { entries: None, ..self.clone() }
    }

    /// The value of the key, read if it is not cached. Concurrent readers of a key share one read.
    ///
    /// # Errors
    /// The error of the read, which is not cached.
    pub async fn get_or_read<F, E>(&self, key: K, read: impl FnOnce() -> F) -> Result<V, E>
    where
        F: Future<Output = Result<V, E>>,
    {
        // Boxed when it is needed: its future is large, and most callers find the value.
        let read = || Box::pin(read());
        let Some(entries) = &self.entries else { return read().await };
        let entry = self.entry(entries, &key);
        if let Some(value) = entry.value.get() {
            (self.meter)(true);
            return Ok(value.clone());
        }
        let mut found = true;
        let read = entry.value.get_or_try_init(|| {
            found = false;
            read()
        });
        let value = read.await.cloned();
        (self.meter)(found);
        let is_same = |it: &Arc<Entry<K, V>>| Arc::ptr_eq(it, &entry);
        match (&value, found) {
            (Ok(_), false) => entries.weigh(key, is_same),
            (Ok(_), true) => {}
            // Another reader may have read it since.
            (Err(_), _) => entries.remove(&key, |it| is_same(it) && !it.value.initialized()),
        }
        value
    }

    /// The entry of a key, a new one if it has none or an old one.
    fn entry(&self, entries: &Entries<K, V>, key: &K) -> Arc<Entry<K, V>> {
        let is_young = |entry: &Arc<Entry<K, V>>| entry.added.elapsed() < self.time_to_live;
        entries.get_or_insert(key.clone(), is_young, || {
            Arc::new(Entry { value: OnceCell::new(), added: Instant::now(), weigh: self.weigh })
        })
    }

    /// Keeps a value that was read on the way, unless the key has one or somebody reads it.
    pub fn offer(&self, key: K, value: V) {
        let Some(entries) = &self.entries else { return };
        let entry = self.entry(entries, &key);
        if entry.value.set(value).is_ok() {
            entries.weigh(key, |it| Arc::ptr_eq(it, &entry));
        }
    }

    /// Whether it has the value of a key.
    pub fn has(&self, key: &K) -> bool {
        let entry = self.entries.as_ref().and_then(|entries| entries.get(key));
        entry.is_some_and(|it| it.value.initialized() && it.added.elapsed() < self.time_to_live)
    }

    /// Drops the values that are stale, and what is being read. Call it as [`Self::clear`].
    pub fn clear_where(&self, is_stale: impl Fn(&V) -> bool) {
        if let Some(entries) = &self.entries {
            entries.remove_where(|entry| entry.value.get().is_none_or(&is_stale));
        }
    }

    /// Drops everything read so far. Call it after the commit of a change and before the response.
    pub fn clear(&self) {
        if let Some(entries) = &self.entries {
            entries.clear();
        }
    }
}

impl<K, V> ReadCache<K, V>
where
    K: Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    /// A function that returns the number of entries.
    pub fn counting(&self) -> impl Fn() -> u64 + Send + Sync + use<K, V> {
        let entries = self.entries.clone();
        move || entries.as_ref().map_or(0, BoundedCache::count)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::ReadCache;

    /// What a read finds.
    fn found(value: &'static str) -> Result<&'static str, &'static str> {
        Ok(value)
    }

    fn cache(time_to_live: Duration) -> ReadCache<&'static str, &'static str> {
        ReadCache::of_bytes(1_024, |_, _| 0, time_to_live, |_| ())
    }

    /// What is offered is kept for a key without a value, and not in place of what somebody reads.
    #[tokio::test]
    async fn an_offer_is_taken_where_nothing_is() {
        let cache = cache(Duration::from_secs(60));
        cache.offer("new", "offered");
        let read = cache.get_or_read("being read", || async {
            cache.offer("being read", "offered");
            found("read")
        });
        assert_eq!(read.await.unwrap(), "read");
        cache.offer("being read", "offered");
        for (key, expected) in [("new", "offered"), ("being read", "read")] {
            assert_eq!(
                cache.get_or_read(key, || async { found("again") }).await.unwrap(),
                expected
            );
        }
    }

    /// A value read before a clear is not returned after it.
    #[tokio::test]
    async fn a_slow_read_does_not_undo_a_clear() {
        let cache = cache(Duration::from_secs(60));
        let (go, wait) = tokio::sync::oneshot::channel::<()>();
        let slow = cache.get_or_read("key", || async {
            wait.await.unwrap();
            found("old")
        });
        let clear = async {
            cache.clear();
            go.send(()).unwrap();
        };
        assert_eq!(tokio::join!(slow, clear).0, Ok("old"), "the reader itself began before");
        assert_eq!(cache.get_or_read("key", || async { found("new") }).await, Ok("new"));
        assert_eq!(cache.get_or_read("key", || async { found("newer") }).await, Ok("new"));
    }

    #[tokio::test]
    async fn an_error_is_not_cached() {
        let cache = cache(Duration::from_secs(60));
        let failed = cache.get_or_read("key", || async { Err::<&str, _>("failed") });
        assert_eq!(failed.await, Err("failed"));
        assert_eq!(cache.counting()(), 0);
        assert_eq!(cache.get_or_read("key", || async { found("new") }).await, Ok("new"));
    }

    #[tokio::test]
    async fn values_expire() {
        let cache = cache(Duration::ZERO);
        assert_eq!(cache.get_or_read("key", || async { found("old") }).await, Ok("old"));
        assert_eq!(cache.get_or_read("key", || async { found("new") }).await, Ok("new"));
    }
}
