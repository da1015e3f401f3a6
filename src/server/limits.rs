//! How long the server waits for whom, and how much it takes at once.

use std::time::Duration;

use crate::api::http::Rates;

/// What connections may take.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Most connections at once; who comes then waits to be accepted.
    pub connections: usize,
    /// How often whom may ask.
    pub rates: Rates,
    /// Longest that the head of a request may take to arrive.
    pub head: Duration,
    /// Longest that a body may stand still.
    pub body: Duration,
    /// Longest that a request may take until its answer begins, its body included.
    pub answer: Duration,
    /// Longest that a connection is kept without a request.
    pub idle: Duration,
    /// Longest that requests under way may take once the server has been told to stop.
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
