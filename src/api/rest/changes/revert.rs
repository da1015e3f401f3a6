//! Gives records the values that they had after an event.

use axum::{http::StatusCode, response::Response};
use std::sync::Arc;

use crate::{
    api::rest::{reads::PathParameters, views::view_within},
    app::App,
    auth::Call,
    error::Error,
    operations::{
        records::revert,
        rows::{Expected, Projections},
    },
    resources::{Resource, parse_id},
};

/// Reverts the record of the event in the path.
pub async fn change(
    app: &Arc<App>,
    call: &Arc<Call>,
    path: &PathParameters,
    expected: Expected,
) -> Result<Response, Error> {
    // What can't be read is nowhere to be found.
    let event = path.get("id").and_then(|text| parse_id(text));
    let projections: Projections =
        Arc::new(|resource: &'static Resource| &resource.whole_answer().shows);
    let reverted = revert(app, call, event, expected, &projections).await?;
    view_within(call, StatusCode::OK, &reverted)
}
