//! Rejects ambiguous requests (request smuggling).

use axum::{
    extract::Request,
    http::{
        Version,
        header::{HOST, TRANSFER_ENCODING},
    },
};

use super::RequestTimeout;
use crate::error::Error;

/// Rejects what RFC 9112 (3.2 and 6.1) forbids and hyper accepts. Only requests that came over a
/// connection are checked.
pub fn validate_headers(request: &Request) -> Result<(), Error> {
    let came_over_connection = request.extensions().get::<RequestTimeout>().is_some();
    match problem(request).filter(|_| came_over_connection) {
        Some(problem) => Err(Error::bad_request(problem)),
        None => Ok(()),
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
