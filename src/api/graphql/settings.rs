//! GraphQL settings that an operator can change.

use serde_json::Value as Json;
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use crate::api::graphql::{guard::Limits, timeouts::Timeouts};

/// The settings; the defaults are safe on the open internet.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Limits of a document.
    pub limits: Limits,
    /// Most requests in a batch; 0 disables batches.
    pub max_batch: usize,
    /// Whether introspection and GraphiQL are disabled.
    pub hide_schema: bool,
    /// Documents that clients can name by id.
    pub trusted: Arc<Trusted>,
    /// Whether other documents are rejected.
    pub trusted_only: bool,
    /// Timeouts of live connections.
    pub timeouts: Timeouts,
}

/// Documents by the id under which clients name them.
#[derive(Clone, Debug, Default)]
pub struct Trusted {
    by_id: HashMap<String, Arc<str>>,
    texts: HashSet<Arc<str>>,
}

impl Trusted {
    /// Parses a manifest.
    ///
    /// It is an object of documents by id, as Relay's compiler writes it, or an Apollo manifest with
    /// a list of `operations`, each with `id` and `body`.
    ///
    /// # Errors
    /// When the manifest is not valid.
    pub fn read(manifest: &str) -> Result<Self, String> {
        let json: Json = serde_json::from_str(manifest).map_err(|error| error.to_string())?;
        let text = |json: &Json| json.as_str().map(str::to_owned);
        let document = |json: &Json| json.as_str().map(Arc::from);
        let documents = match (json.get("operations"), &json) {
            (Some(Json::Array(operations)), _) => operations
                .iter()
                .map(|operation| {
                    Some((text(operation.get("id")?)?, document(operation.get("body")?)?))
                })
                .collect::<Option<_>>()
                .ok_or("each operation must have an id and a body"),
            (_, Json::Object(documents)) => documents
                .iter()
                .map(|(id, text)| Some((id.clone(), document(text)?)))
                .collect::<Option<_>>()
                .ok_or("each id must have a document, a string"),
            _ => Err("must be an object"),
        };
        let by_id: HashMap<String, Arc<str>> = documents?;
        let texts = by_id.values().cloned().collect();
        Ok(Self { by_id, texts })
    }

    /// The document with that id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&str> {
        self.by_id.get(id).map(AsRef::as_ref)
    }

    /// Whether a document has exactly that text.
    #[must_use]
    pub fn has(&self, text: &str) -> bool {
        self.texts.contains(text)
    }
}

#[cfg(test)]
mod tests {
    use super::Trusted;

    #[test]
    fn manifests_of_relay_and_apollo_are_parsed() {
        let cases = [
            (r#"{"a": "{ b }"}"#, Some("{ b }")),
            (
                r#"{"format": "apollo-persisted-query-manifest", "version": 1,
                "operations": [{"id": "a", "name": "B", "type": "query", "body": "{ b }"}]}"#,
                Some("{ b }"),
            ),
            (r#"{"operations": [{"id": "a"}]}"#, None),
            (r#"{"a": 1}"#, None),
            ("[]", None),
            ("{", None),
        ];
        for (manifest, document) in cases {
            let trusted = Trusted::read(manifest).ok();
            assert_eq!(trusted.as_ref().and_then(|it| it.get("a")), document, "{manifest}");
            assert_eq!(trusted.is_some_and(|it| it.has("{ b }")), document.is_some(), "{manifest}");
        }
    }
}
