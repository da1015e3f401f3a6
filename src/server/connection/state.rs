//! The state of a connection, by which it is kept, closed or dropped.

use axum::{body::Body, http::Version};
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use std::{
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
};
use tokio::time::Instant;

use super::streams::Progress;
use crate::{
    api::http::Readable,
    server::held::{Held, HeldBytes},
};

/// Bytes of a response that are given to HTTP/2 at once.
const PIECE: usize = 16 * 1024;
/// The connection preface of HTTP/2 (RFC 9113, 3.4).
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// What a connection without a request in progress waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// The first byte.
    First,
    /// The rest of the head of a request (HTTP/1).
    Head,
    /// The next request.
    Next,
}

/// Tracks the state of a connection.
#[derive(Debug)]
pub struct ConnectionState {
    state: Mutex<State>,
    held: HeldBytes,
}

/// What the bytes that arrive belong to.
#[derive(Debug)]
enum Reading {
    Requests,
    /// A WebSocket that can read as many.
    Limited(usize),
    /// A message that is not complete.
    Message(Held),
}

#[derive(Debug)]
struct State {
    reading: Reading,
    waiting: Waiting,
    since: Instant,
    requests: usize,
    /// How many bytes of the HTTP/2 preface have arrived; `None` once it can't be one.
    preface: Option<usize>,
    http2: bool,
}

impl ConnectionState {
    /// The state of a new connection.
    pub fn new(held: HeldBytes) -> Self {
        let (reading, waiting, since) = (Reading::Requests, Waiting::First, Instant::now());
        let preface = Some(0);
        let state = State { reading, waiting, since, requests: 0, preface, http2: false };
        Self { state: Mutex::new(state), held }
    }

    /// What the connection waits for, and since when; `None` while requests are in progress.
    pub fn waiting(&self) -> Option<(Waiting, Instant)> {
        let state = self.state();
        (state.requests == 0).then_some((state.waiting, state.since))
    }

    /// Records that bytes arrived, and returns whether the client may send them.
    pub fn receive(&self, bytes: &[u8]) -> bool {
        let mut state = self.state();
        match &mut state.reading {
            Reading::Requests => state.receive(bytes),
            Reading::Limited(left) => {
                let fits = bytes.len() <= *left;
                *left = left.saturating_sub(bytes.len());
                return fits;
            }
            Reading::Message(held) => return held.add(bytes.len()),
        }
        true
    }

    /// Records the start of a request; it ends when the guard is dropped.
    pub fn start_request(self: &Arc<Self>, version: Version) -> RequestGuard {
        let mut state = self.state();
        state.requests += 1;
        state.http2 = version == Version::HTTP_2;
        state.preface = None;
        RequestGuard(Arc::clone(self))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Readable for ConnectionState {
    fn limit(&self, bytes: usize) {
        self.state().reading = Reading::Limited(bytes);
    }

    fn hold_messages(&self) {
        self.state().reading = Reading::Message(self.held.none());
    }

    fn complete_message(&self) {
        if let Reading::Message(held) = &mut self.state().reading {
            *held = self.held.none();
        }
    }
}

impl State {
    /// Records that bytes of requests arrived.
    fn receive(&mut self, bytes: &[u8]) {
        // HTTP/2 has frames that belong to no request, such as pings.
        if self.requests > 0 || self.http2 {
            return;
        }
        self.detect_http2(bytes);
        if self.http2 || self.waiting == Waiting::Next {
            self.since = Instant::now();
        }
        // The timeout of the first head starts with the connection.
        self.waiting = if self.http2 { Waiting::Next } else { Waiting::Head };
    }

    /// Detects the end of the HTTP/2 preface.
    fn detect_http2(&mut self, bytes: &[u8]) {
        let Some(expected) = self.preface.map(|arrived| &PREFACE[arrived..]) else { return };
        let length = bytes.len().min(expected.len());
        let matches = bytes[..length] == expected[..length];
        self.http2 = matches && length == expected.len();
        self.preface =
            self.preface.filter(|_| matches && !self.http2).map(|arrived| arrived + length);
    }
}

/// A request in progress.
#[derive(Debug)]
pub struct RequestGuard(Arc<ConnectionState>);

impl Drop for RequestGuard {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.requests -= 1;
        state.waiting = Waiting::Next;
        state.since = Instant::now();
    }
}

/// A response body; its request is in progress until the body ends.
#[derive(Debug)]
pub struct TrackedBody {
    body: Body,
    /// What is left of a part that was too long to be sent at once.
    rest: Bytes,
    progress: Option<Arc<Progress>>,
    _held: Option<Arc<Held>>,
    _guard: RequestGuard,
}

impl TrackedBody {
    /// Wraps the body of the response to a request, whose bytes are held until it is sent.
    pub fn new(body: Body, guard: RequestGuard, held: Option<Arc<Held>>) -> Self {
        let progress = Progress::current();
        if let Some(progress) = &progress {
            progress.waits(true);
        }
        Self { body, rest: Bytes::new(), progress, _held: held, _guard: guard }
    }

    /// Sends a part, in pieces on HTTP/2: the client's window limits how many of them wait.
    fn send(&mut self, mut part: Bytes) -> Frame<Bytes> {
        if self.progress.is_some() && part.len() > PIECE {
            self.rest = part.split_off(PIECE);
        }
        Frame::data(part)
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
            return Poll::Ready(Some(Ok(self.send(rest))));
        }
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if let Some(progress) = &self.progress {
            progress.waits(polled.is_ready());
        }
        polled.map(|frame| {
            frame.map(|frame| match frame?.into_data() {
                Ok(part) => Ok(self.send(part)),
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
