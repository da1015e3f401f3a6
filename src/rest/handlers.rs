//! From a request to an operation, and from its outcome to an answer.

use std::sync::Arc;

use axum::{
    extract::Request,
    http::{HeaderMap, StatusCode},
    response::Response,
};

use super::answers::{answered, refused};
use crate::{
    access::Via,
    app::App,
    failure::Failure,
    http::{Refusal, expected, json_object, who},
    operations::{self, Absent, Target},
    resources::Resource,
};

/// `POST …/restore`; a body is ignored (D5).
pub async fn restore(app: &Arc<App>, target: Target, headers: &HeaderMap) -> Response {
    let outcome = async {
        let call = who(app, headers, Via::Rest).await?;
        let answer = &target.resource.restore.as_ref().ok_or(Failure::Internal)?.answer;
        let restored =
            operations::restore(app, &call, target, expected(headers), &answer.shows).await?;
        Ok::<_, Refusal>(answered(StatusCode::OK, &restored.record, answer))
    };
    outcome.await.unwrap_or_else(|refusal| refused(&refusal))
}

/// `PUT` and `PATCH`.
pub async fn update(app: &Arc<App>, target: Target, absent: Absent, request: Request) -> Response {
    let outcome = async {
        let call = who(app, request.headers(), Via::Rest).await?;
        let expected = expected(request.headers());
        let fields = json_object(request).await?;
        let answer = &target.resource.update.as_ref().ok_or(Failure::Internal)?.answer;
        let record =
            operations::update(app, &call, target, &fields, absent, expected, &answer.shows)
                .await?;
        Ok::<_, Refusal>(answered(StatusCode::OK, &record, answer))
    };
    outcome.await.unwrap_or_else(|refusal| refused(&refusal))
}

/// `POST`, which makes a record.
pub async fn create(app: &Arc<App>, resource: &'static Resource, request: Request) -> Response {
    let outcome = async {
        let call = who(app, request.headers(), Via::Rest).await?;
        let fields = json_object(request).await?;
        let posted = resource.create.as_ref().and_then(|create| create.rest.as_ref());
        let answer = &posted.ok_or(Failure::Internal)?.answer;
        let made = operations::create(app, &call, resource, &fields, &answer.shows).await?;
        Ok::<_, Refusal>(answered(StatusCode::CREATED, &made.record, answer))
    };
    outcome.await.unwrap_or_else(|refusal| refused(&refusal))
}
