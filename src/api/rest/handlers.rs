//! Handles every REST operation: parses the request, runs the operation, writes the response.

use axum::{
    extract::Request,
    http::{HeaderValue, Method, StatusCode},
    response::Response,
};
use std::sync::Arc;
use tokio::time::Instant;

use super::{
    options::overlap,
    responses::{error_response, record_response},
};
use crate::{
    api::http::{
        ACCEPT_PATCH, HttpError, PATCH_TYPES, Sent, after_body, expected, has_key, idempotency,
        reason, who,
    },
    app::App,
    auth::Api,
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
        let call = after_body(app, call, authenticated).await?;
        let call = match act.options.contains(&RequestOption::Reason) {
            true => call.because(reason(&sent.parts.uri)?),
            false => call,
        };
        let expected = expected(sent.headers())?;
        let overlap = overlap(act, &sent.parts.uri)?;
        let idempotent = sent.idempotent(&call)?;
        let merges = sent.is_merge_patch();
        let request = write::Request { key, fields, expected, merges, overlap };
        let lane = app.enter_to_write(&call).await;
        let work = move |app: Arc<App>| async move {
            let _lane = lane;
            let written = write::run(&app, &call, act, request, &rest.answer.shows).await;
            match written {
                Ok(written) => record_response(status(act), &written, rest.answer),
                Err(error) => error_response(&HttpError::from(error)),
            }
        };
        once(app, idempotent, work).await
    };
    response.await.unwrap_or_else(|error| {
        let mut response = error_response(&error);
        if matches!(error, HttpError::UnsupportedMediaType) && method == Method::PATCH {
            response.headers_mut().insert(ACCEPT_PATCH, HeaderValue::from_static(PATCH_TYPES));
        }
        response
    })
}

/// Runs the work of a request; with an `Idempotency-Key` at most once.
///
/// # Errors
/// As [`idempotency::execute`].
pub async fn once<W>(
    app: &Arc<App>,
    idempotent: Option<Idempotent>,
    work: impl FnOnce(Arc<App>) -> W + Send + 'static,
) -> Result<Response, HttpError>
where
    W: Future<Output = Response> + Send + 'static,
{
    match idempotent {
        None => Ok(work(Arc::clone(app)).await),
        Some(request) => {
            let attempt = move |app| async move { Attempt::by_status(work(app).await) };
            idempotency::execute(app, request, attempt).await
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
