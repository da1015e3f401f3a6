//! Requests that somebody on the way may have read otherwise than we do.

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
    server::{layers::Patience, router::refused_at},
};

/// Refuses what HTTP/1 wants refused (RFC 9112, 3.2 and 6.1) and the library lets through. What came
/// over no connection has no such head.
pub async fn sane(request: Request, next: Next) -> Response {
    let wrong = match request.extensions().get::<Patience>() {
        Some(_) => problem(&request),
        None => None,
    };
    match wrong {
        Some(problem) => refused_at(request.uri().path(), &Error::bad_request(problem).into()),
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
