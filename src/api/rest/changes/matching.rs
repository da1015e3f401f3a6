//! Deletes and restores the records that match a filter, and ends operations.

use axum::{http::StatusCode, response::Response};
use std::sync::Arc;

use crate::{
    api::rest::{
        bodies::BulkChange,
        query::{CONFIRM, Query, filter},
        reads::{operation_id, trash_filter},
        responses::json_within,
    },
    app::App,
    auth::Call,
    error::Error,
    operations::{
        bulk::{self, Changed, Matches, change_matching},
        records::write::names_only,
    },
    resources::Matching,
};

/// Deletes or restores the records that match the query.
pub async fn change(
    app: &Arc<App>,
    call: &Arc<Call>,
    matching: Matching,
    query: &Query,
) -> Result<Response, Error> {
    let matches = match matching {
        Matching::Delete(resource) => Matches::live(resource, filter(resource, query)?),
        Matching::Restore(resource) => Matches::deleted(resource, filter(resource, query)?),
        Matching::Trash => Matches::Trash(trash_filter(query)),
    };
    let changed = change_matching(app, call, matches, query.text(CONFIRM), &names_only()).await?;
    let body = match changed {
        Changed::Preview(preview) => BulkChange::of(Some(preview), None),
        Changed::Progress(progress) => BulkChange::of(None, Some(progress)),
    };
    json_within(call, StatusCode::OK, &body)
}

/// Ends an operation.
pub async fn cancel(app: &App, call: &Call, id: Option<&String>) -> Result<Response, Error> {
    let progress = bulk::cancel(app, call, operation_id(id)?).await?;
    json_within(call, StatusCode::OK, &BulkChange::of(None, Some(progress)))
}
