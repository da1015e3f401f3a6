//! Reads what concerns the caller: its account and permissions.

use axum::{http::StatusCode, response::Response};
use serde::Serialize;

use super::request::ReadRequest;
use crate::{
    api::rest::{
        bodies::{Credential, KindAccess},
        responses::{Shown, json_within},
    },
    auth::{Access, Call},
    error::Error,
    kinds::{accounts, permission_names},
    operations::{
        accounts::{can_audit, can_send, kind_access},
        records::read,
    },
    resources::snake_case,
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
    let credential = call.credential.clone();
    let me = Me {
        user: Shown { record: &user, names: &names, secret: None },
        roles: read::roles(app, call).await?,
        permissions: call.permissions.names().collect(),
        credential: Credential {
            id: credential.row(),
            kind: credential.kind.name().to_owned(),
            name: credential.name,
            expires_at: credential.expires_at,
        },
        kinds: kinds(call)?,
        can_send: can_send(call),
        can_audit: can_audit(call),
    };
    json_within(call, StatusCode::OK, &me)
}

fn kinds(call: &Call) -> Result<Vec<KindAccess>, Error> {
    let name = |access: Option<Access>| match access.as_ref().map(Access::account) {
        None => "none",
        Some(Some(_)) => "own",
        Some(None) => "all",
    };
    let access = kind_access(call)?.into_iter().map(|it| KindAccess {
        kind: snake_case(it.resource.name),
        view: name(it.view),
        create: name(it.create),
        update: name(it.update),
        delete: name(it.delete),
        restore: name(it.restore),
    });
    Ok(access.collect())
}

/// Lists the names of all permissions.
pub fn permissions(request: ReadRequest<'_>) -> Result<Response, Error> {
    json_within(request.call, StatusCode::OK, &Data { data: permission_names() })
}
