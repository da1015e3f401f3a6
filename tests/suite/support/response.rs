//! Responses, with helpers for assertions.

use axum::http::{HeaderMap, StatusCode};
use serde_json::Value as Json;

/// A response that was read completely.
#[derive(Debug)]
pub struct Response {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Json,
    /// The raw body, which keeps the order of fields.
    pub text: String,
}

impl Response {
    /// REST's `message`.
    pub fn message(&self) -> &str {
        self.body["message"].as_str().unwrap_or_default()
    }

    /// The names of the body's fields, in order.
    pub fn names(&self) -> Vec<&str> {
        names(&self.body)
    }

    /// Code and message of the first GraphQL error.
    pub fn error(&self) -> Option<(&str, &str)> {
        let error = self.body["errors"].get(0)?;
        Some((error["extensions"]["code"].as_str()?, error["message"].as_str()?))
    }

    /// The code of the first GraphQL error.
    pub fn code(&self) -> Option<&str> {
        Some(self.error()?.0)
    }

    /// The data of a GraphQL response without errors.
    #[track_caller]
    pub fn data(&self) -> &Json {
        assert_eq!(self.body.get("errors"), None, "{}", self.body);
        &self.body["data"]
    }

    /// The version in its `ETag`, which a hash of the body follows.
    pub fn version(&self) -> &str {
        let tag = self.headers["etag"].to_str().unwrap();
        tag.strip_prefix('"').and_then(|it| it.split_once('-')).unwrap_or_default().0
    }

    /// The response, after asserting its status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.body);
        self
    }
}

/// The names in alphabetical order.
pub fn sorted(mut names: Vec<&str>) -> Vec<&str> {
    names.sort_unstable();
    names
}

/// The names of an object's fields, in order.
pub fn names(object: &Json) -> Vec<&str> {
    object.as_object().into_iter().flat_map(|fields| fields.keys()).map(String::as_str).collect()
}
