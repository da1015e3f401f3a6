//! What a connection is doing: the ground on which it is kept, told to end, or dropped.

use axum::{body::Body, http::Version};
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use std::{
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
};
use tokio::time::Instant;

/// How HTTP/2 begins, and no request of HTTP/1 does.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// What a connection without a request under way is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// The first byte.
    First,
    /// The rest of the head of a request (HTTP/1).
    Head,
    /// The next request.
    Next,
}

/// What a connection is doing at the moment.
#[derive(Clone, Copy, Debug)]
pub struct Doing {
    /// What it waits for, and since when. `None` while requests are under way.
    pub waiting: Option<(Waiting, Instant)>,
    /// Whether it speaks HTTP/2.
    pub http2: bool,
}

/// Keeps the account of one connection.
#[derive(Debug)]
pub struct Activity(Mutex<State>);

#[derive(Debug)]
struct State {
    waiting: Waiting,
    since: Instant,
    requests: usize,
    /// How much of HTTP/2's beginning has come, as long as it can be that.
    preface: Option<usize>,
    http2: bool,
}

impl Activity {
    /// Of a connection that begins now.
    pub fn new() -> Self {
        let (waiting, since) = (Waiting::First, Instant::now());
        let preface = Some(0);
        Self(Mutex::new(State { waiting, since, requests: 0, preface, http2: false }))
    }

    /// What the connection is doing.
    pub fn now(&self) -> Doing {
        let state = self.state();
        let waiting = (state.requests == 0).then_some((state.waiting, state.since));
        Doing { waiting, http2: state.http2 }
    }

    /// Bytes have come.
    pub fn heard(&self, bytes: &[u8]) {
        let mut state = self.state();
        // HTTP/2 has frames that belong to no request.
        if state.requests > 0 || state.http2 {
            return;
        }
        state.recognise(bytes);
        if state.http2 || state.waiting == Waiting::Next {
            state.since = Instant::now();
        }
        // The time since the connection began counts for its first head.
        state.waiting = if state.http2 { Waiting::Next } else { Waiting::Head };
    }

    /// A request begins. It ends with the value.
    pub fn begin(self: &Arc<Self>, version: Version) -> Busy {
        let mut state = self.state();
        state.requests += 1;
        state.http2 = version == Version::HTTP_2;
        state.preface = None;
        Busy(Arc::clone(self))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Finds out whether these bytes end the beginning of HTTP/2.
    fn recognise(&mut self, bytes: &[u8]) {
        let Some(expected) = self.preface.map(|come| &PREFACE[come..]) else { return };
        let length = bytes.len().min(expected.len());
        let fits = bytes[..length] == expected[..length];
        self.http2 = fits && length == expected.len();
        self.preface = self.preface.filter(|_| fits && !self.http2).map(|come| come + length);
    }
}

/// A request under way.
#[derive(Debug)]
pub struct Busy(Arc<Activity>);

impl Drop for Busy {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.requests -= 1;
        state.waiting = Waiting::Next;
        state.since = Instant::now();
    }
}

/// The body of an answer; its request is under way until the body has ended.
#[derive(Debug)]
pub struct Answering {
    body: Body,
    _busy: Busy,
}

impl Answering {
    /// The body of the answer to a request.
    pub const fn new(body: Body, busy: Busy) -> Self {
        Self { body, _busy: busy }
    }
}

impl HttpBody for Answering {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
