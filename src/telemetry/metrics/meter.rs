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
