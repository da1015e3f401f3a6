//! From a request to an operation, and from its outcome to an answer.

use axum::{extract::Request, http::StatusCode, response::Response};
use std::{future::Future, sync::Arc};

use super::responses::{answered, refused};
use crate::{
    api::http::{HttpError, Sent, expected, has_key, idempotency, who},
    app::App,
    auth::{Call, Via},
    error::Error,
    operations::{
        idempotency::{Attempt, Request as IdempotentRequest},
        records::{
            Target,
            write::{self, Absent},
        },
    },
    resources::Resource,
};

/// `POST …/restore`; a body is ignored (D5), but for telling one request with a key from another.
pub async fn restore(app: &Arc<App>, target: Target, request: Request) -> Response {
    let outcome = async {
        let call = who(app, request.headers(), Via::Rest).await?;
        let sent = match has_key(request.headers()) {
            true => Sent::whole(request).await?,
            false => Sent::bodiless(request),
        };
        let answer = &target.resource.restore.as_ref().ok_or(Error::Internal)?.answer;
        let expected = expected(sent.headers());
        execute(app, sent.idempotent(&call)?, call, move |app, call| async move {
            let restored = write::restore(&app, &call, target, expected, &answer.shows).await?;
            Ok(answered(StatusCode::OK, &restored.record, answer))
        })
        .await
    };
    outcome.await.unwrap_or_else(|refusal| refused(&refusal))
}

/// `PUT` and `PATCH`.
pub async fn update(app: &Arc<App>, target: Target, absent: Absent, request: Request) -> Response {
    let outcome = async {
        let call = who(app, request.headers(), Via::Rest).await?;
        let sent = Sent::json(request).await?;
        let (fields, expected) = (sent.fields()?, expected(sent.headers()));
        let answer = &target.resource.update.as_ref().ok_or(Error::Internal)?.answer;
        execute(app, sent.idempotent(&call)?, call, move |app, call| async move {
            let projection = &answer.shows;
            let record =
                write::update(&app, &call, target, &fields, absent, expected, projection).await?;
            Ok(answered(StatusCode::OK, &record, answer))
        })
        .await
    };
    outcome.await.unwrap_or_else(|refusal| refused(&refusal))
}

/// `POST`, which makes a record.
pub async fn create(app: &Arc<App>, resource: &'static Resource, request: Request) -> Response {
    let outcome = async {
        let call = who(app, request.headers(), Via::Rest).await?;
        let sent = Sent::json(request).await?;
        let fields = sent.fields()?;
        let posted = resource.create.as_ref().and_then(|create| create.rest.as_ref());
        let answer = &posted.ok_or(Error::Internal)?.answer;
        execute(app, sent.idempotent(&call)?, call, move |app, call| async move {
            let made = write::create(&app, &call, resource, &fields, &answer.shows).await?;
            Ok(answered(StatusCode::CREATED, &made.record, answer))
        })
        .await
    };
    outcome.await.unwrap_or_else(|refusal| refused(&refusal))
}

/// Runs an operation; with an idempotency key at most once.
async fn execute<W>(
    app: &Arc<App>,
    request: Option<IdempotentRequest>,
    call: Arc<Call>,
    work: impl FnOnce(Arc<App>, Arc<Call>) -> W + Send + 'static,
) -> Result<Response, HttpError>
where
    W: Future<Output = Result<Response, HttpError>> + Send + 'static,
{
    let Some(request) = request else { return work(Arc::clone(app), call).await };
    let work = |app| async move {
        Attempt::by_status(work(app, call).await.unwrap_or_else(|refusal| refused(&refusal)))
    };
    idempotency::execute(app, request, work).await
}
