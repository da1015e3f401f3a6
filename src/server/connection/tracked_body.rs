//! The body of a response, while it is sent.

use axum::body::Body;
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use super::state::RequestGuard;
use crate::app::{BytePermit, Counted};

/// A response body; its request is in progress until the body ends.
#[derive(Debug)]
pub struct TrackedBody {
    body: Body,
    held: Option<Arc<BytePermit>>,
    _guard: RequestGuard,
}

impl TrackedBody {
    /// Wraps a response body, whose bytes are held until it is sent.
    pub const fn new(body: Body, guard: RequestGuard, held: Option<Arc<BytePermit>>) -> Self {
        Self { body, held, _guard: guard }
    }
}

impl HttpBody for TrackedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        polled.map(|frame| {
            frame.map(|frame| {
                Ok(frame?.map_data(|bytes| match self.held.clone() {
                    Some(held) => Bytes::from_owner(Counted { bytes, held }),
                    None => bytes,
                }))
            })
        })
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
