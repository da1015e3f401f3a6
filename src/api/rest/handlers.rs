//! Handles every REST operation: parses the request, runs the operation, writes the response.

use axum::{extract::Request, http::StatusCode, response::Response};
use std::sync::Arc;
use tokio::time::Instant;

use super::{
    options::overlap,
    responses::{error_response, record_response, refusal},
};
use crate::{
    api::http::{HttpError, Sent, after_wait, expected, has_key, idempotency, reason, who},
    app::{App, Work},
    auth::{Api, Call},
    operations::{
        idempotency::{Attempt, Request as Idempotent},
        records::{Fields, write},
    },
    resources::{Key, RecordAct, RequestOption, Rest, TargetState},
};

/// Runs an operation on the record with that key. The body is read only for a caller that holds the
/// permission (D5). A request whose operation takes no fields may have any body, which only
/// distinguishes it from others with its `Idempotency-Key`.
pub async fn run(
    app: &Arc<App>,
    act: &'static RecordAct,
    rest: &'static Rest,
    key: Option<Key>,
    request: Request,
) -> Response {
    let method = request.method().clone();
    let response = async {
        let call = who(app, request.headers(), Api::Rest).await?;
        let authenticated = Instant::now();
        write::check_permission(&call, act)?;
        let (sent, fields) = match act.body {
            Some(_) => {
                let sent = Sent::json(request).await?;
                let fields = sent.fields()?;
                (sent, fields)
            }
            None if has_key(request.headers()) => (Sent::whole(request).await?, Fields::new()),
            None => (Sent::bodiless(request), Fields::new()),
        };
        let lane = app.enter(&call, Work::OneChange).await;
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
            let _lane = lane;
            let written = write::run(&app, &call, act, request, &rest.answer.shows).await;
            match written {
                Ok(written) => record_response(status(act), &written, rest.answer),
                Err(error) => {
                    error_response(&HttpError::with_credential(call.budget.explained(error)))
                }
            }
        };
        once(app, call, idempotent, work).await
    };
    response.await.unwrap_or_else(|error| refusal(&method, &error))
}

/// Runs the work of a request; with an `Idempotency-Key` at most once.
///
/// # Errors
/// As [`idempotency::execute`].
pub async fn once<W>(
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
pub const fn status(act: &RecordAct) -> StatusCode {
    match act.target {
        TargetState::New => StatusCode::CREATED,
        TargetState::Live | TargetState::Deleted => StatusCode::OK,
    }
}
