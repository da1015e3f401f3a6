//! The state that decides whether a connection is kept or dropped.

use axum::http::Version;
use futures_util::future::BoxFuture;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::{sync::Notify, time::Instant};

use crate::api::http::{Readable, Shared};

/// Most WebSockets of an HTTP/2 connection that have not introduced themselves.
const UNINTRODUCED: usize = 8;
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
    /// Room for what is written, which the client gives by reading.
    Room,
}

/// Tracks the state of a connection.
#[derive(Debug)]
pub struct ConnectionState {
    state: Mutex<State>,
    /// Notified when WebSockets that have not introduced themselves have sent too much.
    exceeded: Notify,
}

#[derive(Debug)]
struct State {
    /// How many bytes a WebSocket can read (HTTP/1). `None`: any.
    limit: Option<usize>,
    waiting: Waiting,
    since: Instant,
    requests: usize,
    /// Since when the client has had no room for more bytes.
    blocked: Option<Instant>,
    /// How many bytes of the HTTP/2 preface arrived. `None`: it can't be one.
    preface: Option<usize>,
    http2: bool,
    /// How many WebSockets have not introduced themselves (HTTP/2).
    unintroduced: usize,
    /// How many bytes may arrive before one has.
    left: usize,
}

impl ConnectionState {
    /// The state of a new connection.
    pub fn new() -> Self {
        let state = State {
            limit: None,
            waiting: Waiting::First,
            since: Instant::now(),
            requests: 0,
            blocked: None,
            preface: Some(0),
            http2: false,
            unintroduced: 0,
            left: 0,
        };
        Self { state: Mutex::new(state), exceeded: Notify::new() }
    }

    /// What the connection waits for, and since when. `None`: the server is answering.
    pub fn waiting(&self) -> Option<(Waiting, Instant)> {
        let state = self.state();
        let room = state.blocked.map(|since| (Waiting::Room, since));
        room.or_else(|| (state.requests == 0).then_some((state.waiting, state.since)))
    }

    /// Whether no request is in progress.
    pub fn is_idle(&self) -> bool {
        self.state().requests == 0
    }

    /// Records whether the client has room for more bytes.
    pub fn block(&self, is_blocked: bool) {
        let mut state = self.state();
        match is_blocked {
            true => state.blocked = state.blocked.or_else(|| Some(Instant::now())),
            false => (state.blocked, state.since) = (None, Instant::now()),
        }
    }

    /// Records that bytes arrived, and returns whether the client may send them.
    pub fn receive(&self, bytes: &[u8]) -> bool {
        let mut state = self.state();
        if let Some(left) = &mut state.limit {
            let fits = bytes.len() <= *left;
            *left = left.saturating_sub(bytes.len());
            return fits;
        }
        state.receive(bytes);
        if state.unintroduced > 0 {
            state.left = state.left.saturating_sub(bytes.len());
            if state.left == 0 {
                self.exceeded.notify_waiters();
            }
        }
        true
    }

    /// Records the start of a request. It ends when the guard is dropped.
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
    fn limit(&self, bytes: Option<usize>) {
        self.state().limit = bytes;
    }

    fn blocked_since(&self) -> Option<Instant> {
        self.state().blocked
    }
}

impl Shared for ConnectionState {
    fn begin(&self, bytes: usize) -> bool {
        let mut state = self.state();
        if state.unintroduced == 0 {
            state.left = bytes;
        }
        let begins = state.unintroduced < UNINTRODUCED;
        state.unintroduced += usize::from(begins);
        begins
    }

    fn end(&self) {
        let mut state = self.state();
        state.unintroduced = state.unintroduced.saturating_sub(1);
    }

    fn exceeded(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            let notified = self.exceeded.notified();
            if self.state().left > 0 {
                notified.await;
            }
        })
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
