//! Reads what concerns the caller: its account and permissions.

use axum::{http::StatusCode, response::Response};
use serde::Serialize;

use super::request::ReadRequest;
use crate::{
    api::rest::{
        bodies::{Credential, KindAccess},
        responses::{Shown, json_within},
    },
    error::Error,
    kinds::{accounts, permission_names},
    operations::{
        accounts::{can_audit, can_send, kind_access},
        records::read,
    },
};

/// The caller.
#[derive(Serialize)]
struct Me<'a> {
    user: Shown<'a>,
    roles: Vec<String>,
    permissions: Vec<&'a str>,
    credential: Credential,
    kinds: Vec<KindAccess>,
    can_send: bool,
    can_audit: bool,
}

/// The body of a list that has no pages.
#[derive(Serialize)]
pub struct Data<T> {
    /// The items.
    pub data: Vec<T>,
}

/// Reads the caller.
pub async fn me(request: ReadRequest<'_>) -> Result<Response, Error> {
    let (app, call, resource) = (request.app, request.call, accounts());
    let names = resource.whole();
    let user = read::viewer(app, call, &resource.projection(&names)).await?;
    let me = Me {
        user: Shown { record: &user, names: &names, secret: None },
        roles: read::roles(app, call).await?,
        permissions: call.permissions.names().collect(),
        credential: Credential::of(call.credential.clone()),
        kinds: kind_access(call)?.into_iter().map(KindAccess::of).collect(),
        can_send: can_send(call),
        can_audit: can_audit(call),
    };
    json_within(call, StatusCode::OK, &me)
}

/// Lists the names of all permissions.
pub fn permissions(request: ReadRequest<'_>) -> Result<Response, Error> {
    json_within(request.call, StatusCode::OK, &Data { data: permission_names() })
}
