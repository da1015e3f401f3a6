//! Compresses responses.

use axum::{
    body::{Body, Bytes, HttpBody, to_bytes},
    http::{
        HeaderMap, HeaderValue,
        header::{CONTENT_ENCODING, CONTENT_LENGTH, ETAG, VARY},
    },
    response::Response,
};
use tokio::task::spawn_blocking;

use crate::api::http::{Coding, Effort, coded};

/// Responses of fewer bytes fit into one packet anyway.
const MIN_BYTES: u64 = 1024;
/// Responses of more bytes are compressed on a thread of their own.
const LONG: usize = 128 * 1024;

/// Compresses a response that is whole. One that streams has no known length.
///
/// At once, so that no compressor waits for a slow client, and the length is known
/// (docs/decisions/0062-compressed-responses.md).
pub async fn compress(coding: Option<Coding>, response: Response) -> Response {
    let is_short = response.body().size_hint().exact().is_none_or(|bytes| bytes < MIN_BYTES);
    if is_short || is_negotiated(response.headers()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let says_so = |value: &HeaderValue| value.as_bytes().ends_with(b"Accept-Encoding");
    if !parts.headers.get_all(VARY).iter().any(says_so) {
        parts.headers.append(VARY, HeaderValue::from_static("Accept-Encoding"));
    }
    let Some(coding) = coding else { return Response::from_parts(parts, body) };
    // A body of known length is in memory.
    let Ok(plain) = to_bytes(body, usize::MAX).await else {
        return Response::from_parts(parts, Body::empty());
    };
    let text = plain.clone();
    let body = match compressed(coding, plain).await {
        Some(compressed) => {
            parts.headers.insert(CONTENT_ENCODING, coding.value());
            parts.headers.remove(CONTENT_LENGTH);
            if let Some(tag) = parts.headers.get(ETAG).and_then(|tag| coded(tag, coding)) {
                parts.headers.insert(ETAG, tag);
            }
            compressed.into()
        }
        None => text,
    };
    Response::from_parts(parts, body.into())
}

/// Whether a response's coding is negotiated already.
fn is_negotiated(headers: &HeaderMap) -> bool {
    let varies = |value: &HeaderValue| value.as_bytes().eq_ignore_ascii_case(b"accept-encoding");
    headers.contains_key(CONTENT_ENCODING) || headers.get_all(VARY).iter().any(varies)
}

async fn compressed(coding: Coding, plain: Bytes) -> Option<Vec<u8>> {
    if plain.len() > LONG {
        spawn_blocking(move || coding.compress(&plain, Effort::Little)).await.ok()?.ok()
    } else {
        coding.compress(&plain, Effort::Little).ok()
    }
}
