//! Makes HTTP responses from outcomes of documents or errors of requests.

use axum::{
    http::{
        HeaderMap, HeaderValue, StatusCode,
        header::{CONTENT_TYPE, VARY},
    },
    response::{IntoResponse, Response},
};
use engine::transport::{Accepted, MediaType};
use serde_json::json;

use crate::{
    api::{
        graphql::{
            error::{is_outage, of_http},
            execute::Outcome,
        },
        http::HttpError,
    },
    error::Error,
    telemetry::request_log,
};

/// The response to a document.
pub fn response(outcome: &Outcome, media_type: MediaType) -> Response {
    let status = match media_type {
        // Proxies look at the status alone, and may retry.
        _ if outcome.has_only(is_outage) => StatusCode::SERVICE_UNAVAILABLE,
        MediaType::GraphqlResponse if !outcome.is_executed() => StatusCode::BAD_REQUEST,
        // Clients of application/json take any other status for a network error.
        _ => StatusCode::OK,
    };
    let mut body = Vec::new();
    outcome.write(&mut body);
    let mut response = respond(status, media_type, body);
    if status == StatusCode::SERVICE_UNAVAILABLE {
        HttpError::from(Error::Unavailable).set_headers(response.headers_mut());
    }
    response
}

/// The response to a batch. Errors are in the outcomes, not in the status.
pub fn batch_response(outcomes: &[Outcome], media_type: MediaType) -> Response {
    let mut body = Vec::new();
    for outcome in outcomes {
        body.push(if body.is_empty() { b'[' } else { b',' });
        outcome.write(&mut body);
    }
    body.push(b']');
    respond(StatusCode::OK, media_type, body)
}

/// The response to a request that failed before execution (D21).
pub fn refused(error: &HttpError) -> Response {
    request_log::set_error(error.code());
    let body = json!({ "errors": [{ "message": error.message(), "extensions": of_http(error) }] });
    let mut response = respond(error.status(), MediaType::Json, body.to_string().into_bytes());
    error.set_headers(response.headers_mut());
    response
}

/// Whether a client prefers `application/graphql-response+json` to `application/json`.
pub fn is_strict(headers: &HeaderMap) -> bool {
    Accepted::by(headers).and_then(|it| it.whole()) == Some(MediaType::GraphqlResponse)
}

/// Gives an error the media type that such a client prefers. It would take another for no GraphQL.
pub fn set_strict(headers: &mut HeaderMap) {
    if headers.get(CONTENT_TYPE).is_some_and(|it| it == MediaType::Json.content_type()) {
        let strict = HeaderValue::from_static(MediaType::GraphqlResponse.content_type());
        headers.insert(CONTENT_TYPE, strict);
    }
}

fn respond(status: StatusCode, media_type: MediaType, body: Vec<u8>) -> Response {
    let content_type = HeaderValue::from_static(media_type.content_type());
    let vary = HeaderValue::from_static("Accept, Accept-Encoding");
    (status, [(CONTENT_TYPE, content_type), (VARY, vary)], body).into_response()
}
