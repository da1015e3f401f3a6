//! The connection of a request that may become a WebSocket.

use futures_util::future::BoxFuture;
use std::{
    any::Any,
    future::pending,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};
use tokio::time::Instant;

/// Most bytes that a client can send before it has introduced itself.
const UNINTRODUCED_BYTES: usize = 16 * 1024;
/// Most bytes of an HTTP/2 connection with an unauthenticated WebSocket.
const SHARED_BYTES: usize = 64 * 1024;

/// A connection whose bytes a WebSocket reads.
pub trait Readable: Send + Sync {
    /// Limits how many bytes the client can send. `None`: no longer.
    fn limit(&self, bytes: Option<usize>);
    /// Since when the client has had no room for more bytes. `None`: it has.
    fn blocked_since(&self) -> Option<Instant>;
}

/// A connection that several WebSockets share (HTTP/2).
pub trait Shared: Send + Sync {
    /// Notes a WebSocket whose client has not introduced itself. `false`: there are too many.
    fn begin(&self, bytes: usize) -> bool;
    /// Notes that one of them has introduced itself, or is closed.
    fn end(&self);
    /// Waits until the client has sent too many bytes meanwhile.
    fn exceeded(&self) -> BoxFuture<'_, ()>;
}

/// What a WebSocket takes over from the connection of its request.
#[derive(Clone, Default)]
pub struct Upgrade {
    /// The connection (HTTP/1).
    connection: Option<Arc<dyn Readable>>,
    /// The stream of a connection that others share (HTTP/2).
    stream: Option<Arc<Stream>>,
}

/// The stream of a WebSocket.
struct Stream {
    connection: Arc<dyn Shared>,
    /// Whether the connection waits for its introduction.
    is_unintroduced: AtomicBool,
    /// Counts as a request in progress until it is dropped.
    _request: Box<dyn Any + Send + Sync>,
}

impl Upgrade {
    /// The upgrade of a connection.
    pub fn of_connection(connection: Arc<dyn Readable>) -> Self {
        Self { connection: Some(connection), stream: None }
    }

    /// The upgrade of a stream, which keeps its connection open.
    pub fn of_stream(connection: Arc<dyn Shared>, request: impl Any + Send + Sync) -> Self {
        let is_unintroduced = AtomicBool::new(false);
        let stream = Stream { connection, is_unintroduced, _request: Box::new(request) };
        Self { connection: None, stream: Some(Arc::new(stream)) }
    }

    /// Limits the bytes until the client has introduced itself. `false`: too many have not.
    pub fn begin(&self) -> bool {
        if let Some(connection) = &self.connection {
            connection.limit(Some(UNINTRODUCED_BYTES));
        }
        self.stream.as_ref().is_none_or(|stream| {
            let begins = stream.connection.begin(SHARED_BYTES);
            stream.is_unintroduced.store(begins, Ordering::Relaxed);
            begins
        })
    }

    /// Waits until the client has sent too many bytes without introducing itself. On HTTP/1 the
    /// connection breaks off then.
    pub async fn exceeded(&self) {
        if let Some(stream) = &self.stream {
            stream.connection.exceeded().await;
            if stream.is_unintroduced.load(Ordering::Relaxed) {
                return;
            }
        }
        pending().await
    }

    /// Notes that the client has authenticated.
    pub fn introduced(&self) {
        if let Some(connection) = &self.connection {
            connection.limit(None);
        }
        if let Some(stream) = &self.stream {
            stream.end();
        }
    }

    /// Since when the client has had no room for bytes, if known.
    pub fn blocked_since(&self) -> Option<Instant> {
        self.connection.as_ref()?.blocked_since()
    }
}

impl Stream {
    fn end(&self) {
        if self.is_unintroduced.swap(false, Ordering::Relaxed) {
            self.connection.end();
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.end();
    }
}
