//! Reads what concerns accounts: the caller, roles, grants and access tokens.

use axum::{http::StatusCode, response::Response};
use serde::Serialize;

use super::request::ReadRequest;
use crate::{
    api::rest::{
        bodies::{AccessToken, Credential, Grants, KindAccess, Role},
        query::{Page, page_response, position, trashed},
        responses::{RecordBody, json_within, versioned_within},
    },
    error::Error,
    kinds::{accounts, permission_names},
    operations::{
        accounts::{
            IssuedToken, TokenPlace, VisibleRole, check_tokens_of, grants_of, role, tokens_of,
            visible_roles,
        },
        callers::{can_audit, can_send, kind_access},
        rows::read,
    },
    resources::parse_id,
};

/// The caller.
#[derive(Serialize)]
struct Me<'a> {
    user: RecordBody<'a>,
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
        user: RecordBody { record: &user, names: &names, secret: None },
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

/// Lists the roles that the caller may view.
pub async fn roles(request: ReadRequest<'_>) -> Result<Response, Error> {
    let roles = visible_roles(request.app, request.call, trashed(request.query)).await?;
    let roles = roles.into_iter().map(Role::of);
    json_within(request.call, StatusCode::OK, &Data { data: roles.collect() })
}

/// Reads a role.
pub async fn one_role(request: ReadRequest<'_>) -> Result<Response, Error> {
    let role = role_named(&request).await?;
    versioned_within(request.call, StatusCode::OK, role.version, &Role::of(role))
}

/// The role in the path, if the caller may view it.
pub async fn role_named(request: &ReadRequest<'_>) -> Result<VisibleRole, Error> {
    let missing = || Error::NotFound("Role not found".to_owned());
    let id = request.parameters.get("id").and_then(|text| parse_id(text)).ok_or_else(missing)?;
    role(request.app, request.call, id).await?.ok_or_else(missing)
}

/// Reads what an account is granted, the caller's if none is named.
pub async fn grants(request: ReadRequest<'_>) -> Result<Response, Error> {
    let account = request.query.int("user_id").unwrap_or(request.call.user_id);
    let grants = grants_of(request.app, request.call, account).await?;
    json_within(request.call, StatusCode::OK, &Grants::of(grants))
}

/// Lists an account's access tokens, by default the caller's.
pub async fn tokens(request: ReadRequest<'_>) -> Result<Response, Error> {
    let ReadRequest { app, call, query, .. } = request;
    let account = query.int("user_id").unwrap_or(call.user_id);
    check_tokens_of(call, account)?;
    let position = position(query, TokenPlace::decode)?;
    let mut pages = tokens_of(app, call, &[account], position.size, position.from).await?;
    let found = pages.remove(&account).unwrap_or_default();
    let cursor = |token: &IssuedToken| TokenPlace::of(token).encode();
    let data = found.tokens.iter().cloned().map(AccessToken::of).collect();
    let mut page = Page::new(&position, &found.tokens, found.more, cursor, data);
    // The list is read forward only.
    page.previous = None;
    page_response(call, request.path, query, &page, &page)
}
