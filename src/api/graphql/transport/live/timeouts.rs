//! The times of live connections.

use std::time::Duration;

/// How long live connections wait, and for what.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// For a socket to introduce itself.
    pub introduction: Duration,
    /// Until the credential of a connection is looked at again though nothing tells that it has
    /// changed.
    pub check: Duration,
    /// Until a connection is shown that it is alive; a socket that has shown nothing in three such
    /// spans is dead.
    pub heartbeat: Duration,
    /// For a client to take one message.
    pub send: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            introduction: Duration::from_secs(10),
            // Credentials are remembered for 3 seconds; together that stays below 10.
            check: Duration::from_secs(5),
            heartbeat: Duration::from_secs(12),
            send: Duration::from_secs(30),
        }
    }
}
