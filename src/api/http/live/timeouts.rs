//! The timeouts of live connections.

use std::time::Duration;

/// How long live connections wait.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For the `connection_init` of a WebSocket.
    pub introduction: Duration,
    /// Between two checks of a connection's credential, when no change is announced.
    pub check: Duration,
    /// Between two heartbeats. A WebSocket that is silent for three of them is closed.
    pub heartbeat: Duration,
    /// For the client to take one message.
    pub send: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            introduction: Duration::from_secs(10),
            // Credentials are cached for 3 seconds; together that stays below 10.
            check: Duration::from_secs(5),
            heartbeat: Duration::from_secs(12),
            send: Duration::from_secs(30),
        }
    }
}
