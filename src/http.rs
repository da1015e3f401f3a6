//! What both faces share of HTTP: who is calling, what the body holds, and which status a failure
//! has.

pub mod line;
mod nesting;
mod refusal;
pub mod report;
mod stopping;

use std::{error::Error, fmt, sync::Arc};

use axum::{
    body::to_bytes,
    extract::Request,
    http::{
        HeaderMap, HeaderName, HeaderValue,
        header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, IF_MATCH},
    },
};
use http_body_util::LengthLimitError;
use serde_json::Value as Json;

use crate::{
    access::{Call, Via},
    app::App,
    failure::Failure,
    operations,
    operations::{Expected, Fields},
};

pub use refusal::{CODES, OTHER, Refusal, code};
pub use stopping::Stopping;

/// Most bytes of a body (D20).
pub const BODY_BYTES: usize = 1024 * 1024;

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
    report::called_by(&caller);
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
