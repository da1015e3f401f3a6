//! Request bodies that nothing has read by the time of the response.
//!
//! The next request of a connection comes after the body of this one. A short body is read, so that
//! the connection can be used again; otherwise the response says that it can't.

use hyper::body::{Body, Incoming};
use std::{
    future::poll_fn,
    pin::Pin,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::time::timeout;

use crate::lock::lock;

/// Most bytes that are read.
const MAX_BYTES: u64 = 64 * 1024;
/// How long the body may take to arrive.
const TIMEOUT: Duration = Duration::from_secs(1);

/// The body of a request, if it was dropped before its end.
#[derive(Clone, Debug, Default)]
pub struct Unread(Arc<Mutex<Option<Incoming>>>);

impl Unread {
    /// Keeps a body that was dropped before its end.
    pub(super) fn keep(&self, body: Incoming) {
        if !body.is_end_stream() {
            *lock(&self.0) = Some(body);
        }
    }

    /// Whether the body was dropped before its end.
    pub fn is_left(&self) -> bool {
        lock(&self.0).is_some()
    }

    /// Reads and discards the rest of a short body. False: there is a rest that was not read.
    pub async fn drain(&self) -> bool {
        let Some(mut body) = lock(&self.0).take() else { return true };
        if body.size_hint().upper().is_none_or(|bytes| bytes > MAX_BYTES) {
            return false;
        }
        let rest = async {
            while let Some(frame) = poll_fn(|it| Pin::new(&mut body).poll_frame(it)).await {
                if frame.is_err() {
                    return false;
                }
            }
            true
        };
        timeout(TIMEOUT, rest).await.unwrap_or(false)
    }
}
