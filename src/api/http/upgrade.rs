//! The connection of a request that may become a WebSocket.

use axum::{extract::FromRequestParts, http::request::Parts};
use std::{
    any::Any,
    convert::Infallible,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

/// Most bytes that a client can send before it has introduced itself.
const UNINTRODUCED_BYTES: usize = 16 * 1024;

/// What a WebSocket takes over from the connection of its request.
#[derive(Clone, Default)]
pub struct Upgrade {
    /// How many bytes the client can still send; on HTTP/2, where others share the connection, none.
    bytes: Option<Arc<AtomicUsize>>,
    /// Counts as a request in progress until it is dropped.
    _request: Option<Arc<dyn Any + Send + Sync>>,
}

impl Upgrade {
    /// The upgrade of a connection that reads as many bytes as the number says.
    #[must_use]
    pub fn of_connection(bytes: Arc<AtomicUsize>) -> Self {
        Self { bytes: Some(bytes), _request: None }
    }

    /// The upgrade of a stream, which keeps its connection open.
    #[must_use]
    pub fn of_stream(request: impl Any + Send + Sync) -> Self {
        Self { bytes: None, _request: Some(Arc::new(request)) }
    }

    /// Whether the number of bytes can be limited.
    #[must_use]
    pub const fn is_limited(&self) -> bool {
        self.bytes.is_some()
    }

    /// Limits the bytes until the client has introduced itself.
    pub fn begin(&self) {
        self.set(UNINTRODUCED_BYTES);
    }

    /// Notes that the client has introduced itself.
    pub fn introduced(&self) {
        self.set(usize::MAX);
    }

    fn set(&self, left: usize) {
        if let Some(bytes) = &self.bytes {
            bytes.store(left, Ordering::Relaxed);
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or_default())
    }
}
