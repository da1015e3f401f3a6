//! Request bodies.

use axum::{
    body::{Body, Bytes, HttpBody as _, to_bytes},
    extract::Request,
    http::{
        HeaderMap, HeaderValue, Method,
        header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE},
        request::Parts,
    },
};
use entity::json::{self, NESTING};
use http_body_util::LengthLimitError;
use serde_json::Value as Json;
use std::error::Error as _;

use super::error::HttpError;
use crate::{
    app::{App, ByteLimit, BytePermit, Shares},
    auth::Call,
    error::Error,
    operations::rows::Fields,
};

/// Most bytes of a request body (D20).
pub const BODY_BYTES: usize = 1024 * 1024;

const JSON: &str = "application/json";
/// The media type of JSON merge patches (RFC 7396).
pub const MERGE_PATCH: &str = "application/merge-patch+json";

/// A request whose body has been read.
pub struct BufferedRequest {
    /// The request without its body.
    pub parts: Parts,
    /// The body.
    pub body: Bytes,
    /// The unread body: dropping it would stop a client that still sends.
    _unread: Option<Body>,
    /// Counts the bytes of what was parsed.
    held: Option<BytePermit>,
}

impl BufferedRequest {
    /// Reads a JSON body; that of `PATCH` may be a merge patch.
    ///
    /// # Errors
    /// For another content type, and a body that is compressed, over 1 MiB or too slow.
    pub async fn json(app: &App, call: &Call, request: Request) -> Result<Self, HttpError> {
        let mut codings = request.headers().get_all(CONTENT_ENCODING).iter();
        let headers = request.headers();
        let merges = request.method() == Method::PATCH && is(MERGE_PATCH, headers);
        if !merges && !is(JSON, headers) {
            return Err(HttpError::UnsupportedMediaType);
        }
        if codings.any(|coding| !is_identity(coding)) {
            return Err(HttpError::Compressed);
        }
        Self::whole(app, call, request).await
    }

    /// Reads a body of any type, after other long ones of its account.
    ///
    /// # Errors
    /// For a body over 1 MiB or too slow.
    pub async fn whole(app: &App, call: &Call, request: Request) -> Result<Self, HttpError> {
        let (parts, body) = request.into_parts();
        let declared = parts.headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        let length = declared.and_then(|text| text.parse().ok());
        if length.is_some_and(|bytes: usize| bytes > BODY_BYTES) {
            return Err(HttpError::TooLarge);
        }
        let known = length.or_else(|| body.size_hint().exact()?.try_into().ok());
        if known.is_none_or(Shares::is_long_body) {
            app.concurrency.shares(call).body(known).await;
        }
        let body = to_bytes(body, BODY_BYTES).await.map_err(|error| unread(&error))?;
        if known.is_none() && Shares::is_long_body(body.len()) {
            app.concurrency.shares(call).count_body(body.len());
        }
        Ok(Self { parts, body, _unread: None, held: None })
    }

    /// Doesn't read the body.
    pub fn bodiless(request: Request) -> Self {
        let (parts, body) = request.into_parts();
        Self { parts, body: Bytes::new(), _unread: Some(body), held: None }
    }

    /// The headers.
    pub const fn headers(&self) -> &HeaderMap {
        &self.parts.headers
    }

    /// Whether the body is a JSON merge patch.
    pub fn is_merge_patch(&self) -> bool {
        is(MERGE_PATCH, self.headers())
    }

    /// Parses the body as JSON, in turn if it is long. It counts for the account as long as this is kept.
    ///
    /// # Errors
    /// As [`parsed`], and when the account holds too much.
    pub async fn value(&mut self, app: &App, account: i64) -> Result<Json, HttpError> {
        if self.held.is_none() {
            self.held = app.held_requests.share(Some(account)).hold(self.body.len())?;
        }
        let _turn = app.concurrency.parser(account, self.body.len()).await;
        Ok(parsed(&self.body)?)
    }

    /// Parses the body as a JSON object, which counts for the account as long as this is kept.
    ///
    /// # Errors
    /// As [`Self::value`], when it is not an object, and when the account holds too much.
    pub async fn fields(&mut self, app: &App, account: i64) -> Result<Fields, HttpError> {
        self.held = app.held_requests.share(Some(account)).hold(weight(&self.body))?;
        match self.value(app, account).await? {
            Json::Object(fields) => Ok(fields),
            _ => Err(no_object()),
        }
    }
}

/// The error for a body that is not a JSON object.
pub fn no_object() -> HttpError {
    Error::bad_request("The body must be a JSON object").into()
}

/// Parses JSON.
///
/// # Errors
/// `BadRequest` for what [`json::parse`] refuses.
pub fn parsed(text: &[u8]) -> Result<Json, Error> {
    json::parse(text, NESTING)
        .map_err(|error| Error::bad_request(format!("Malformed JSON: {error}")))
}

/// Parses JSON, or says what is wrong with it.
pub fn json(text: &[u8]) -> Result<Json, String> {
    parsed(text).map_err(|error| error.message().into_owned())
}

/// About how many bytes the values of a text have in memory.
fn weight(text: &[u8]) -> usize {
    const VALUE: usize = 72;
    // What is short may become some hundred kibibytes.
    if text.len() <= ByteLimit::SMALL {
        return 0;
    }
    text.len() + text.iter().filter(|byte| matches!(byte, b',' | b'[' | b'{')).count() * VALUE
}

fn is_identity(coding: &HeaderValue) -> bool {
    coding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"identity")
}

/// The error of a body that could not be read.
fn unread(error: &axum::Error) -> HttpError {
    let mut cause = error.source();
    while let Some(error) = cause {
        if error.is::<LengthLimitError>() {
            return HttpError::TooLarge;
        }
        if let Some(error) = error.downcast_ref::<HttpError>() {
            return error.clone();
        }
        cause = error.source();
    }
    Error::bad_request("The body could not be read").into()
}

/// Whether a body has this media type, in a charset that is read.
fn is(media_type: &str, headers: &HeaderMap) -> bool {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let mut parts = content_type.unwrap_or_default().split(';').map(str::trim);
    let is_it = parts.next().is_some_and(|essence| essence.eq_ignore_ascii_case(media_type));
    // JSON is UTF-8 (RFC 8259, 8.1).
    let is_read = |parameter: &str| {
        let parameter = parameter.to_ascii_lowercase().replace('"', "");
        let charset = parameter.strip_prefix("charset=");
        charset.is_none_or(|charset| ["utf-8", "utf8", "us-ascii"].contains(&charset))
    };
    is_it && parts.all(is_read)
}
