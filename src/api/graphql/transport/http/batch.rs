//! Batches: several requests in one body, executed and answered in order.

use apollo_compiler::executable::OperationType;
use axum::response::Response;
use engine::transport::{MediaType, from_body};
use serde_json::Value as Json;
use std::sync::Arc;

use crate::{
    api::{
        graphql::{
            execute::Outcome,
            transport::{api::GraphqlApi, response::batch_response},
        },
        http::{Allowance, HttpError},
    },
    auth::{Api, Call},
    error::Error,
    operations::{callers::renew, rows::Fields},
};

/// Executes the requests of a batch one after the other. They may depend on each other.
///
/// A request that fails doesn't stop those after it.
///
/// # Errors
/// When batches are disabled, when the batch is empty or too large, and when an item is not an
/// object. Nothing is executed then.
pub async fn execute(
    api: &GraphqlApi,
    call: &Arc<Call>,
    batch: Vec<Json>,
    media_type: MediaType,
    allowance: &Allowance,
) -> Result<Response, HttpError> {
    let mut outcomes = Vec::with_capacity(batch.len());
    for (place, body) in requests(batch, api.max_batch)?.into_iter().enumerate() {
        // The HTTP request was counted and authenticated for the first one.
        let taken = if place == 0 { Ok(()) } else { allowance.take(Api::Graphql) };
        outcomes.push(match taken {
            Ok(()) if place == 0 => outcome(api, call, body).await,
            // The requests before may have ended what the caller may do (D25).
            Ok(()) => match renew(&api.app, call).await {
                Ok(call) => outcome(api, &call, body).await,
                Err(error) => Outcome::refused(&error),
            },
            Err(error) => api.limited(&error),
        });
    }
    Ok(batch_response(&outcomes, media_type))
}

fn requests(batch: Vec<Json>, most: usize) -> Result<Vec<Fields>, Error> {
    let problem = match batch.len() {
        _ if most == 0 => "Batches are not accepted: max-batch is 0".to_owned(),
        0 => "The batch is empty".to_owned(),
        length if length > most => format!(
            "The batch exceeds max-batch, which is {most}, with {length}: send fewer requests in it"
        ),
        _ => return batch.into_iter().enumerate().map(fields).collect(),
    };
    Err(Error::bad_request(problem))
}

fn fields((place, request): (usize, Json)) -> Result<Fields, Error> {
    match request {
        Json::Object(fields) => Ok(fields),
        _ => Err(Error::bad_request(format!("[{place}] of the batch must be a JSON object"))),
    }
}

async fn outcome(api: &GraphqlApi, call: &Arc<Call>, body: Fields) -> Outcome {
    let looked_up = match from_body(body) {
        Ok(parameters) => api.look_up(call.user_id, parameters).await,
        Err(problem) => Err(Error::bad_request(problem)),
    };
    match looked_up {
        Ok(operation) if operation.kind == Some(OperationType::Subscription) => {
            Outcome::refused(&Error::bad_request("A subscription can't be part of a batch"))
        }
        Ok(operation) => api.execute(Arc::clone(call), operation).await,
        Err(error) => Outcome::refused(&error),
    }
}
