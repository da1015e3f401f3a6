//! Documents that clients name by an id instead of sending them: trusted ones, which the operator
//! brings along, and automatic ones, which a client sends once and names by their hash from then on.

use data_encoding::HEXLOWER;
use moka::sync::Cache;
use sha2::{Digest, Sha256};
use std::sync::Arc;

use super::parameters::Parameters;
use crate::{
    api::graphql::settings::{Settings, Trusted},
    error::Error,
    telemetry::metrics::Metrics,
};

/// Bytes of documents that clients have sent and may name.
const AUTOMATIC_BYTES: u64 = 4 * 1024 * 1024;

/// The documents that may be named.
#[derive(Clone)]
pub struct Persisted {
    trusted: Arc<Trusted>,
    trusted_only: bool,
    automatic: Cache<String, Arc<str>>,
    metrics: Arc<Metrics>,
}

impl Persisted {
    /// Those of the settings, and none that clients have sent.
    pub fn new(settings: &Settings, metrics: Arc<Metrics>) -> Self {
        let automatic = Cache::builder()
            .max_capacity(AUTOMATIC_BYTES)
            .weigher(|_, document: &Arc<str>| u32::try_from(document.len()).unwrap_or(u32::MAX))
            .build();
        Self {
            trusted: Arc::clone(&settings.trusted),
            trusted_only: settings.trusted_only,
            automatic,
            metrics,
        }
    }

    /// The document that a request means, `None` where it is not known: by its text, by an id
    /// (`documentId`) or by a hash (`extensions.persistedQuery.sha256Hash`). A text that comes with
    /// its hash can be named by it from then on. The text is taken out of the parameters.
    ///
    /// # Errors
    /// `BadRequest` for a request that names no document, for a hash that is not the text's, and,
    /// where only trusted documents are taken, for any other.
    pub fn document(&self, parameters: &mut Parameters) -> Result<Option<String>, Error> {
        match (parameters.query.take(), id(parameters)) {
            (None, None) => Err(Error::bad_request("query is required")),
            (None, Some(id)) => {
                let document = self.named(id);
                if document.is_none() {
                    self.metrics.refused("unknown");
                }
                Ok(document)
            }
            (Some(text), _) if self.trusted_only && !self.trusted.has(&text) => {
                self.metrics.refused("untrusted");
                Err(Error::bad_request("Only trusted documents are taken"))
            }
            (Some(text), None) => Ok(Some(text)),
            (Some(text), Some(hash)) => {
                if HEXLOWER.encode(&Sha256::digest(&text)) != hash {
                    self.metrics.refused("hash");
                    return Err(Error::bad_request("sha256Hash is not the hash of the query"));
                }
                self.automatic.insert(hash.to_owned(), text.as_str().into());
                Ok(Some(text))
            }
        }
    }

    fn named(&self, id: &str) -> Option<String> {
        let trusted = self.trusted.get(id).map(str::to_owned);
        trusted.or_else(|| self.automatic.get(id).map(|document| document.as_ref().to_owned()))
    }
}

/// The name that a request has for its document.
pub fn id(parameters: &Parameters) -> Option<&str> {
    let hash = || parameters.extensions.get("persistedQuery")?.get("sha256Hash")?.as_str();
    parameters.document_id.as_deref().or_else(hash)
}
