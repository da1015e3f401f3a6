//! Limits of connections.

use std::time::Duration;

use crate::api::http::Rates;

/// How many connections there can be, and how long each step can take.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Most connections at a time; further connections wait.
    pub connections: usize,
    /// Rate limits of credentials and addresses.
    pub rates: Rates,
    /// Longest time for the headers of a request to arrive.
    pub head: Duration,
    /// Longest time without a byte of a request body.
    pub body: Duration,
    /// Longest time until the response begins, the request body included.
    pub answer: Duration,
    /// Longest time that a connection is kept between requests.
    pub idle: Duration,
    /// Longest time for requests in progress once the server is told to stop.
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
