//! The body of a response, while it is sent.

use axum::body::Body;
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use super::{state::RequestGuard, streams::Progress};
use crate::app::{BytePermit, Counted};

/// Bytes of a response that are given to HTTP/2 at once.
const PIECE: usize = 16 * 1024;

/// A response body; its request is in progress until the body ends.
#[derive(Debug)]
pub struct TrackedBody {
    body: Body,
    /// The rest of a part too long to be sent at once.
    rest: Bytes,
    progress: Option<Arc<Progress>>,
    held: Option<Arc<BytePermit>>,
    _guard: RequestGuard,
}

impl TrackedBody {
    /// Wraps a response body, whose bytes are held until it is sent.
    pub fn new(body: Body, guard: RequestGuard, held: Option<Arc<BytePermit>>) -> Self {
        let progress = Progress::current();
        if let Some(progress) = &progress {
            progress.waits(true);
        }
        Self { body, rest: Bytes::new(), progress, held, _guard: guard }
    }

    /// Sends a part, in pieces on HTTP/2. The client's window limits how many of them wait.
    fn send(&mut self, mut part: Bytes) -> Frame<Bytes> {
        if self.progress.is_some() && part.len() > PIECE {
            self.rest = part.split_off(PIECE);
        }
        Frame::data(part)
    }

    /// Sends what is left of a part. The last piece is a copy, since nothing looks at the progress of
    /// what hyper has taken to its end: it would keep the whole part in memory.
    fn send_rest(&mut self, rest: Bytes) -> Frame<Bytes> {
        match rest.len() <= PIECE {
            true => Frame::data(Bytes::copy_from_slice(&rest)),
            false => self.send(rest),
        }
    }
}

impl HttpBody for TrackedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let rest = std::mem::take(&mut self.rest);
        if !rest.is_empty() {
            if let Some(progress) = &self.progress {
                progress.waits(true);
            }
            return Poll::Ready(Some(Ok(self.send_rest(rest))));
        }
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if let Some(progress) = &self.progress {
            progress.waits(polled.is_ready());
        }
        polled.map(|frame| {
            frame.map(|frame| match frame?.into_data() {
                Ok(bytes) => {
                    let part = match self.held.clone() {
                        Some(held) => Bytes::from_owner(Counted { bytes, held }),
                        None => bytes,
                    };
                    Ok(self.send(part))
                }
                Err(trailers) => Ok(trailers),
            })
        })
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (body, rest) = (self.body.size_hint(), self.rest.len() as u64);
        let mut hint = SizeHint::new();
        hint.set_lower(body.lower() + rest);
        if let Some(upper) = body.upper() {
            hint.set_upper(upper + rest);
        }
        hint
    }
}
