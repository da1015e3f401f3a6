//! What both faces share of HTTP: who is calling, what the body holds, and which status a failure
//! has.

mod nesting;

use std::{convert::Infallible, error::Error, fmt, future::pending, sync::Arc};

use axum::{
    body::to_bytes,
    extract::{FromRequestParts, Request},
    http::{
        HeaderMap, HeaderName, HeaderValue, StatusCode,
        header::{
            ACCEPT_ENCODING, AUTHORIZATION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE,
            IF_MATCH, RETRY_AFTER, WWW_AUTHENTICATE,
        },
        request::Parts,
    },
};
use http_body_util::LengthLimitError;
use serde_json::Value as Json;
use tokio::sync::watch;

use crate::{
    access::{Call, Via},
    app::App,
    failure::Failure,
    operations,
    operations::{Expected, Fields},
};

/// Most bytes of a body (D20).
pub const BODY_BYTES: usize = 1024 * 1024;

/// Why a request is not answered with what it asked for.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// An operation, or what leads to one, failed.
    Failed(Failure),
    /// The body is of a type that is not understood.
    UnsupportedMediaType,
    /// The body is compressed.
    Compressed,
    /// The body is too large.
    TooLarge,
    /// The body took too long to arrive.
    TooSlow,
    /// There is nothing at the path.
    NoSuchPath,
    /// The path has no such method.
    MethodNotAllowed,
    /// The client takes no media type that there is.
    NotAcceptable,
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl Refusal {
    /// The failure behind it, if there is one.
    #[must_use]
    pub const fn failure(&self) -> Option<&Failure> {
        match self {
            Self::Failed(failure) => Some(failure),
            _ => None,
        }
    }

    /// The text.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Self::Failed(failure) => failure.message(),
            Self::UnsupportedMediaType => "Unsupported Media Type",
            Self::Compressed => "Unsupported Content-Encoding",
            Self::TooLarge => "Payload Too Large",
            Self::TooSlow => "Request Timeout",
            Self::NoSuchPath => "Not Found",
            Self::MethodNotAllowed => "Method Not Allowed",
            Self::NotAcceptable => "Not Acceptable",
        }
    }

    /// The status: the one place where a failure gets one.
    #[must_use]
    pub const fn status(&self) -> StatusCode {
        match self {
            Self::Failed(failure) => match failure {
                Failure::Unauthenticated => StatusCode::UNAUTHORIZED,
                Failure::Forbidden { .. } => StatusCode::FORBIDDEN,
                Failure::NotFound(_) => StatusCode::NOT_FOUND,
                Failure::NotDeleted(_) | Failure::BadRequest(_) => StatusCode::BAD_REQUEST,
                Failure::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
                Failure::AlreadyDeleted(_) | Failure::Aborted | Failure::Conflict => {
                    StatusCode::CONFLICT
                }
                Failure::Outdated => StatusCode::PRECONDITION_FAILED,
                Failure::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
                Failure::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            },
            Self::UnsupportedMediaType | Self::Compressed => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::NoSuchPath => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::NotAcceptable => StatusCode::NOT_ACCEPTABLE,
        }
    }

    /// Adds the headers that go with it.
    pub fn set_headers(&self, headers: &mut HeaderMap) {
        match self {
            Self::Failed(Failure::Unauthenticated) => {
                headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            Self::Failed(Failure::Unavailable) => {
                headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
            }
            Self::Compressed => {
                headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
            }
            _ => {}
        }
    }
}

/// The header that carries the id of a request, in and out.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The call that a request is: the caller, by the bearer credential (D1), and the way it came.
///
/// # Errors
/// `Unauthenticated` without exactly one valid credential.
pub async fn who(app: &App, headers: &HeaderMap, via: Via) -> Result<Arc<Call>, Refusal> {
    let credential = credential(headers).ok_or(Failure::Unauthenticated)?;
    Ok(call(app, credential, headers, via).await?)
}

/// The call that whoever has the credential makes with a request.
///
/// # Errors
/// `Unauthenticated` when the credential is not valid.
pub async fn call(
    app: &App,
    credential: &str,
    headers: &HeaderMap,
    via: Via,
) -> Result<Arc<Call>, Failure> {
    let caller = operations::authenticate(app, credential).await?;
    let request_id = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok()).map(Arc::from);
    Ok(Arc::new(Call { caller, via, request_id }))
}

/// The credential in the one `Authorization` header that there is.
#[must_use]
pub fn credential(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let (value, None) = (values.next()?, values.next()) else {
        return None;
    };
    bearer(value.to_str().ok()?)
}

/// The credential in `Bearer …`; the scheme in any case.
#[must_use]
pub fn bearer(value: &str) -> Option<&str> {
    let (scheme, credential) = value.split_once(' ')?;
    let credential = credential.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !credential.is_empty()).then_some(credential)
}

/// Whether the server is stopping: what would go on for long ends then.
#[derive(Clone, Debug)]
pub struct Stopping(Option<watch::Receiver<bool>>);

impl Stopping {
    /// It is stopping once the value is true.
    #[must_use]
    pub const fn when(stopping: watch::Receiver<bool>) -> Self {
        Self(Some(stopping))
    }

    /// Whether it is.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.0.as_ref().is_some_and(|stopping| *stopping.borrow())
    }

    /// Waits until it is, for ever where nobody would say so.
    pub async fn begun(mut self) {
        let told = match &mut self.0 {
            Some(stopping) => stopping.wait_for(|stopping| *stopping).await.is_ok(),
            None => false,
        };
        if !told {
            pending::<()>().await;
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Stopping {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or(Self(None)))
    }
}

/// The versions that `If-Match` names; any where there is none. What is no tag of ours matches no
/// record (RFC 9110, 13.1.1).
pub fn expected(headers: &HeaderMap) -> Expected {
    let values: Vec<&str> =
        headers.get_all(IF_MATCH).iter().filter_map(|value| value.to_str().ok()).collect();
    let tags = || values.iter().flat_map(|value| value.split(',')).map(str::trim);
    if headers.get(IF_MATCH).is_none() || tags().any(|tag| tag == "*") {
        return Expected::Any;
    }
    let version = |tag: &str| tag.strip_prefix('"')?.strip_suffix('"')?.parse().ok();
    Expected::OneOf(tags().filter_map(version).collect())
}

/// The tag of a version.
pub fn tag(version: i64) -> HeaderValue {
    HeaderValue::try_from(format!("\"{version}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

/// The fields of the JSON object that is the body.
///
/// # Errors
/// For another content type, a body past 1 MiB, malformed JSON, and JSON that is no object.
pub async fn json_object(request: Request) -> Result<Fields, Refusal> {
    match json(request).await? {
        Json::Object(fields) => Ok(fields),
        _ => Err(no_object()),
    }
}

/// The refusal of JSON that is no object where one is needed.
#[must_use]
pub fn no_object() -> Refusal {
    Failure::bad_request("The body must be a JSON object").into()
}

/// The JSON that is the body.
///
/// # Errors
/// For another content type, a compressed body, one past 1 MiB or too slow, and JSON malformed or nested too deep.
pub async fn json(request: Request) -> Result<Json, Refusal> {
    let (parts, body) = request.into_parts();
    if !is_json(&parts.headers) {
        return Err(Refusal::UnsupportedMediaType);
    }
    if parts.headers.get_all(CONTENT_ENCODING).iter().any(|coding| !is_identity(coding)) {
        return Err(Refusal::Compressed);
    }
    let declared = parts.headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if declared.and_then(|text| text.parse().ok()).is_some_and(|bytes: usize| bytes > BODY_BYTES) {
        return Err(Refusal::TooLarge);
    }
    let bytes = to_bytes(body, BODY_BYTES).await.map_err(|error| unread(&error))?;
    Ok(parsed(&bytes)?)
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
