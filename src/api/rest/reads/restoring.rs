//! Says what restoring records would bring back.

use axum::{http::StatusCode, response::Response};

use super::{account::Data, asked::Asked, trash::accounts};
use crate::{
    api::rest::{record_bodies::RestorePreview, responses::json_within},
    error::Error,
    kinds::global_id,
    operations::records::{Preview, restore_preview, write::names_only},
};

/// Lists previews in the order of the ids. Records that the caller may not view are left out.
pub async fn preview(asked: Asked<'_>) -> Result<Response, Error> {
    let Asked { app, call, query, .. } = asked;
    let ids = query.texts("ids").unwrap_or_default();
    let selections: Vec<_> = ids.into_iter().map(global_id::decode).collect();
    let found = restore_preview(app, call, &selections, &names_only()).await?;
    let found: Vec<_> = found.into_iter().flatten().collect();
    let owners = accounts(app, found.iter().filter_map(|it| it.record.owner())).await?;
    let body = |preview: &Preview| {
        let owner = preview.record.owner().and_then(|id| owners.get(&id)).cloned();
        RestorePreview::of(preview, owner)
    };
    let data = found.iter().map(body).collect();
    json_within(call, StatusCode::OK, &Data { data })
}
