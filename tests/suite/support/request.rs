//! Requests to the service under test, and the values that they take.

use axum::{
    body::Body,
    http::{
        Method, Request,
        header::{AUTHORIZATION, CONTENT_TYPE},
    },
};
use serde_json::Value as Json;

use super::{Response, TestApp};

/// A request with these headers; its body is JSON unless one of them says otherwise.
pub fn request(
    method: &str,
    path: &str,
    token: Option<&str>,
    headers: &[(&str, &str)],
    body: impl Into<Body>,
) -> Request<Body> {
    let mut request = Request::builder();
    if let Some(token) = token {
        request = request.header(AUTHORIZATION, format!("Bearer {token}"));
    }
    if !headers.iter().any(|(name, _)| *name == CONTENT_TYPE.as_str()) {
        request = request.header(CONTENT_TYPE, "application/json");
    }
    let method = Method::from_bytes(method.as_bytes()).unwrap();
    let request = request.method(method).uri(path);
    let request =
        headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    request.body(body.into()).unwrap()
}

/// The code of the error at each of these paths, or null.
pub fn error_codes(response: &Response, names: &[&str]) -> Vec<Json> {
    let errors = response.body["errors"].as_array().cloned().unwrap_or_default();
    let code = |name: &&str| {
        let error = errors.iter().find(|error| error["path"][0] == **name);
        error.map(|error| error["extensions"]["code"].clone()).unwrap_or_default()
    };
    names.iter().map(code).collect()
}

impl TestApp {
    /// Closes all connections, as if the database were gone.
    pub async fn close_database(&self) {
        let database = &self.state.database;
        let operator = database.operator();
        for connection in [operator.writer, operator.reader, &database.background] {
            connection.close_by_ref().await.unwrap();
        }
    }
}
