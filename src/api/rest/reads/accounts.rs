//! Reads what concerns accounts: the caller, roles, grants and access tokens.

use axum::{http::StatusCode, response::Response};
use std::sync::Arc;

use super::request::ReadRequest;
use crate::{
    api::rest::{
        responses::json_within,
        views::{Accounts, Body},
    },
    error::Error,
    kinds::accounts,
    operations::{
        accounts::{VisibleRole, role},
        callers::kind_access,
        rows::read,
    },
    resources::parse_id,
    views::Viewer,
};

/// Reads the caller.
pub async fn me(request: ReadRequest<'_>) -> Result<Response, Error> {
    let (app, call, resource) = (request.app, request.call, accounts());
    let names = resource.whole();
    let user = read::viewer(app, call, &resource.projection(&names)).await?;
    let viewer = Viewer {
        user: Some(user),
        roles: read::roles(app, call).await?,
        kinds: kind_access(call)?,
        tokens: Vec::new(),
        caller: Arc::clone(&call.caller),
    };
    json_within(call, StatusCode::OK, None, &Body(&viewer, &Accounts::new()))
}

/// The role in the path, if the caller may view it.
pub async fn role_named(request: &ReadRequest<'_>) -> Result<VisibleRole, Error> {
    let missing = || Error::not_found("Role");
    let id = request.parameters.get("id").and_then(|text| parse_id(text)).ok_or_else(missing)?;
    role(request.app, request.call, id).await?.ok_or_else(missing)
}
