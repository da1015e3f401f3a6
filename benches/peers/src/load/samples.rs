//! Latencies and their percentiles.

use std::time::Duration;

/// Latencies in microseconds.
#[derive(Default)]
pub struct Samples(Vec<u64>);

impl Samples {
    pub fn add(&mut self, latency: Duration) {
        self.0.push(latency.as_micros() as u64);
    }

    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The median and the 99th percentile, in milliseconds.
    pub fn percentiles(mut self) -> (f64, f64) {
        self.0.sort_unstable();
        let at = |share: f64| {
            let place = (self.0.len() as f64 * share) as usize;
            self.0.get(place).or(self.0.last()).map_or(0.0, |it| *it as f64 / 1000.0)
        };
        (at(0.5), at(0.99))
    }
}
