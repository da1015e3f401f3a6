//! GraphQL settings that an operator can change.

use engine::transport::PersistedDocuments;
use std::time::Duration;

use crate::api::graphql::guard::Limits;

/// The settings; the defaults are safe on the open internet.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Limits of a document.
    pub limits: Limits,
    /// Most requests in a batch; 0 disables batches.
    pub max_batch: usize,
    /// Whether introspection and GraphiQL are disabled.
    pub hide_schema: bool,
    /// Whether the schema is a subgraph of Apollo Federation.
    pub federation: bool,
    /// Documents that clients can name by id.
    pub trusted: PersistedDocuments,
    /// Whether other documents are rejected.
    pub trusted_only: bool,
    /// Timeouts of live connections.
    pub timeouts: Timeouts,
}

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
