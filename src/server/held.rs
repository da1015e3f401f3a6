//! The bytes that the server holds of requests and responses which are under way (D23).

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// Counts and limits the bytes of bodies that are not read to their end, and of responses that are
/// not sent yet.
#[derive(Clone, Debug)]
pub struct HeldBytes {
    held: Arc<AtomicUsize>,
    limit: usize,
}

/// Bytes that are held until this is dropped.
#[derive(Debug)]
pub struct Held {
    all: HeldBytes,
    bytes: usize,
}

impl HeldBytes {
    /// A limit.
    pub fn new(limit: usize) -> Self {
        Self { held: Arc::default(), limit }
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
        let before = self.all.held.fetch_add(bytes, Ordering::Relaxed);
        self.bytes += bytes;
        before.saturating_add(bytes) <= self.all.limit
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.all.held.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}
