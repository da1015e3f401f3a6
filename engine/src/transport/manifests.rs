//! The documents that an operator's manifests name.

use data_encoding::HEXLOWER;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, PoisonError, RwLock},
};

/// The documents of all manifests.
///
/// They can be replaced while the server runs.
#[derive(Clone, Debug, Default)]
pub struct PersistedDocuments(Arc<RwLock<Arc<Manifests>>>);

impl PersistedDocuments {
    /// The present documents.
    pub fn get(&self) -> Arc<Manifests> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Replaces all documents.
    pub fn replace(&self, documents: Manifests) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(documents);
    }
}

impl From<Manifests> for PersistedDocuments {
    fn from(documents: Manifests) -> Self {
        Self(Arc::new(RwLock::new(Arc::new(documents))))
    }
}

/// Documents by the ids that clients use, and by their hash.
#[derive(Clone, Debug, Default)]
pub struct Manifests {
    by_id: HashMap<String, Arc<str>>,
    by_hash: HashMap<String, Arc<str>>,
    texts: HashSet<Arc<str>>,
}

impl Manifests {
    /// Adds the documents of a manifest.
    ///
    /// It is an object of documents by id, as relay-compiler (`persistConfig`) and graphql-codegen
    /// (`persistedDocuments`) write it, or an Apollo manifest with a list of `operations`, each with
    /// `id` and `body`.
    ///
    /// # Errors
    /// When the manifest is not valid, or an id has another document already.
    pub fn add(&mut self, manifest: &Json) -> Result<(), String> {
        for (id, text) in read(manifest)? {
            match self.by_id.get(id) {
                Some(known) if known.as_ref() != text => {
                    return Err(format!("the id {id} has two documents"));
                }
                Some(_) => continue,
                None => {}
            }
            let document: Arc<str> = text.into();
            self.by_hash.insert(hash(text), Arc::clone(&document));
            self.texts.insert(Arc::clone(&document));
            self.by_id.insert(id.to_owned(), document);
        }
        Ok(())
    }

    /// The document with that id.
    ///
    /// Its SHA-256 hash, alone or after `sha256:`, is an id too.
    pub fn get(&self, id: &str) -> Option<&str> {
        self.by_id.get(id).or_else(|| self.by_hash.get(&hash_of(id))).map(AsRef::as_ref)
    }

    /// Whether a document has exactly that text.
    pub fn has(&self, text: &str) -> bool {
        self.texts.contains(text)
    }

    /// How many documents there are.
    pub fn count(&self) -> usize {
        self.texts.len()
    }
}

/// The SHA-256 hash of a document, in lower-case hexadecimal.
pub(super) fn hash(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text))
}

/// The hash that an id is, alone or after `sha256:`, in lower case.
pub(super) fn hash_of(id: &str) -> String {
    id.strip_prefix("sha256:").unwrap_or(id).to_ascii_lowercase()
}

/// The ids of a manifest with their documents.
fn read(manifest: &Json) -> Result<Vec<(&str, &str)>, String> {
    let operations = manifest.get("operations").and_then(Json::as_array);
    let documents: Option<_> = match (operations, manifest) {
        (Some(operations), _) => operations
            .iter()
            .map(|operation| {
                Some((operation.get("id")?.as_str()?, operation.get("body")?.as_str()?))
            })
            .collect(),
        (None, Json::Object(documents)) => {
            documents.iter().map(|(id, text)| Some((id.as_str(), text.as_str()?))).collect()
        }
        _ => return Err("must be an object".to_owned()),
    };
    let problem = match operations {
        Some(_) => "each operation must have an id and a body",
        None => "each id must have a document, a string",
    };
    documents.ok_or_else(|| problem.to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that can't go on fails")]
mod tests {
    use serde_json::json;

    use super::{Manifests, hash};

    #[test]
    fn manifests_of_relay_codegen_and_apollo_are_parsed() {
        let cases = [
            (r#"{"a": "{ b }"}"#, Ok(())),
            (
                r#"{"format": "apollo-persisted-query-manifest", "version": 1,
                "operations": [{"id": "a", "name": "B", "type": "query", "body": "{ b }"}]}"#,
                Ok(()),
            ),
            (r#"{"operations": [{"id": "a"}]}"#, Err("each operation must have an id and a body")),
            (r#"{"a": 1}"#, Err("each id must have a document, a string")),
            ("[]", Err("must be an object")),
        ];
        for (manifest, expected) in cases {
            let mut documents = Manifests::default();
            let json = serde_json::from_str(manifest).unwrap();
            assert_eq!(documents.add(&json), expected.map_err(str::to_owned), "{manifest}");
            let document = expected.is_ok().then_some("{ b }");
            let hash = hash("{ b }");
            for id in ["a", &hash, &hash.to_uppercase(), &format!("sha256:{hash}")] {
                assert_eq!(documents.get(id), document, "{manifest} {id}");
            }
            assert_eq!(documents.has("{ b }"), expected.is_ok(), "{manifest}");
        }
    }

    #[test]
    fn several_manifests_are_one_list() {
        let mut documents = Manifests::default();
        for manifest in [json!({ "a": "{ b }" }), json!({ "a": "{ b }", "c": "{ d }" })] {
            assert_eq!(documents.add(&manifest), Ok(()));
        }
        assert_eq!(documents.count(), 2);
        let twice = documents.add(&json!({ "a": "{ e }" }));
        assert_eq!(twice, Err("the id a has two documents".to_owned()));
    }
}
