//! Reads the parts of requests that both APIs use. They are the credential, the request id,
//! conditions, and what the server added.

use axum::{
    body::Body,
    extract::FromRequestParts,
    http::{
        HeaderMap, HeaderName, HeaderValue, StatusCode, Uri,
        header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_MATCH, IF_NONE_MATCH},
        request::Parts,
    },
    response::Response,
};
use std::{
    borrow::Cow,
    convert::Infallible,
    hash::{DefaultHasher, Hasher},
    sync::Arc,
};
use tokio::time::Instant;
use url::form_urlencoded;

use super::{accept::values, encoding::Coding, error::HttpError};
use crate::{
    app::{App, Shares},
    auth::{Api, Budget, Call, Reason},
    error::Error,
    operations::{callers, rows::Expected},
    resources::parse_id,
    telemetry::request_log,
};

/// The header with a request's id. The response has it too.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The query parameter with the reason for a change.
pub const REASON: &str = "reason";

/// Most entity tags of a conditional header.
const MAX_TAGS: usize = 100;

/// An extension of a request, or the default without a connection.
pub struct ExtensionOrDefault<T>(pub T);

impl<S: Sync, T: Clone + Default + Send + Sync + 'static> FromRequestParts<S>
    for ExtensionOrDefault<T>
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(parts.extensions.get().cloned().unwrap_or_default()))
    }
}

/// Authenticates a request by its bearer credential (D1).
///
/// # Errors
/// `Unauthenticated` without exactly one valid credential.
pub async fn who(app: &App, headers: &HeaderMap, via: Api) -> Result<Arc<Call>, HttpError> {
    let credential = credential(headers).ok_or(Error::Unauthenticated)?;
    call(app, credential, headers, via).await.map_err(HttpError::with_credential)
}

/// Authenticates a request by this credential.
pub async fn call(
    app: &App,
    credential: &str,
    headers: &HeaderMap,
    via: Api,
) -> Result<Arc<Call>, Error> {
    let caller = callers::authenticate(app, credential).await?;
    request_log::set_caller(&caller);
    let request_id = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok()).map(Arc::from);
    let budget = Arc::new(Budget::new(app.budgets()));
    let presented = credential.into();
    let (reason, permit, operation) = (None, None, None);
    let call = Call { caller, presented, via, request_id, reason, budget, permit, operation };
    // Long headers count like a long body.
    let bytes: usize = headers.values().map(HeaderValue::len).sum();
    if Shares::is_long_body(bytes) {
        app.concurrency.shares(&call).body(Some(bytes)).await;
    }
    Ok(Arc::new(call))
}

/// The reason in the query of a URI, if it has one.
///
/// # Errors
/// `BadRequest` for a reason that is too long, empty or given twice.
pub fn reason(uri: &Uri) -> Result<Option<Reason>, Error> {
    option(uri, REASON)?.map(|text| Reason::new(&text)).transpose()
}

/// An option in the query of a URI, which may have others.
pub fn option<'a>(uri: &'a Uri, name: &str) -> Result<Option<Cow<'a, str>>, Error> {
    let query = uri.query().unwrap_or_default();
    let mut given = form_urlencoded::parse(query.as_bytes()).filter(|(given, _)| given == name);
    match (given.next(), given.next()) {
        (Some(_), Some(_)) => Err(Error::bad_request(format!("{name} must be given once"))),
        (first, _) => Ok(first.map(|(_, text)| text)),
    }
}

/// Re-authenticates the call after a long wait. While the body or the permit took long to come, the
/// credential may have ended (D25).
pub async fn after_wait(
    app: &App,
    call: Arc<Call>,
    authenticated: Instant,
) -> Result<Arc<Call>, HttpError> {
    callers::renew_after(app, &call, authenticated).await.map_err(HttpError::with_credential)
}

/// The bearer credential of a request with exactly one `Authorization` header.
pub fn credential(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let (value, None) = (values.next()?, values.next()) else {
        return None;
    };
    bearer(value.to_str().ok()?)
}

/// The credential in `Bearer …`; the scheme is case-insensitive.
pub fn bearer(value: &str) -> Option<&str> {
    let (scheme, credential) = value.split_once(' ')?;
    let credential = credential.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !credential.is_empty()).then_some(credential)
}

/// What the conditional headers of a change expect of its record, by the versions in their tags. A tag
/// that this server never sends matches no record (RFC 9110, 13.1.1 and 13.1.2).
///
/// # Errors
/// `BadRequest` for more tags than a statement should compare, and `VersionMismatch` for tags of what
/// has none.
pub fn expected(headers: &HeaderMap, is_versioned: bool) -> Result<Expected, Error> {
    for (name, header) in [("If-Match", IF_MATCH), ("If-None-Match", IF_NONE_MATCH)] {
        if tags(headers, &header).nth(MAX_TAGS).is_some() {
            return Err(Error::bad_request(format!("{name} must have at most {MAX_TAGS} tags")));
        }
    }
    let is_any = |name| tags(headers, name).any(|tag| tag == "*");
    let is_limited = headers.contains_key(IF_MATCH) && !is_any(&IF_MATCH);
    let known: Vec<i64> = tags(headers, &IF_NONE_MATCH).map(weak).filter_map(version).collect();
    match is_versioned {
        false if is_limited => Err(Error::VersionMismatch),
        false => Ok(Expected::Any),
        true if is_any(&IF_NONE_MATCH) => Ok(Expected::OneOf(Vec::new())),
        true if is_limited => {
            let versions = tags(headers, &IF_MATCH).filter_map(version);
            Ok(Expected::OneOf(versions.filter(|it| !known.contains(it)).collect()))
        }
        true if known.is_empty() => Ok(Expected::Any),
        true => Ok(Expected::NoneOf(known)),
    }
}

/// The response to a read, or what its conditional headers make of it (RFC 9110, 13.2.2). Browsers keep
/// one with a tag, and ask each time whether it is current.
///
/// # Errors
/// `VersionMismatch` if `If-Match` doesn't name its version.
pub fn conditional(headers: &HeaderMap, mut response: Response) -> Result<Response, Error> {
    let tag = response.headers().get(ETAG).and_then(|tag| tag.to_str().ok()).map(str::to_owned);
    let is_known = |sent: &str| tag.as_deref().is_some_and(|tag| plain(sent) == plain(tag));
    let shown = tag.as_deref().and_then(version);
    let has_version = |sent: &str| shown.is_some() && version(sent) == shown;
    let is_current =
        |sent: &str| sent == "*" || has_version(sent) || sent == weak(sent) && is_known(sent);
    if headers.contains_key(IF_MATCH) && !tags(headers, &IF_MATCH).any(is_current) {
        return Err(Error::VersionMismatch);
    }
    if tags(headers, &IF_NONE_MATCH).any(|sent| sent == "*" || is_known(sent)) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Body::empty();
        response.headers_mut().remove(CONTENT_TYPE);
    }
    if tag.is_some() {
        let kept = HeaderValue::from_static("private, no-cache");
        response.headers_mut().insert(CACHE_CONTROL, kept);
    }
    Ok(response)
}

fn tags<'h>(headers: &'h HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'h str> {
    values(headers, name.clone()).map(str::trim)
}

/// A tag for weak comparison.
fn weak(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

/// A tag without the coding of its representation, which [`coded`] adds.
fn plain(tag: &str) -> &str {
    let tag = weak(tag);
    let tag = tag.strip_suffix('"').unwrap_or(tag);
    let mut codings = Coding::ALL.iter();
    codings.find_map(|it| tag.strip_suffix(it.name())?.strip_suffix('-')).unwrap_or(tag)
}

/// The tag of a representation in that coding (RFC 9110, 8.8.3.3).
pub fn coded(tag: &HeaderValue, coding: Coding) -> Option<HeaderValue> {
    let tag = tag.to_str().ok()?.strip_suffix('"')?;
    HeaderValue::try_from(format!("{tag}-{}\"", coding.name())).ok()
}

/// The version in an entity tag, in the spelling of [`tag`], with or without the hash.
fn version(tag: &str) -> Option<i64> {
    let is_tag = tag.starts_with('"') && tag.ends_with('"');
    let text = plain(tag).strip_prefix('"').filter(|_| is_tag)?;
    let (text, hash) = text.split_once('-').unwrap_or((text, ""));
    let is_sent = [0, 16].contains(&hash.len()) && hash.bytes().all(|it| it.is_ascii_hexdigit());
    parse_id(text).filter(|_| is_sent)
}

/// The entity tag of a version, with a hash of the body. The body shows other rows too, and the tag has
/// to change with every byte of it (D38).
pub fn tag(version: i64, body: &[u8]) -> HeaderValue {
    let mut hash = DefaultHasher::new();
    hash.write(body);
    let tag = HeaderValue::try_from(format!("\"{version}-{:016x}\"", hash.finish()));
    tag.unwrap_or(HeaderValue::from_static("\"\""))
}
