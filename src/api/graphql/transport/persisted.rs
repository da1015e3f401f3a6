//! Stores persisted documents by id. There are trusted ones of the operator, and automatic ones
//! that clients register.

use std::sync::Arc;

use super::parameters::Parameters;
use crate::{
    api::graphql::{
        documents::{PersistedDocuments, hash, hash_of},
        settings::Settings,
    },
    error::Error,
    store::BoundedCache,
    telemetry::metrics::{Metrics, RejectionReason},
};

/// Bytes of text of automatic persisted documents.
const AUTOMATIC_BYTES: usize = 4 * 1024 * 1024;

/// Documents by id.
#[derive(Clone)]
pub struct Persisted {
    trusted: PersistedDocuments,
    trusted_only: bool,
    automatic: BoundedCache<String, Arc<str>>,
    metrics: Arc<Metrics>,
}

impl Persisted {
    /// Creates the store, with the trusted documents of the settings.
    pub fn new(settings: &Settings, metrics: Arc<Metrics>) -> Self {
        Self {
            trusted: settings.trusted.clone(),
            trusted_only: settings.trusted_only,
            automatic: BoundedCache::of_bytes(AUTOMATIC_BYTES, |id: &String, text: &Arc<str>| {
                id.len() + text.len()
            }),
            metrics,
        }
    }

    /// The text of a request's document. `None`: an id that is not known.
    ///
    /// The request has the text, its id (`documentId`) or its hash
    /// (`extensions.persistedQuery.sha256Hash`). A text together with its hash is registered. The
    /// text is moved out of the parameters.
    ///
    /// # Errors
    /// `BadRequest` without text and id, for an id of another text, and for a text that is not
    /// trusted where only trusted documents are allowed.
    pub fn document(&self, parameters: &mut Parameters) -> Result<Option<String>, Error> {
        match (parameters.query.take(), parameters.persisted_id()) {
            (None, None) => Err(Error::bad_request("query is required")),
            (None, Some(id)) => {
                let document = self.get(id);
                if document.is_none() {
                    self.metrics.refused(RejectionReason::Unknown);
                }
                Ok(document)
            }
            (Some(text), _) if !self.allows(&text) => {
                self.metrics.refused(RejectionReason::Untrusted);
                Err(Error::bad_request("Only trusted documents are accepted"))
            }
            (Some(text), None) => Ok(Some(text)),
            (Some(text), Some(id)) => {
                if hash(&text) == hash_of(id) {
                    self.automatic.insert(hash_of(id), text.as_str().into());
                } else if self.trusted.get().get(id) != Some(text.as_str()) {
                    self.metrics.refused(RejectionReason::Hash);
                    return Err(Error::bad_request(match parameters.document_id {
                        Some(_) => "documentId is not the id or the hash of the query",
                        None => "sha256Hash is not the hash of the query",
                    }));
                }
                Ok(Some(text))
            }
        }
    }

    fn get(&self, id: &str) -> Option<String> {
        let automatic = || self.automatic.get(&hash_of(id)).filter(|text| self.allows(text));
        let trusted = self.trusted.get().get(id).map(str::to_owned);
        trusted.or_else(|| automatic().map(|document| document.as_ref().to_owned()))
    }

    /// Whether a text can be run. It may have changed since it was registered.
    fn allows(&self, text: &str) -> bool {
        !self.trusted_only || self.trusted.get().has(text)
    }
}
