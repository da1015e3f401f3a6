//! The body of a request.

use axum::{
    body::{Body, Bytes, to_bytes},
    extract::Request,
    http::{
        HeaderMap, HeaderValue,
        header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE},
        request::Parts,
    },
};
use http_body_util::LengthLimitError;
use serde_json::Value as Json;
use std::{error::Error, fmt};

use super::{error::Refusal, nesting};
use crate::{error::Failure, operations::records::Fields};

/// Most bytes of a body (D20).
pub const BODY_BYTES: usize = 1024 * 1024;

/// A request whose body has been read.
pub struct Sent {
    /// All of it but the body.
    pub parts: Parts,
    /// The body.
    pub body: Bytes,
    /// What has not been read: a client that still sends it goes on until it is answered.
    _unread: Option<Body>,
}

impl Sent {
    /// Reads the body, which has to be JSON.
    ///
    /// # Errors
    /// For another content type, a compressed body, and one past 1 MiB or too slow.
    pub async fn json(request: Request) -> Result<Self, Refusal> {
        let mut codings = request.headers().get_all(CONTENT_ENCODING).iter();
        if !is_json(request.headers()) {
            return Err(Refusal::UnsupportedMediaType);
        }
        if codings.any(|coding| !is_identity(coding)) {
            return Err(Refusal::Compressed);
        }
        Self::whole(request).await
    }

    /// Reads the body, whatever it is.
    ///
    /// # Errors
    /// For a body past 1 MiB or too slow.
    pub async fn whole(request: Request) -> Result<Self, Refusal> {
        let (parts, body) = request.into_parts();
        let declared = parts.headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        let length = declared.and_then(|text| text.parse().ok());
        if length.is_some_and(|bytes: usize| bytes > BODY_BYTES) {
            return Err(Refusal::TooLarge);
        }
        let body = to_bytes(body, BODY_BYTES).await.map_err(|error| unread(&error))?;
        Ok(Self { parts, body, _unread: None })
    }

    /// Leaves the body where it is.
    #[must_use]
    pub fn bodiless(request: Request) -> Self {
        let (parts, body) = request.into_parts();
        Self { parts, body: Bytes::new(), _unread: Some(body) }
    }

    /// The headers.
    #[must_use]
    pub const fn headers(&self) -> &HeaderMap {
        &self.parts.headers
    }

    /// The JSON that is the body.
    ///
    /// # Errors
    /// When it is malformed, and when it is nested too deep.
    pub fn value(&self) -> Result<Json, Refusal> {
        Ok(parsed(&self.body)?)
    }

    /// The fields of the JSON object that is the body.
    ///
    /// # Errors
    /// As `value`, and for JSON that is no object.
    pub fn fields(&self) -> Result<Fields, Refusal> {
        match self.value()? {
            Json::Object(fields) => Ok(fields),
            _ => Err(no_object()),
        }
    }
}

/// The refusal of JSON that is no object where one is needed.
#[must_use]
pub fn no_object() -> Refusal {
    Failure::bad_request("The body must be a JSON object").into()
}

/// The JSON that is in a text.
///
/// # Errors
/// `BadRequest` for what is malformed or nested too deep.
pub fn parsed(text: &[u8]) -> Result<Json, Failure> {
    if nesting::is_too_deep(text) {
        let message = format!("The JSON is nested more than {} deep", nesting::NESTING);
        return Err(Failure::bad_request(message));
    }
    serde_json::from_slice(text)
        .map_err(|error| Failure::bad_request(format!("Malformed JSON: {error}")))
}

fn is_identity(coding: &HeaderValue) -> bool {
    coding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"identity")
}

/// Why a body could not be read.
fn unread(error: &axum::Error) -> Refusal {
    let mut cause = error.source();
    while let Some(error) = cause {
        if error.is::<LengthLimitError>() {
            return Refusal::TooLarge;
        }
        if error.is::<Stalled>() {
            return Refusal::TooSlow;
        }
        cause = error.source();
    }
    Failure::bad_request("The body could not be read").into()
}

/// A body stood still for too long.
#[derive(Clone, Copy, Debug)]
pub struct Stalled;

impl fmt::Display for Stalled {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the body stands still")
    }
}

impl Error for Stalled {}

fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = content_type.and_then(|text| text.split(';').next()).unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/json")
}
