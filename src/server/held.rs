//! The bytes that the server holds of requests and responses which are under way (D23).

use prometheus_client::metrics::gauge::Gauge;

/// Counts and limits the bytes of bodies that are not read to their end, and of responses that are
/// not sent yet.
#[derive(Clone, Debug)]
pub struct HeldBytes {
    held: Gauge,
    limit: i64,
}

/// Bytes that are held until this is dropped.
#[derive(Debug)]
pub struct Held {
    all: HeldBytes,
    bytes: i64,
}

impl HeldBytes {
    /// A limit, and the gauge that counts.
    pub fn new(limit: usize, held: Gauge) -> Self {
        Self { held, limit: count(limit) }
    }

    /// Holds no bytes yet.
    pub fn none(&self) -> Held {
        Held { all: self.clone(), bytes: 0 }
    }

    /// Holds bytes; `None` if that would be too many.
    pub fn hold(&self, bytes: usize) -> Option<Held> {
        let mut held = self.none();
        held.add(bytes).then_some(held)
    }
}

impl Held {
    /// Holds more bytes, if that would not be too many, and returns whether it does.
    pub fn add(&mut self, bytes: usize) -> bool {
        let before = self.all.held.inc_by(count(bytes));
        self.bytes += count(bytes);
        before.saturating_add(count(bytes)) <= self.all.limit
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.all.held.dec_by(self.bytes);
    }
}

fn count(bytes: usize) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}
