//! Handles every REST operation. It parses the request, runs the operation and writes the response.

use axum::{
    extract::Request,
    http::{StatusCode, Uri},
    response::Response,
};
use std::{sync::Arc, time::Duration};
use tokio::time::Instant;

use super::responses::{error_response, record_response, refusal};
use crate::{
    api::http::{
        HttpError, Sent, after_wait, expected, has_key, idempotency, option, parse_duration,
        reason, who,
    },
    app::{App, Work},
    auth::{Api, Call},
    error::Error,
    operations::{
        idempotency::{Attempt, Request as Idempotent},
        records::{Fields, write},
    },
    resources::{Action, Key, RecordAct, RequestOption},
};

/// The parameter for how long a rotated credential stays valid.
pub const OVERLAP: &str = "overlap";

/// Runs an operation on the record with that key. The body is read only for a caller that holds the
/// permission (D5). A request whose operation takes no fields may have any body, which only
/// distinguishes it from others with its `Idempotency-Key`.
pub async fn run(
    app: &Arc<App>,
    (action, act): (&'static Action, &'static RecordAct),
    key: Option<Key>,
    request: Request,
) -> Response {
    let method = request.method().clone();
    let response = async {
        let call = who(app, request.headers(), Api::Rest).await?;
        let authenticated = Instant::now();
        write::check_permission(&call, act)?;
        let (sent, fields) = read(request, act.body.is_some()).await?;
        let permit = app.enter(&call, Work::OneChange).await;
        let call = after_wait(app, call, authenticated).await?;
        let call = match act.options.contains(&RequestOption::Reason) {
            true => call.because(reason(&sent.parts.uri)?),
            false => call,
        };
        let expected = expected(sent.headers())?;
        let overlap = overlap(act, &sent.parts.uri)?;
        let idempotent = sent.idempotent(&call)?;
        let merges = sent.is_merge_patch();
        let request = write::Request { key, fields, expected, merges, overlap };
        let work = move |app: Arc<App>, call: Arc<Call>| async move {
            let _permit = permit;
            let written = write::run(&app, &call, act, request, &act.answer.shows).await;
            match written {
                Ok(written) => record_response(status(action), &written, act.answer),
                Err(error) => failed(&call, error),
            }
        };
        run_idempotent(app, call, idempotent, work).await
    };
    response.await.unwrap_or_else(|error| refusal(&method, &error))
}

/// Reads a request, and the fields of its body, if any.
///
/// # Errors
/// As [`Sent::json`], [`Sent::fields`] and [`Sent::whole`].
pub async fn read(request: Request, takes_body: bool) -> Result<(Sent, Fields), HttpError> {
    let sent = match takes_body {
        true => Sent::json(request).await?,
        false if has_key(request.headers()) => Sent::whole(request).await?,
        false => Sent::bodiless(request),
    };
    let fields = if takes_body { sent.fields()? } else { Fields::new() };
    Ok((sent, fields))
}

/// The overlap, if the operation takes one; zero if absent.
fn overlap(act: &RecordAct, uri: &Uri) -> Result<Duration, Error> {
    if !act.options.contains(&RequestOption::Overlap) {
        return Ok(Duration::ZERO);
    }
    let Some(text) = option(uri, OVERLAP)? else { return Ok(Duration::ZERO) };
    parse_duration(&text).ok_or_else(|| {
        Error::bad_request(format!("{OVERLAP} must be a duration of ISO 8601, such as PT24H"))
    })
}

/// The response to an error of an operation.
pub fn failed(call: &Call, error: Error) -> Response {
    error_response(&HttpError::with_credential(call.budget.explained(error)))
}

/// Runs the work of a request; with an `Idempotency-Key` at most once.
///
/// # Errors
/// As [`idempotency::execute`].
pub async fn run_idempotent<W>(
    app: &Arc<App>,
    call: Arc<Call>,
    idempotent: Option<Idempotent>,
    work: impl FnOnce(Arc<App>, Arc<Call>) -> W + Send + 'static,
) -> Result<Response, HttpError>
where
    W: Future<Output = Response> + Send + 'static,
{
    match idempotent {
        None => Ok(work(Arc::clone(app), call).await),
        Some(request) => {
            let attempt = move |app, call| async move { Attempt::by_status(work(app, call).await) };
            idempotency::execute(app, call, request, attempt).await
        }
    }
}

/// The status of a successful response.
pub fn status(action: &Action) -> StatusCode {
    match action.route.as_ref().and_then(|route| route.created) {
        Some(_) => StatusCode::CREATED,
        None => StatusCode::OK,
    }
}
