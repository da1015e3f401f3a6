//! Requests in short. A path without a leading slash is below `/api/v1/`.

use std::borrow::Borrow;

use axum::body::Body;
use serde_json::{Value as Json, json};

use super::{Response, TestApp, request, uuid};

impl TestApp {
    /// Sends a GraphQL document without variables.
    pub async fn query(&self, token: &str, document: &str) -> Response {
        self.graphql(Some(token), document, json!({})).await
    }

    /// The data of a GraphQL document without variables and errors.
    pub async fn data(&self, token: &str, document: &str) -> Json {
        self.query(token, document).await.data().clone()
    }

    pub async fn get(&self, token: &str, path: &str) -> Response {
        self.rest("GET", &full(path), Some(token), None).await
    }

    pub async fn delete(&self, token: &str, path: &str) -> Response {
        self.rest("DELETE", &full(path), Some(token), None).await
    }

    pub async fn post(&self, token: &str, path: &str, body: &Json) -> Response {
        self.rest("POST", &full(path), Some(token), Some(body)).await
    }

    pub async fn post_empty(&self, token: &str, path: &str) -> Response {
        self.rest("POST", &full(path), Some(token), None).await
    }

    pub async fn patch(&self, token: &str, path: &str, body: &Json) -> Response {
        self.rest("PATCH", &full(path), Some(token), Some(body)).await
    }

    /// Sends a REST request with further headers. The body's type is JSON unless they say otherwise.
    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Response {
        self.send(request(method, &full(path), token, headers, body)).await
    }
}

fn full(path: &str) -> String {
    let prefix = if path.starts_with('/') { "" } else { "/api/v1/" };
    format!("{prefix}{path}")
}

/// A member of each item of a list.
#[track_caller]
pub fn each(list: &Json, member: &str) -> Vec<Json> {
    let items = list.as_array().unwrap_or_else(|| panic!("no list: {list}"));
    items.iter().map(|item| item[member].clone()).collect()
}

/// A row with further or other columns.
pub fn with(mut row: Json, columns: impl Borrow<Json>) -> Json {
    let columns = columns.borrow().as_object().unwrap().clone();
    row.as_object_mut().unwrap().extend(columns);
    row
}

/// The row of an account `a1@example.com`, with further or other columns.
pub fn user(id: i64, columns: Json) -> Json {
    with(json!({ "id": id, "uuid": uuid(id), "email": format!("a{id}@example.com") }), columns)
}
