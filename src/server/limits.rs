//! Limits and timeouts of the server.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::time::Duration;

use crate::{
    api::http::{Origins, Rates},
    app::HELD_BYTES,
};

/// Limits and timeouts of connections.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Most open connections; further connections wait to be accepted.
    pub connections: usize,
    /// The rate limits.
    pub rates: Rates,
    /// The origins whose pages are answered; without, only the server's own.
    pub origins: Option<Origins>,
    /// Timeout for the head of a request.
    pub head: Duration,
    /// Timeout between two pieces of a request body.
    pub body: Duration,
    /// Timeout until a response starts, and between its parts. The first begins with the head of
    /// the request, the others when the client takes more of it.
    pub answer: Duration,
    /// Timeout of a connection without a request.
    pub idle: Duration,
    /// Most bytes held of requests in transit, and as many of responses and of subscriptions.
    pub held_bytes: usize,
    /// Timeout for requests in progress when the server stops.
    pub grace: Duration,
}

/// Open files of the process that are not connections of clients. They are those of the database,
/// of brokers and collectors, and of the runtime.
const OTHER_FILES: usize = 48;

impl Limits {
    /// Raises the limit of open files, and limits connections to it. Past it no file could be
    /// opened, nor a connection to the database.
    pub fn within_open_files(self) -> Self {
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // The limit that is there counts if it can't be raised.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
        let files = getrlimit(Resource::Nofile).current.and_then(|it| usize::try_from(it).ok());
        let most = files.map_or(usize::MAX, |files| files.saturating_sub(OTHER_FILES).max(1));
        if most < self.connections {
            tracing::warn!(
                connections = most,
                "the limit of open files allows fewer connections than max-connections"
            );
        }
        Self { connections: self.connections.min(most), ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 4096,
            rates: Rates::default(),
            origins: None,
            head: Duration::from_secs(10),
            body: Duration::from_secs(10),
            answer: Duration::from_secs(30),
            idle: Duration::from_secs(75),
            held_bytes: HELD_BYTES,
            grace: Duration::from_secs(5),
        }
    }
}
