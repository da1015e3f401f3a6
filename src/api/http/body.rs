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
use std::{error::Error as _, fmt};

use super::{error::HttpError, nesting};
use crate::{error::Error, operations::records::Fields};

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
    pub async fn json(request: Request) -> Result<Self, HttpError> {
        let mut codings = request.headers().get_all(CONTENT_ENCODING).iter();
        if !is_json(request.headers()) {
            return Err(HttpError::UnsupportedMediaType);
        }
        if codings.any(|coding| !is_identity(coding)) {
            return Err(HttpError::Compressed);
        }
        Self::whole(request).await
    }

    /// Reads the body, whatever it is.
    ///
    /// # Errors
    /// For a body past 1 MiB or too slow.
    pub async fn whole(request: Request) -> Result<Self, HttpError> {
        let (parts, body) = request.into_parts();
        let declared = parts.headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        let length = declared.and_then(|text| text.parse().ok());
        if length.is_some_and(|bytes: usize| bytes > BODY_BYTES) {
            return Err(HttpError::TooLarge);
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
    pub fn value(&self) -> Result<Json, HttpError> {
        Ok(parsed(&self.body)?)
    }

    /// The fields of the JSON object that is the body.
    ///
    /// # Errors
    /// As `value`, and for JSON that is no object.
    pub fn fields(&self) -> Result<Fields, HttpError> {
        match self.value()? {
            Json::Object(fields) => Ok(fields),
            _ => Err(no_object()),
        }
    }
}

/// The refusal of JSON that is no object where one is needed.
#[must_use]
pub fn no_object() -> HttpError {
    Error::bad_request("The body must be a JSON object").into()
}

/// The JSON that is in a text.
///
/// # Errors
/// `BadRequest` for what is malformed or nested too deep.
pub fn parsed(text: &[u8]) -> Result<Json, Error> {
    if nesting::is_too_deep(text) {
        let message = format!("The JSON is nested more than {} deep", nesting::NESTING);
        return Err(Error::bad_request(message));
    }
    serde_json::from_slice(text)
        .map_err(|error| Error::bad_request(format!("Malformed JSON: {error}")))
}

fn is_identity(coding: &HeaderValue) -> bool {
    coding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"identity")
}

/// Why a body could not be read.
fn unread(error: &axum::Error) -> HttpError {
    let mut cause = error.source();
    while let Some(error) = cause {
        if error.is::<LengthLimitError>() {
            return HttpError::TooLarge;
        }
        if error.is::<Stalled>() {
            return HttpError::TooSlow;
        }
        cause = error.source();
    }
    Error::bad_request("The body could not be read").into()
}

/// A body stood still for too long.
#[derive(Clone, Copy, Debug)]
pub struct Stalled;

impl fmt::Display for Stalled {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the body stands still")
    }
}

impl std::error::Error for Stalled {}

fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = content_type.and_then(|text| text.split(';').next()).unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/json")
}
