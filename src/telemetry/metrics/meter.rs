//! What is measured, as those who measure it hand it over.

use prometheus_client::metrics::{counter::Counter, gauge::Gauge};
use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

/// Counts how a cache is used.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    hits: Counter,
    misses: Counter,
}

impl Meter {
    pub(crate) const fn new(hits: Counter, misses: Counter) -> Self {
        Self { hits, misses }
    }

    /// A value was there.
    pub fn hit(&self) {
        self.hits.inc();
    }

    /// A value had to be made.
    pub fn missed(&self) {
        self.misses.inc();
    }
}

/// Answers how many there are.
type Count = Box<dyn Fn() -> u64 + Send + Sync>;

/// Numbers of entries that are asked for when they are wanted, by the name of the cache.
#[derive(Default)]
pub struct Watched(Mutex<BTreeMap<&'static str, Count>>);

impl Watched {
    /// Asks this for the number of entries of that cache.
    pub fn insert(&self, cache: &'static str, count: Count) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(cache, count);
    }

    /// Asks for each.
    pub fn each(&self, mut tell: impl FnMut(&'static str, u64)) {
        for (cache, count) in &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            tell(cache, count());
        }
    }
}

/// How the connections of a pool are used.
#[derive(Clone, Copy, Debug)]
pub struct Pool {
    /// What they are for.
    pub name: &'static str,
    /// Connections that are open.
    pub size: u32,
    /// Those that nobody uses.
    pub idle: u32,
    /// Most that there may be.
    pub limit: u32,
}

/// One more of what a gauge counts, until the value is dropped.
#[derive(Debug)]
pub struct Raised(Gauge);

impl Raised {
    /// One more.
    #[must_use]
    pub fn by_one(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for Raised {
    fn drop(&mut self) {
        self.0.dec();
    }
}
