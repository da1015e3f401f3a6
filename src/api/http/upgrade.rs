//! The connection of a request that may become a WebSocket.

use std::sync::Arc;
use tokio::time::Instant;

/// Most bytes that a client can send before it has introduced itself.
const UNINTRODUCED_BYTES: usize = 16 * 1024;

/// A connection whose bytes a WebSocket reads.
pub trait Readable: Send + Sync {
    /// Limits how many bytes the client can send. `None`: no longer.
    fn limit(&self, bytes: Option<usize>);
    /// Since when the client has had no room for more bytes. `None`: it has.
    fn blocked_since(&self) -> Option<Instant>;
}

/// What a WebSocket takes over from the connection of its request.
#[derive(Clone, Default)]
pub struct Upgrade(Option<Arc<dyn Readable>>);

impl Upgrade {
    /// The upgrade of a connection.
    pub fn of(connection: Arc<dyn Readable>) -> Self {
        Self(Some(connection))
    }

    /// Limits the bytes until the client has introduced itself.
    pub fn begin(&self) {
        if let Some(connection) = &self.0 {
            connection.limit(Some(UNINTRODUCED_BYTES));
        }
    }

    /// Notes that the client has authenticated.
    pub fn introduced(&self) {
        if let Some(connection) = &self.0 {
            connection.limit(None);
        }
    }

    /// Since when the client has had no room for bytes, if known.
    pub fn blocked_since(&self) -> Option<Instant> {
        self.0.as_ref()?.blocked_since()
    }
}
