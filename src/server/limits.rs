//! Limits and timeouts of the server.

use std::time::Duration;

use crate::api::http::Rates;

/// Limits and timeouts of connections.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Most open connections; further connections wait to be accepted.
    pub connections: usize,
    /// The rate limits.
    pub rates: Rates,
    /// Timeout for the head of a request.
    pub head: Duration,
    /// Timeout between two pieces of a request body.
    pub body: Duration,
    /// Timeout from the head of a request until its response starts.
    pub answer: Duration,
    /// Timeout of a connection without a request.
    pub idle: Duration,
    /// Timeout for requests in progress when the server stops.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 4096,
            rates: Rates::default(),
            head: Duration::from_secs(10),
            body: Duration::from_secs(10),
            answer: Duration::from_secs(30),
            idle: Duration::from_secs(75),
            grace: Duration::from_secs(5),
        }
    }
}
