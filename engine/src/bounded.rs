//! A cache of limited bytes.

use lru::LruCache;
use std::{
    borrow::Borrow,
    hash::Hash,
    mem::replace,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Caches values up to a number of bytes.
///
/// The least recently used are dropped first. Clones share them.
///
/// It is the one way to keep what a caller chose: each entry has the weight of its key and value.
pub struct BoundedCache<K, V>(Arc<Mutex<Entries<K, V>>>);

/// How many bytes a key and a value have on the heap.
pub type Weigh<K, V> = fn(&K, &V) -> usize;

/// Bytes of an entry beside its key and value: the links of the list, and the place in the table.
const ENTRY_BYTES: usize = 64;
/// The largest part of a cache that one entry may have.
const LARGEST: usize = 4;

struct Entries<K, V> {
    /// The values, each with its weight.
    values: LruCache<K, (V, usize)>,
    weigh: Weigh<K, V>,
    weight: usize,
    limit: usize,
}

impl<K, V> Clone for BoundedCache<K, V> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K: Hash + Eq, V: Clone> BoundedCache<K, V> {
    /// An empty cache of that many bytes.
    ///
    /// The function says how many a key and a value have on the heap.
    pub fn of_bytes(limit: usize, weigh: Weigh<K, V>) -> Self {
        let values = LruCache::unbounded();
        Self(Arc::new(Mutex::new(Entries { values, weigh, weight: 0, limit })))
    }

    /// A panic leaves no entry half changed, so poisoning is ignored.
    fn entries(&self) -> MutexGuard<'_, Entries<K, V>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value of a key.
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.entries().values.get(key).map(|(value, _)| value.clone())
    }

    /// Adds a value in place of the one that the key has.
    ///
    /// One that is too large is not kept.
    pub fn insert(&self, key: K, value: V) {
        self.entries().insert(key, value);
    }

    /// The value of a key if `usable`, or else a new one.
    pub fn get_or_insert(
        &self,
        key: K,
        usable: impl FnOnce(&V) -> bool,
        new: impl FnOnce() -> V,
    ) -> V {
        let mut entries = self.entries();
        if let Some((value, _)) = entries.values.get(&key).filter(|(value, _)| usable(value)) {
            return value.clone();
        }
        let value = new();
        entries.insert(key, value.clone());
        value
    }

    /// Weighs the value of a key again, if that is `changed`.
    pub fn weigh(&self, key: K, changed: impl FnOnce(&V) -> bool) {
        let mut entries = self.entries();
        let value = entries.values.peek(&key).map(|(value, _)| value).filter(|it| changed(it));
        if let Some(value) = value.cloned() {
            entries.insert(key, value);
        }
    }

    /// Removes the value of a key, if that is `unwanted`.
    pub fn remove(&self, key: &K, unwanted: impl FnOnce(&V) -> bool) {
        let mut entries = self.entries();
        if entries.values.peek(key).is_some_and(|(value, _)| unwanted(value)) {
            entries.pop(key);
        }
    }

    /// The number of values.
    pub fn count(&self) -> u64 {
        self.entries().values.len() as u64
    }

    /// Removes the values that are `unwanted`.
    pub fn remove_where(&self, unwanted: impl Fn(&V) -> bool)
    where
        K: Clone,
    {
        let mut entries = self.entries();
        let all = entries.values.iter();
        let keys: Vec<K> =
            all.filter(|(_, (value, _))| unwanted(value)).map(|(key, _)| key.clone()).collect();
        keys.iter().for_each(|key| entries.pop(key));
    }

    /// Removes all values.
    pub fn clear(&self) {
        let mut entries = self.entries();
        entries.weight = 0;
        let removed = replace(&mut entries.values, LruCache::unbounded());
        drop(entries);
        // Without the lock, because there can be many.
        drop(removed);
    }
}

impl<K: Hash + Eq, V> Entries<K, V> {
    fn insert(&mut self, key: K, value: V) {
        let size = ENTRY_BYTES + size_of::<K>() + size_of::<V>();
        let weight = size + (self.weigh)(&key, &value);
        self.pop(&key);
        if weight > self.limit / LARGEST {
            return;
        }
        self.weight += weight;
        self.values.put(key, (value, weight));
        while self.weight > self.limit
            && let Some((_, (_, weight))) = self.values.pop_lru()
        {
            self.weight -= weight;
        }
    }

    fn pop(&mut self, key: &K) {
        self.weight -= self.values.pop(key).map_or(0, |(_, weight)| weight);
    }
}

#[cfg(test)]
mod tests {
    use super::{BoundedCache, ENTRY_BYTES};

    /// An entry of that weight, beside what each has.
    const EACH: usize = ENTRY_BYTES + 2 * size_of::<&str>();

    #[test]
    fn the_least_recently_used_are_dropped() {
        let cache = BoundedCache::of_bytes(5 * EACH, |key: &&str, value: &&str| {
            usize::from(*key == "large") * value.len()
        });
        for key in ["a", "b", "c", "d"] {
            cache.insert(key, key);
        }
        assert_eq!(cache.get("a"), Some("a"));
        cache.insert("e", "e");
        cache.insert("f", "f");
        let kept = ["a", "b", "c", "d", "e", "f"].map(|key| cache.get(key).is_some());
        assert_eq!(kept, [true, false, true, true, true, true]);
        cache.insert("a", "again");
        assert_eq!((cache.get("a"), cache.count()), (Some("again"), 5));
        // What is too large for one entry drops nothing, and is not kept.
        let large = "l".repeat(EACH);
        cache.insert("large", large.leak());
        assert_eq!((cache.get("large"), cache.count()), (None, 5));
        cache.remove(&"a", |value| *value == "other");
        assert_eq!(cache.count(), 5);
        cache.remove(&"a", |value| *value == "again");
        assert_eq!((cache.get("a"), cache.count()), (None, 4));
        assert_eq!(cache.get_or_insert("f", |_| true, || "new"), "f");
        assert_eq!(cache.get_or_insert("f", |_| false, || "new"), "new");
        cache.remove_where(|value| *value == "d");
        assert_eq!((cache.get("d"), cache.get("f"), cache.count()), (None, Some("new"), 3));
        cache.clear();
        assert_eq!((cache.get("f"), cache.count()), (None, 0));
    }
}
