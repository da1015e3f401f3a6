//! The connection of a request that may become a WebSocket.

use axum::{extract::FromRequestParts, http::request::Parts};
use std::{any::Any, convert::Infallible, sync::Arc};

/// Most bytes that a client can send before it has introduced itself.
const UNINTRODUCED_BYTES: usize = 16 * 1024;

/// A connection whose bytes a WebSocket reads.
pub trait Readable: Send + Sync {
    /// Limits how many bytes the client can send.
    fn limit(&self, bytes: usize);
    /// Ends the limit; bytes are held until the message that they belong to is complete.
    fn hold_messages(&self);
    /// Notes that a message is complete.
    fn complete_message(&self);
}

/// What a WebSocket takes over from the connection of its request.
#[derive(Clone, Default)]
pub struct Upgrade {
    /// The connection; on HTTP/2, where others share it, none.
    connection: Option<Arc<dyn Readable>>,
    /// Counts as a request in progress until it is dropped.
    _request: Option<Arc<dyn Any + Send + Sync>>,
}

impl Upgrade {
    /// The upgrade of a connection.
    #[must_use]
    pub fn of_connection(connection: Arc<dyn Readable>) -> Self {
        Self { connection: Some(connection), _request: None }
    }

    /// The upgrade of a stream, which keeps its connection open.
    #[must_use]
    pub fn of_stream(request: impl Any + Send + Sync) -> Self {
        Self { connection: None, _request: Some(Arc::new(request)) }
    }

    /// Whether the number of bytes can be limited.
    #[must_use]
    pub const fn is_limited(&self) -> bool {
        self.connection.is_some()
    }

    /// Limits the bytes until the client has introduced itself.
    pub fn begin(&self) {
        if let Some(connection) = &self.connection {
            connection.limit(UNINTRODUCED_BYTES);
        }
    }

    /// Notes that the client has introduced itself.
    pub fn introduced(&self) {
        if let Some(connection) = &self.connection {
            connection.hold_messages();
        }
    }

    /// Notes that a message of the client is complete.
    pub fn received(&self) {
        if let Some(connection) = &self.connection {
            connection.complete_message();
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or_default())
    }
}
