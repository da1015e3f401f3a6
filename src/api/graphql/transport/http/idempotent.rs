//! Mutations with an idempotency key: all fields of the document take effect, or none does.

use async_graphql::{PathSegment, Response as Outcome, ServerError, Value};
use axum::response::Response;
use std::sync::Arc;

use super::{answer::answered, negotiate::MediaType};
use crate::{
    api::{
        graphql::{
            resolve::{extensions, is_transient},
            transport::executor::{Api, Asked},
        },
        http::{HttpError, idempotency},
    },
    auth::Call,
    error::Error,
    operations::idempotency::{Attempt, Request},
};

/// Executes a mutation, or answers with the stored response.
///
/// # Errors
/// When another attempt is still running, when the key was used for another request, and when the
/// response can't be stored. Nothing is written then.
pub async fn execute(
    api: &Api,
    call: Arc<Call>,
    request: Request,
    asked: Asked,
    media_type: MediaType,
) -> Result<Response, HttpError> {
    let executor = api.clone();
    // The request log names the operation even if the mutation doesn't run.
    let telling = asked.tell();
    let work = move |app| async move {
        let mut is_final = true;
        let amend = |outcome: &mut Outcome| {
            is_final = !outcome.errors.iter().any(is_transient);
            if !is_final {
                mark_aborted(outcome);
            }
        };
        let outcome = executor.execute_with(app, call, asked, &telling, amend).await;
        Attempt { response: answered(&outcome, media_type), is_final }
    };
    idempotency::execute(&api.app, request, work).await
}

/// Marks completed fields ABORTED after a transient failure rolled the request back.
fn mark_aborted(outcome: &mut Outcome) {
    let Value::Object(fields) = &mut outcome.data else { return };
    for (name, payload) in fields.iter_mut() {
        // `__typename` has written nothing and stays.
        if !matches!(payload, Value::Object(_)) {
            continue;
        }
        *payload = Value::Null;
        // Errors below the field go with it.
        let field = PathSegment::Field(name.to_string());
        outcome.errors.retain(|error| error.path.first() != Some(&field) || is_transient(error));
        let mut error = ServerError::new(Error::Aborted.message(), None);
        error.path = vec![field];
        error.extensions = Some(extensions(&Error::Aborted));
        outcome.errors.push(error);
    }
}
