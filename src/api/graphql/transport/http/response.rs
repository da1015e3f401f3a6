//! HTTP responses: the outcome of a document, or the error of a request.

use async_graphql::{ErrorExtensionValues, Response as Outcome, ServerError, Value};
use axum::{
    http::{HeaderValue, StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;

use super::negotiate::MediaType;
use crate::{
    api::{graphql::resolve, http::HttpError},
    error::Error,
    telemetry::request_log,
};

/// The body of a response, its fields in the order of the specification.
#[derive(Serialize)]
pub struct Body<'a> {
    #[serde(skip_serializing_if = "<[ServerError]>::is_empty")]
    errors: &'a [ServerError],
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<&'a Value>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    extensions: &'a BTreeMap<String, Value>,
}

impl<'a> Body<'a> {
    /// The body of an outcome. Without execution there are errors and no `data`.
    pub fn of(outcome: &'a Outcome) -> Self {
        // Only errors of execution have a path.
        let executed =
            outcome.data != Value::Null || outcome.errors.iter().any(|e| !e.path.is_empty());
        Self {
            errors: &outcome.errors,
            data: executed.then_some(&outcome.data),
            extensions: &outcome.extensions,
        }
    }

    /// Whether the document was executed.
    pub const fn is_executed(&self) -> bool {
        self.data.is_some()
    }
}

/// The response to a document.
pub fn response(outcome: &Outcome, media_type: MediaType) -> Response {
    let body = Body::of(outcome);
    let status = match media_type {
        // Proxies look at the status alone, and may retry.
        _ if resolve::is_outage(outcome) => StatusCode::SERVICE_UNAVAILABLE,
        MediaType::GraphqlResponse if !body.is_executed() => StatusCode::BAD_REQUEST,
        // Clients of application/json take any other status for a network error.
        _ => StatusCode::OK,
    };
    let mut response = respond(status, media_type, &body);
    if status == StatusCode::SERVICE_UNAVAILABLE {
        HttpError::from(Error::Unavailable).set_headers(response.headers_mut());
    }
    response
}

/// The response to a batch. Errors are in the outcomes, not in the status.
pub fn batch_response(outcomes: &[Outcome], media_type: MediaType) -> Response {
    let bodies: Vec<Body<'_>> = outcomes.iter().map(Body::of).collect();
    respond(StatusCode::OK, media_type, &bodies)
}

/// The response to a request that failed before execution (D21).
pub fn refused(error: &HttpError) -> Response {
    request_log::set_error(error.code());
    let extensions = error.error().map(resolve::extensions).unwrap_or_else(|| {
        let mut extensions = ErrorExtensionValues::default();
        extensions.set("code", error.code().as_str());
        if let HttpError::RateLimited { wait } = error {
            extensions.set("retryAfter", *wait);
        }
        extensions
    });
    let body = json!({ "errors": [{ "message": error.message(), "extensions": extensions }] });
    let mut response = respond(error.status(), MediaType::Json, &body);
    error.set_headers(response.headers_mut());
    response
}

fn respond(status: StatusCode, media_type: MediaType, body: &impl Serialize) -> Response {
    match serde_json::to_vec(body) {
        Ok(bytes) => {
            let content_type = HeaderValue::from_static(media_type.content_type());
            (status, [(CONTENT_TYPE, content_type)], bytes).into_response()
        }
        Err(error) => {
            tracing::error!(%error, "an answer could not be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
