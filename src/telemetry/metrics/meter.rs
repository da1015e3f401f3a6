//! Values that other modules hand to the metrics.

use prometheus_client::metrics::{counter::Counter, gauge::Gauge};

/// Counts the hits and misses of a cache.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    pub(super) hits: Counter,
    pub(super) misses: Counter,
}

impl Meter {
    /// Counts a hit.
    pub fn hit(&self) {
        self.hits.inc();
    }

    /// Counts a miss.
    pub fn missed(&self) {
        self.misses.inc();
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
