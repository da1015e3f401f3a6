//! The state that decides whether a connection is kept or dropped.

use std::sync::{Arc, Mutex};
use tokio::time::Instant;

use crate::{api::http::Readable, lock::lock};

/// What a connection without a request in progress waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// The first byte.
    First,
    /// The rest of the head of a request.
    Head,
    /// The next request.
    Next,
    /// Room for what is written, which the client gives by reading.
    Room,
}

/// Tracks the state of a connection.
#[derive(Debug)]
pub struct ConnectionState(Mutex<State>);

#[derive(Debug)]
struct State {
    /// How many bytes a WebSocket can read. `None`: any.
    limit: Option<usize>,
    waiting: Waiting,
    since: Instant,
    requests: usize,
    /// Since when the client has had no room for more bytes.
    blocked: Option<Instant>,
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
        };
        Self(Mutex::new(state))
    }

    /// What the connection waits for, and since when. `None`: the server is answering.
    pub fn waiting(&self) -> Option<(Waiting, Instant)> {
        let state = lock(&self.0);
        let room = state.blocked.map(|since| (Waiting::Room, since));
        room.or_else(|| (state.requests == 0).then_some((state.waiting, state.since)))
    }

    /// Whether no request is in progress.
    pub fn is_idle(&self) -> bool {
        lock(&self.0).requests == 0
    }

    /// Records whether the client has room for more bytes.
    pub fn block(&self, is_blocked: bool) {
        let mut state = lock(&self.0);
        if is_blocked {
            state.blocked = state.blocked.or_else(|| Some(Instant::now()))
        } else {
            (state.blocked, state.since) = (None, Instant::now())
        }
    }

    /// Records that so many bytes arrived, and returns whether the client may send them.
    pub fn receive(&self, bytes: usize) -> bool {
        let mut state = lock(&self.0);
        if let Some(left) = &mut state.limit {
            let fits = bytes <= *left;
            *left = left.saturating_sub(bytes);
            return fits;
        }
        if state.requests == 0 {
            if state.waiting == Waiting::Next {
                state.since = Instant::now();
            }
            // The timeout of the first head starts with the connection.
            state.waiting = Waiting::Head;
        }
        true
    }

    /// Records the start of a request. It ends when the guard is dropped.
    pub fn start_request(self: &Arc<Self>) -> RequestGuard {
        lock(&self.0).requests += 1;
        RequestGuard(Arc::clone(self))
    }
}

impl Readable for ConnectionState {
    fn limit(&self, bytes: Option<usize>) {
        lock(&self.0).limit = bytes;
    }

    fn blocked_since(&self) -> Option<Instant> {
        lock(&self.0).blocked
    }
}

/// A request in progress.
#[derive(Debug)]
pub struct RequestGuard(Arc<ConnectionState>);

impl Drop for RequestGuard {
    fn drop(&mut self) {
        let mut state = lock(&self.0.0);
        state.requests -= 1;
        state.waiting = Waiting::Next;
        state.since = Instant::now();
    }
}
