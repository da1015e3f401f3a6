//! GraphQL settings that an operator can change.

use engine::transport::PersistedDocuments;

use crate::api::{graphql::guard::Limits, http::Timeouts};

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
