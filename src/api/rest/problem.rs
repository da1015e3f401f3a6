//! Errors as problem details (RFC 9457), for clients that ask for them.

use axum::{
    body::to_bytes,
    http::{
        HeaderMap, HeaderValue,
        header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE},
    },
    response::Response,
};
use serde::Serialize;
use serde_json::Value as Json;

use super::responses::JSON;
use crate::api::http::{accepted, parsed};

/// The media type of problem details.
const PROBLEM: &str = "application/problem+json";

/// The body of an error for such clients.
#[derive(Serialize)]
struct Problem<'a> {
    /// No page describes the error: its status says what it is.
    r#type: &'static str,
    title: &'a str,
    status: u16,
    detail: &'a Json,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<&'a Json>,
}

/// Whether a client wants problem details.
pub fn wants_problem(headers: &HeaderMap) -> bool {
    prefers(headers, PROBLEM)
}

/// Whether a client wants that media type. It does if it names it, and wants plain JSON no more than it.
pub fn prefers(headers: &HeaderMap, media_type: &str) -> bool {
    let accepted = accepted(headers, ACCEPT);
    let weight = |name: &str| {
        let named = accepted.iter().find(|(range, _)| range.eq_ignore_ascii_case(name));
        named.map_or(0, |(_, weight)| *weight)
    };
    weight(media_type) > 0 && weight(media_type) >= weight(JSON)
}

/// Turns the body of an error into problem details. It is JSON in memory, whatever wrote it: a
/// handler, a layer around it, or an earlier request with the same `Idempotency-Key`.
pub async fn problem(response: Response) -> Response {
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    let content_type = response.headers().get(CONTENT_TYPE);
    if !is_error || content_type.is_none_or(|value| value != JSON) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let text = || {
        let body = parsed(&body).ok()?;
        let (title, status) = (status.canonical_reason().unwrap_or_default(), status.as_u16());
        let (detail, errors) = (body.get("message")?, body.get("errors"));
        let problem = Problem { r#type: "about:blank", title, status, detail, errors };
        serde_json::to_vec(&problem).ok()
    };
    let Some(text) = text() else { return Response::from_parts(parts, body.into()) };
    parts.headers.insert(CONTENT_TYPE, HeaderValue::from_static(PROBLEM));
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, text.into())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header::ACCEPT};

    use super::wants_problem;

    #[test]
    fn clients_ask_for_problem_details() {
        let cases = [
            ("application/problem+json", true),
            ("application/json, application/problem+json", true),
            ("APPLICATION/problem+json;q=0.1", true),
            ("application/problem+json;q=0.5, application/json;q=0.4", true),
            ("application/json, application/problem+json;q=0.9", false),
            ("application/problem+json;q=0", false),
            ("application/json", false),
            ("*/*", false),
            ("", false),
        ];
        for (accept, expected) in cases {
            let headers = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static(accept))]);
            assert_eq!(wants_problem(&headers), expected, "{accept:?}");
        }
    }
}
