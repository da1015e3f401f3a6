//! What can be done, written once over any kind of record.
//!
//! Each operation begins with the permission, so that neither face has to. A write is one
//! statement, which decides by itself whether it applies; only when it hits no row does a second
//! one find out why. What was written is told by an event in the same transaction (`writer`).

use std::future::Future;
use tracing::Instrument;

use crate::{
    error::Error,
    resources::{Key, Resource},
};

/// The fields of a JSON object that somebody sent, by the names of interface.md.
pub type Fields = serde_json::Map<String, serde_json::Value>;

/// One record of a kind, by its key.
#[derive(Clone, Debug)]
pub struct Target {
    /// The kind.
    pub resource: &'static Resource,
    /// The key; `None` for a text that no record's key can be, which is looked for in vain (D13).
    pub key: Option<Key>,
}

impl Target {
    /// The record that a text names.
    #[must_use]
    pub fn named(resource: &'static Resource, key: &str) -> Self {
        Self { resource, key: resource.key.read(key) }
    }
}

impl Resource {
    /// "Locale not found".
    #[must_use]
    pub fn missing(&self) -> Error {
        Error::NotFound(format!("{} not found", self.title))
    }

    /// "Locale is not deleted".
    #[must_use]
    pub fn live(&self) -> Error {
        Error::NotDeleted(format!("{} is not deleted", self.title))
    }

    /// "Locale is already deleted".
    pub(super) fn already_deleted(&self) -> Error {
        Error::AlreadyDeleted(format!("{} is already deleted", self.title))
    }
}

/// Runs a write to its end, even when the caller hangs up: what has begun is finished, and the
/// caches it makes stale are cleared.
pub(crate) async fn to_the_end<T: Send + 'static>(
    write: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    match tokio::spawn(write.in_current_span()).await {
        Ok(outcome) => outcome,
        Err(error) => {
            tracing::error!(%error, "an operation did not end");
            Err(Error::Internal)
        }
    }
}
