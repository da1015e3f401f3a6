//! Answers: what became of a document, and why a request did not get that far.

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

/// The body of an answer, its fields in the order of the specification.
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
    /// Of what became of a document. One that could not be executed at all has errors and no
    /// `data`.
    pub fn of(outcome: &'a Outcome) -> Self {
        // An error that belongs to a field has a path to it; one without comes from before
        // execution.
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

/// The answer to a document.
pub fn answered(outcome: &Outcome, media_type: MediaType) -> Response {
    let body = Body::of(outcome);
    let status = match media_type {
        // Whoever looks at the status alone, a proxy for example, may send it again.
        _ if resolve::is_outage(outcome) => StatusCode::SERVICE_UNAVAILABLE,
        MediaType::GraphqlResponse if !body.is_executed() => StatusCode::BAD_REQUEST,
        // Clients that know only application/json take another status for a broken connection.
        _ => StatusCode::OK,
    };
    let mut response = respond(status, media_type, &body);
    if status == StatusCode::SERVICE_UNAVAILABLE {
        HttpError::from(Error::Unavailable).set_headers(response.headers_mut());
    }
    response
}

/// The answer to the documents of a batch, in their order. What became of each, its own errors say.
pub fn answered_in_order(outcomes: &[Outcome], media_type: MediaType) -> Response {
    let bodies: Vec<Body<'_>> = outcomes.iter().map(Body::of).collect();
    respond(StatusCode::OK, media_type, &bodies)
}

/// The answer to what failed before execution (D21).
pub fn refused(refusal: &HttpError) -> Response {
    request_log::refused(refusal.code());
    let extensions = refusal.error().map(resolve::extensions).unwrap_or_else(|| {
        let mut extensions = ErrorExtensionValues::default();
        extensions.set("code", refusal.code().as_str());
        if let HttpError::RateLimited { wait } = refusal {
            extensions.set("retryAfter", *wait);
        }
        extensions
    });
    let error = json!({ "message": refusal.message(), "extensions": extensions });
    let body = json!({ "errors": [error] });
    let mut response = respond(refusal.status(), MediaType::Json, &body);
    refusal.set_headers(response.headers_mut());
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
