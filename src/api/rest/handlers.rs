//! Handles every REST operation: parses the request, runs the operation, writes the response.

use axum::{extract::Request, http::StatusCode, response::Response};
use std::sync::Arc;

use super::responses::{error_response, record_response};
use crate::{
    api::http::{self, Done, HttpError, Sent, expected, has_key, who},
    app::App,
    auth::Via,
    operations::records::{Fields, write},
    resources::{Key, RecordAct, Rest, TargetState},
};

/// Runs an operation on the record with that key. A request whose operation takes no fields may
/// have any body (D5), which only distinguishes it from others with its `Idempotency-Key`.
pub async fn run(
    app: &Arc<App>,
    act: &'static RecordAct,
    rest: &'static Rest,
    key: Option<Key>,
    request: Request,
) -> Response {
    let response = async {
        let call = who(app, request.headers(), Via::Rest).await?;
        let (sent, fields) = match act.body {
            Some(_) => {
                let sent = Sent::json(request).await?;
                let fields = sent.fields()?;
                (sent, fields)
            }
            None if has_key(request.headers()) => (Sent::whole(request).await?, Fields::new()),
            None => (Sent::bodiless(request), Fields::new()),
        };
        let expected = expected(sent.headers());
        let request = write::Request { key, fields, expected, ..write::Request::default() };
        let keyed = sent.keyed(&call)?;
        http::once(app, keyed, move |app| async move {
            let written = write::run(&app, &call, act, request, &rest.answer.shows).await;
            Done::by_status(match written {
                Ok(written) => record_response(status(act), &written.record, rest.answer),
                Err(error) => error_response(&HttpError::from(error)),
            })
        })
        .await
    };
    response.await.unwrap_or_else(|error| error_response(&error))
}

/// The status of a successful response.
pub const fn status(act: &RecordAct) -> StatusCode {
    match act.target {
        TargetState::New => StatusCode::CREATED,
        TargetState::Live | TargetState::Deleted => StatusCode::OK,
    }
}
