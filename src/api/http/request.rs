//! Reads the parts of requests that both APIs use. They are the credential, the request id,
//! conditions, and what the server added.

use axum::{
    extract::FromRequestParts,
    http::{
        HeaderMap, HeaderName, HeaderValue, Uri,
        header::{AUTHORIZATION, IF_MATCH, IF_NONE_MATCH},
        request::Parts,
    },
};
use std::{borrow::Cow, convert::Infallible, sync::Arc};
use tokio::time::Instant;
use url::form_urlencoded;

use super::{accept::values, error::HttpError};
use crate::{
    app::App,
    auth::{Api, Budget, Call, Reason},
    error::Error,
    operations::{accounts, records::Expected},
    telemetry::request_log,
};

/// The header with a request's id. The response has it too.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The query parameter with the reason for a change.
pub const REASON: &str = "reason";

/// Most entity tags of `If-Match`.
const MAX_TAGS: usize = 100;

/// An extension of a request, or the default without a connection.
pub struct Added<T>(pub T);

impl<S: Sync, T: Clone + Default + Send + Sync + 'static> FromRequestParts<S> for Added<T> {
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
///
/// # Errors
/// `Unauthenticated` when the credential is not valid.
pub async fn call(
    app: &App,
    credential: &str,
    headers: &HeaderMap,
    via: Api,
) -> Result<Arc<Call>, Error> {
    let caller = accounts::authenticate(app, credential).await?;
    request_log::set_caller(&caller);
    let request_id = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok()).map(Arc::from);
    let budget = Arc::new(Budget::new(app.budgets()));
    let presented = credential.into();
    Ok(Arc::new(Call { caller, presented, via, request_id, reason: None, budget, permit: None }))
}

/// The reason in the query of a URI, if it has one.
///
/// # Errors
/// `BadRequest` for a reason that is too long, empty or given twice.
pub fn reason(uri: &Uri) -> Result<Option<Reason>, Error> {
    option(uri, REASON)?.map(|text| Reason::new(&text)).transpose()
}

/// An option in the query of a URI, which may have others.
///
/// # Errors
/// `BadRequest` for one that is given twice.
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
///
/// # Errors
/// As [`call`].
pub async fn after_wait(
    app: &App,
    call: Arc<Call>,
    authenticated: Instant,
) -> Result<Arc<Call>, HttpError> {
    accounts::renew_after(app, &call, authenticated).await.map_err(HttpError::with_credential)
}

/// The bearer credential of a request with exactly one `Authorization` header.
#[must_use]
pub fn credential(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let (value, None) = (values.next()?, values.next()) else {
        return None;
    };
    bearer(value.to_str().ok()?)
}

/// The credential in `Bearer …`; the scheme is case-insensitive.
#[must_use]
pub fn bearer(value: &str) -> Option<&str> {
    let (scheme, credential) = value.split_once(' ')?;
    let credential = credential.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !credential.is_empty()).then_some(credential)
}

/// The versions that `If-Match` names; any without the header. A tag that this server never sends
/// matches no record (RFC 9110, 13.1.1).
///
/// # Errors
/// `BadRequest` for more tags than a statement should compare.
pub fn expected(headers: &HeaderMap) -> Result<Expected, Error> {
    let tags = || values(headers, IF_MATCH).map(str::trim);
    if tags().nth(MAX_TAGS).is_some() {
        return Err(Error::bad_request(format!("If-Match must have at most {MAX_TAGS} tags")));
    }
    if !headers.contains_key(IF_MATCH) || tags().any(|tag| tag == "*") {
        return Ok(Expected::Any);
    }
    Ok(Expected::OneOf(tags().filter_map(version).collect()))
}

/// Whether the client has this version, by `If-None-Match` (RFC 9110, 13.1.2).
#[must_use]
pub fn is_known(headers: &HeaderMap, version: &HeaderValue) -> bool {
    let mut tags = values(headers, IF_NONE_MATCH).map(str::trim);
    tags.any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag).as_bytes() == version)
}

/// The version of an entity tag, in the spelling of [`tag`] only.
fn version(tag: &str) -> Option<i64> {
    let text = tag.strip_prefix('"')?.strip_suffix('"')?;
    text.parse().ok().filter(|version: &i64| version.to_string() == text)
}

/// The entity tag of a version.
pub fn tag(version: i64) -> HeaderValue {
    HeaderValue::try_from(format!("\"{version}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}
