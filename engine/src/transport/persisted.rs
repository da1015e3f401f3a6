//! Stores persisted documents by id. There are trusted ones of the operator, and automatic ones
//! that clients register.

use std::sync::Arc;

use super::{
    manifests::{PersistedDocuments, hash, hash_of},
    parameters::Parameters,
};
use crate::{BoundedCache, guard::RejectionReason};

/// Bytes of text of automatic persisted documents.
const AUTOMATIC_BYTES: usize = 4 * 1024 * 1024;

/// Documents by id.
#[derive(Clone)]
pub struct Persisted {
    trusted: PersistedDocuments,
    trusted_only: bool,
    automatic: BoundedCache<String, Arc<str>>,
}

impl Persisted {
    /// Creates the store, with documents that are trusted, and maybe only these.
    pub fn new(trusted: PersistedDocuments, trusted_only: bool) -> Self {
        let weigh = |id: &String, text: &Arc<str>| id.len() + text.len();
        let automatic = BoundedCache::of_bytes(AUTOMATIC_BYTES, weigh);
        Self { trusted, trusted_only, automatic }
    }

    /// The text of a request's document.
    ///
    /// `None`: an id that is not known.
    ///
    /// The request has the text, its id (`documentId`) or its hash
    /// (`extensions.persistedQuery.sha256Hash`). A text together with its hash is registered. The
    /// text is moved out of the parameters.
    ///
    /// # Errors
    /// Without text and id, for an id of another text, and for a text that is not trusted where only
    /// trusted documents are allowed: why, and the label for metrics.
    pub fn document(
        &self,
        parameters: &mut Parameters,
    ) -> Result<Option<String>, (&'static str, Option<RejectionReason>)> {
        match (parameters.query.take(), parameters.persisted_id()) {
            (None, None) => Err(("query is required", None)),
            (None, Some(id)) => Ok(self.get(id)),
            (Some(text), _) if !self.allows(&text) => {
                Err(("Only trusted documents are accepted", Some(RejectionReason::Untrusted)))
            }
            (Some(text), None) => Ok(Some(text)),
            (Some(text), Some(id)) => {
                if hash(&text) == hash_of(id) {
                    self.automatic.insert(hash_of(id), text.as_str().into());
                } else if self.trusted.get().get(id) != Some(text.as_str()) {
                    let problem = match parameters.document_id {
                        Some(_) => "documentId is not the id or the hash of the query",
                        None => "sha256Hash is not the hash of the query",
                    };
                    return Err((problem, Some(RejectionReason::Hash)));
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
