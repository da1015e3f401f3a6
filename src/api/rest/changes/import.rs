//! Imports catalogues.

use axum::{http::StatusCode, response::Response};
use std::sync::Arc;

use crate::{
    api::rest::{bodies::ImportedTexts, responses::json_within},
    app::App,
    auth::Call,
    error::Error,
    operations::{catalogue, records::Fields},
    resources::{Catalogue, Resource},
};

/// Imports the texts in the body.
pub async fn change(
    app: &Arc<App>,
    call: &Arc<Call>,
    resource: &'static Resource,
    catalogue: &'static Catalogue,
    fields: &Fields,
) -> Result<Response, Error> {
    let imported = catalogue::import(app, call, resource, catalogue, fields).await?;
    let body = ImportedTexts {
        created_count: imported.created,
        updated_count: imported.updated,
        unchanged_count: imported.unchanged,
        deleted_keys: imported.deleted,
        operation_id: imported.operation,
    };
    json_within(call, StatusCode::OK, &body)
}
