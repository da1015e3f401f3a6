//! Mutations with an `Idempotency-Key`. All fields of a document take effect once, or none does.

use async_graphql::PathSegment;
use axum::{body::Bytes, response::Response};
use engine::transport::MediaType;
use std::sync::Arc;

use crate::{
    api::{
        graphql::{
            error::{is_transient, server_error},
            execute::Outcome,
            transport::{
                api::{GraphqlApi, log},
                executor::Operation,
                response::response,
            },
        },
        http::{HttpError, idempotency},
    },
    app::Work,
    auth::Call,
    error::Error,
    operations::{
        callers::enter,
        idempotency::{Attempt, IDEMPOTENCY_KEY, Request},
    },
};

/// Most changes of a document with a key. They are one transaction, and SQLite has one writer: others
/// wait for them less than a quarter of a second (docs/reliability.md). Many records are changed by
/// one field.
const MOST_CHANGES: usize = 50;

/// Executes a mutation, or returns the stored response of the same request.
///
/// # Errors
/// When it has more than 50 changes; when the credential has ended meanwhile, when the same request is in progress, when the key was
/// used for another one, and when the response can't be stored: nothing is written then.
pub async fn execute(
    api: &GraphqlApi,
    call: Arc<Call>,
    request: Request,
    operation: Operation,
    media_type: MediaType,
) -> Result<Response, HttpError> {
    let changes = operation.fields();
    if changes > MOST_CHANGES {
        let problem = format!(
            "With {IDEMPOTENCY_KEY} a document has at most {MOST_CHANGES} changes, and this one has {changes}: \
             nothing was written"
        );
        return Err(Error::bad_request(problem).into());
    }
    let executing = api.clone();
    // The log names the operation whether it is executed or replayed.
    let log = log(&operation);
    let call = enter(&api.app, &call, Work::Other).await.map_err(HttpError::with_credential)?;
    let load = operation.load();
    let work = move |app, call| async move {
        let mut is_final = true;
        let amend = |outcome: &mut Outcome| {
            is_final = !outcome.errors.iter().any(is_transient);
            if !is_final {
                mark_aborted(outcome);
            }
        };
        let outcome = executing.execute_logged(&app, call, operation, &log, amend).await;
        Attempt { response: response(&outcome, media_type), is_final }
    };
    idempotency::execute(&api.app, call, request, load, work).await
}

/// Marks completed fields `ABORTED` after a transient failure rolled the request back.
fn mark_aborted(outcome: &mut Outcome) {
    for root in outcome.data.iter_mut().flatten() {
        // `__typename` of the root stays.
        if !root.json.starts_with(b"{") {
            continue;
        }
        root.json = Bytes::from_static(b"null");
        // Errors below the field are gone with its value.
        let field = PathSegment::Field(root.key.clone());
        outcome.errors.retain(|error| error.path.first() != Some(&field) || is_transient(error));
        outcome.errors.push(server_error(&Error::Aborted, None, vec![field]));
    }
}
