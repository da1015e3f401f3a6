//! Runs a request that has an idempotency key, and stores its response.

use axum::{
    body::{Body, to_bytes},
    http::{HeaderName, HeaderValue, StatusCode},
    response::Response,
};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, future::Future, sync::Arc};
use tokio::time::Instant;

use crate::{
    api::http::error::HttpError,
    app::{App, Load},
    auth::Call,
    error::Error,
    operations::{
        callers::renew_after,
        idempotency::{self, Attempt, Disclosure, Outcome, Request},
    },
    telemetry::request_log,
};

/// The header of a response that was stored and is sent again.
const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

impl Attempt<Response> {
    /// An attempt that is final by its status, unless retries may differ.
    pub fn by_status(response: Response) -> Self {
        let status = response.status();
        let is_transient = [
            StatusCode::UNAUTHORIZED,
            StatusCode::REQUEST_TIMEOUT,
            StatusCode::CONFLICT,
            StatusCode::TOO_MANY_REQUESTS,
        ];
        let is_final = !status.is_server_error() && !is_transient.contains(&status);
        Self { response, is_final }
    }
}

/// Runs a request at most once, and answers retries with its response. The work gets the
/// application whose operations share one transaction, and the call as it is allowed then.
///
/// # Errors
/// When another attempt is still running, and as [`idempotency::execute`].
pub async fn execute<W>(
    app: &Arc<App>,
    call: Arc<Call>,
    request: Request,
    load: Load,
    work: impl FnOnce(Arc<App>, Arc<Call>) -> W + Send + 'static,
) -> Result<Response, HttpError>
where
    W: Future<Output = Attempt<Response>> + Send + 'static,
{
    // The work runs in a task of its own, which has no request log yet.
    let log = request_log::current();
    let (caller, since) = (Arc::clone(&call), Instant::now());
    let work = |app: Arc<App>, call: Arc<Call>| async move {
        let (unit, caller) = (Arc::clone(&app), Arc::clone(&call));
        let (Attempt { response, is_final }, outcomes) = match log {
            Some(log) => (log.scope(work(app, call)).await, log.outcomes()),
            None => (work(app, call).await, Vec::new()),
        };
        match encode(response, outcomes, Disclosure::of(&unit, &caller)).await {
            Some(response) => Attempt { response, is_final },
            None => Attempt { response: Vec::new(), is_final: false },
        }
    };
    let outcome = idempotency::execute(app, Arc::clone(&call), request, load, work).await;
    let (stored, is_replayed) = match outcome.map_err(HttpError::with_credential)? {
        Outcome::Executed(stored) => (stored, false),
        Outcome::Replayed(stored) => (stored, true),
        Outcome::InProgress => return Err(HttpError::InProgress),
        Outcome::OverQuota(wait) => return Err(HttpError::RateLimited { wait }),
    };
    let (mut response, stored) = decode(&stored).ok_or(Error::Internal)?;
    if is_replayed {
        let caller = renew_after(app, &caller, since).await.map_err(HttpError::with_credential)?;
        stored.shown.check(app, &caller).await?;
        request_log::set_outcomes(&stored.outcomes);
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    }
    Ok(response)
}

/// A stored response, without its body.
#[derive(Serialize, Deserialize)]
struct StoredResponse {
    status: u16,
    headers: Vec<(String, String)>,
    /// The outcome of each operation, for the request log of a retry.
    #[serde(default)]
    outcomes: Vec<Cow<'static, str>>,
    /// What a caller must still see to see it again.
    #[serde(flatten)]
    shown: Disclosure,
}

/// Encodes a response as a line of JSON, then the body. The line has its operations'
/// outcomes too, and what it shows.
async fn encode(
    response: Response,
    outcomes: Vec<&'static str>,
    shown: Disclosure,
) -> Option<Vec<u8>> {
    let (parts, body) = response.into_parts();
    let text = |value: &HeaderValue| value.to_str().map(str::to_owned).ok();
    let headers = parts.headers.iter();
    let headers = headers.filter_map(|(name, value)| Some((name.to_string(), text(value)?)));
    let stored = StoredResponse {
        status: parts.status.as_u16(),
        headers: headers.collect(),
        outcomes: outcomes.into_iter().map(Cow::Borrowed).collect(),
        shown,
    };
    let mut bytes = serde_json::to_vec(&stored).ok()?;
    bytes.push(b'\n');
    // The body is in memory already, so it needs no limit.
    bytes.extend(to_bytes(body, usize::MAX).await.ok()?);
    Some(bytes)
}

/// Decodes a response, and what was stored with it.
fn decode(bytes: &[u8]) -> Option<(Response, StoredResponse)> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let stored: StoredResponse = serde_json::from_slice(bytes.get(..end)?).ok()?;
    let mut response = Response::new(Body::from(bytes.get(end + 1..)?.to_vec()));
    *response.status_mut() = StatusCode::from_u16(stored.status).ok()?;
    for (name, value) in &stored.headers {
        let name = HeaderName::try_from(name).ok()?;
        response.headers_mut().append(name, HeaderValue::try_from(value).ok()?);
    }
    Some((response, stored))
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;

    use super::{Attempt, Response};

    #[test]
    fn only_a_status_that_a_retry_repeats_is_final() {
        let (is_final, is_not) =
            ([200, 201, 400, 403, 404, 412, 422], [401, 408, 409, 429, 500, 503]);
        for (status, is_final) in
            is_final.map(|it| (it, true)).into_iter().chain(is_not.map(|it| (it, false)))
        {
            let mut response = Response::default();
            *response.status_mut() = StatusCode::from_u16(status).unwrap();
            assert_eq!(Attempt::by_status(response).is_final, is_final, "{status}");
        }
    }
}
