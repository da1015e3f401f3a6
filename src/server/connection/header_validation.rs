//! Rejects ambiguous requests (request smuggling).

use axum::{
    extract::Request,
    http::{
        Version,
        header::{HOST, TRANSFER_ENCODING},
    },
    middleware::Next,
    response::Response,
};

use crate::{
    error::Error,
    server::{layers::RequestTimeout, responses::error_response},
};

/// Rejects what RFC 9112 (3.2 and 6.1) forbids and hyper accepts. Only requests that came over a
/// connection are checked.
pub async fn validate_headers(request: Request, next: Next) -> Response {
    let problem = match request.extensions().get::<RequestTimeout>() {
        Some(_) => problem(&request),
        None => None,
    };
    match problem {
        Some(problem) => error_response(request.uri().path(), &Error::bad_request(problem).into()),
        None => next.run(request).await,
    }
}

fn problem(request: &Request) -> Option<&'static str> {
    let hosts = request.headers().get_all(HOST).iter().count();
    let mut codings = request.headers().get_all(TRANSFER_ENCODING).iter();
    if hosts > 1 || (hosts == 0 && request.version() == Version::HTTP_11) {
        Some("There must be one Host header")
    } else if codings.any(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"chunked")) {
        Some("Transfer-Encoding must be chunked")
    } else {
        None
    }
}
