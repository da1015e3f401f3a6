//! What the paths of both APIs accept.

use axum::{
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header::ALLOW},
    response::{IntoResponse, Response},
};

pub use engine::transport::{accepted, values};

/// The header with the media types that `PATCH` takes (RFC 5789).
pub const ACCEPT_PATCH: HeaderName = HeaderName::from_static("accept-patch");

/// The media types that `PATCH` takes.
pub const PATCH_TYPES: &str = "application/json, application/merge-patch+json";

/// Answers `OPTIONS` of a path that can only be read.
pub async fn allow_reading() -> Response {
    allow(&HeaderValue::from_static("GET,HEAD,OPTIONS"))
}

/// Answers `OPTIONS` with the methods of a path.
pub fn allow(methods: &HeaderValue) -> Response {
    (StatusCode::NO_CONTENT, HeaderMap::from_iter([(ALLOW, methods.clone())])).into_response()
}
