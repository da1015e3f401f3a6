//! Mutations with an `Idempotency-Key`: all the fields of a document are carried out together and
//! once, or none of them.

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
        http::{Done, HttpError, once},
    },
    auth::Call,
    error::Error,
    operations::idempotency::IdempotentRequest,
};

/// Executes a mutation, or answers what it was answered before.
///
/// # Errors
/// When the same request is under way, when the key was used for another one, and when the answer
/// can't be kept: then nothing was written.
pub async fn carry_out(
    api: &Api,
    call: Arc<Call>,
    keyed: IdempotentRequest,
    asked: Asked,
    media_type: MediaType,
) -> Result<Response, HttpError> {
    let executing = api.clone();
    // Whatever comes of the key, this is what was asked for.
    let telling = asked.tell();
    let work = move |app| async move {
        let mut stands = true;
        let amend = |outcome: &mut Outcome| {
            stands = !outcome.errors.iter().any(is_transient);
            if !stands {
                take_back(outcome);
            }
        };
        let outcome = executing.execute_with(app, call, asked, &telling, amend).await;
        Done { response: answered(&outcome, media_type), stands }
    };
    once(&api.app, Some(keyed), work).await
}

/// Tells of each field that was carried out that it no longer is, because another one failed in a way
/// that may pass.
fn take_back(outcome: &mut Outcome) {
    let Value::Object(fields) = &mut outcome.data else { return };
    for (name, payload) in fields.iter_mut() {
        // The name of the root type, for whoever selects that, stays.
        if !matches!(payload, Value::Object(_)) {
            continue;
        }
        *payload = Value::Null;
        // What was wrong below the field is gone with it.
        let field = PathSegment::Field(name.to_string());
        outcome.errors.retain(|error| error.path.first() != Some(&field) || is_transient(error));
        let mut error = ServerError::new(Error::Aborted.message(), None);
        error.path = vec![field];
        error.extensions = Some(extensions(&Error::Aborted));
        outcome.errors.push(error);
    }
}
