//! Values that other modules hand to the metrics.

use prometheus_client::metrics::{counter::Counter, gauge::Gauge};
use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

/// Counts the hits and misses of a cache.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    hits: Counter,
    misses: Counter,
}

impl Meter {
    pub(crate) const fn new(hits: Counter, misses: Counter) -> Self {
        Self { hits, misses }
    }

    /// Counts a hit.
    pub fn hit(&self) {
        self.hits.inc();
    }

    /// Counts a miss.
    pub fn missed(&self) {
        self.misses.inc();
    }
}

/// Returns the number of entries of a cache.
type Count = Box<dyn Fn() -> u64 + Send + Sync>;

/// The sizes of caches, by name, read at each scrape.
#[derive(Default)]
pub struct CacheSizes(Mutex<BTreeMap<&'static str, Count>>);

impl CacheSizes {
    /// Adds a cache.
    pub fn insert(&self, cache: &'static str, count: Count) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(cache, count);
    }

    /// Calls a function with the name and size of each cache.
    pub fn for_each(&self, mut visit: impl FnMut(&'static str, u64)) {
        for (cache, count) in &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            visit(cache, count());
        }
    }
}

/// The state of a connection pool.
#[derive(Clone, Copy, Debug)]
pub struct Pool {
    /// What its connections are for.
    pub name: &'static str,
    /// Open connections.
    pub size: u32,
    /// Open connections that are not in use.
    pub idle: u32,
    /// Most open connections.
    pub limit: u32,
}

/// Increments a gauge until it is dropped.
#[derive(Debug)]
pub struct GaugeGuard(Gauge);

impl GaugeGuard {
    /// Increments the gauge.
    #[must_use]
    pub fn new(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}
