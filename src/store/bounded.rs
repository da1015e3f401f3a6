//! A cache of limited size.

use lru::LruCache;
use std::{
    borrow::Borrow,
    hash::Hash,
    mem::replace,
    sync::{Arc, Mutex},
};

use super::lock::lock;

/// Caches values up to a total weight. The least recently used are dropped first. Clones share
/// them.
pub struct BoundedCache<K, V>(Arc<Mutex<Entries<K, V>>>);

struct Entries<K, V> {
    /// The values, each with its weight.
    values: LruCache<K, (V, usize)>,
    weight: usize,
    limit: usize,
}

impl<K, V> Clone for BoundedCache<K, V> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K: Hash + Eq, V: Clone> BoundedCache<K, V> {
    /// An empty cache for values of this total weight.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self(Arc::new(Mutex::new(Entries { values: LruCache::unbounded(), weight: 0, limit })))
    }

    /// The value of a key.
    #[must_use]
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        lock(&self.0).values.get(key).map(|(value, _)| value.clone())
    }

    /// Adds a value in place of the one that the key has.
    pub fn insert(&self, key: K, value: V, weight: usize) {
        lock(&self.0).insert(key, value, weight);
    }

    /// The value of a key if `usable`, or else a new one. The new one has weight 1.
    pub fn get_or_insert(
        &self,
        key: K,
        usable: impl FnOnce(&V) -> bool,
        new: impl FnOnce() -> V,
    ) -> V {
        let mut entries = lock(&self.0);
        if let Some((value, _)) = entries.values.get(&key).filter(|(value, _)| usable(value)) {
            return value.clone();
        }
        let value = new();
        entries.insert(key, value.clone(), 1);
        value
    }

    /// Removes the value of a key, if that is `unwanted`.
    pub fn remove(&self, key: &K, unwanted: impl FnOnce(&V) -> bool) {
        let mut entries = lock(&self.0);
        if entries.values.peek(key).is_some_and(|(value, _)| unwanted(value)) {
            let removed = entries.values.pop(key);
            entries.weight -= removed.map_or(0, |(_, weight)| weight);
        }
    }

    /// The number of values.
    #[must_use]
    pub fn count(&self) -> u64 {
        lock(&self.0).values.len() as u64
    }

    /// Removes all values.
    pub fn clear(&self) {
        let mut entries = lock(&self.0);
        entries.weight = 0;
        let removed = replace(&mut entries.values, LruCache::unbounded());
        drop(entries);
        // Without the lock, because there can be many.
        drop(removed);
    }
}

impl<K: Hash + Eq, V> Entries<K, V> {
    fn insert(&mut self, key: K, value: V, weight: usize) {
        let replaced = self.values.put(key, (value, weight));
        self.weight = self.weight + weight - replaced.map_or(0, |(_, weight)| weight);
        while self.weight > self.limit
            && let Some((_, (_, weight))) = self.values.pop_lru()
        {
            self.weight -= weight;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::BoundedCache;

    #[test]
    fn the_least_recently_used_are_dropped() {
        let cache = BoundedCache::new(10);
        for (key, weight) in [("a", 4), ("b", 4), ("c", 1)] {
            cache.insert(key, key, weight);
        }
        assert_eq!(cache.get("a"), Some("a"));
        cache.insert("d", "d", 3);
        assert_eq!(
            ["a", "b", "c", "d"].map(|key| cache.get(key).is_some()),
            [true, false, true, true]
        );
        cache.insert("a", "again", 1);
        cache.insert("e", "e", 5);
        assert_eq!((cache.get("a"), cache.count()), (Some("again"), 4));
        cache.insert("f", "f", 11);
        assert_eq!(cache.count(), 0, "larger than the cache");
        cache.insert("g", "g", 10);
        cache.remove(&"g", |value| *value == "other");
        assert_eq!(cache.count(), 1);
        cache.remove(&"g", |value| *value == "g");
        cache.insert("h", "h", 10);
        assert_eq!(cache.get_or_insert("h", |_| true, || "new"), "h");
        assert_eq!(cache.get_or_insert("h", |_| false, || "new"), "new");
        cache.clear();
        assert_eq!((cache.get("h"), cache.count()), (None, 0));
    }
}
