//! Batches: several requests in one body, executed in their order and answered in it.

use apollo_compiler::executable::OperationType;
use async_graphql::Response as Outcome;
use axum::response::Response;
use serde_json::Value as Json;
use std::sync::Arc;

use super::{answer::answered_in_order, negotiate::MediaType};
use crate::{
    api::{
        graphql::{
            resolve::refused,
            transport::{executor::Api, parameters::from_body},
        },
        http::{Allowance, HttpError},
    },
    auth::Call,
    error::Error,
    operations::records::Fields,
    telemetry::metrics::Api as FaceLabel,
};

/// Executes the requests of a batch, one after the other, as they may depend on each other. One that
/// fails doesn't keep those after it from running.
///
/// # Errors
/// When batches are not taken, or not of that size, and when one of the requests is no object: then
/// none of them was executed.
pub async fn execute(
    api: &Api,
    call: &Arc<Call>,
    batch: Vec<Json>,
    media_type: MediaType,
    allowance: &Allowance,
) -> Result<Response, HttpError> {
    let mut outcomes = Vec::with_capacity(batch.len());
    for (place, body) in requests(batch, api.max_batch)?.into_iter().enumerate() {
        // The first one has been counted with the request.
        let taken = if place == 0 { Ok(()) } else { allowance.take(FaceLabel::Graphql) };
        outcomes.push(match taken {
            Ok(()) => outcome(api, call, body).await,
            Err(refusal) => api.limited(&refusal),
        });
    }
    Ok(answered_in_order(&outcomes, media_type))
}

fn requests(batch: Vec<Json>, most: usize) -> Result<Vec<Fields>, Error> {
    let problem = match batch.len() {
        _ if most == 0 => "Batches are not taken: max-batch is 0".to_owned(),
        0 => "The batch is empty".to_owned(),
        length if length > most => format!("The batch is past max-batch, which is {most}"),
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

async fn outcome(api: &Api, call: &Arc<Call>, body: Fields) -> Outcome {
    match from_body(body).and_then(|parameters| api.asked(parameters)) {
        Ok(asked) if asked.kind == Some(OperationType::Subscription) => {
            refused(&Error::bad_request("A subscription can't be part of a batch"))
        }
        Ok(asked) => api.execute(Arc::clone(call), asked).await,
        Err(error) => refused(&error),
    }
}
