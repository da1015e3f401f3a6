//! Reads what concerns accounts: the caller, roles, grants and access tokens.

use axum::{http::StatusCode, response::Response};
use std::sync::Arc;

use super::request::ReadRequest;
use crate::{
    api::rest::{
        query::{Page, Position, page_response, position},
        responses::{json_within, versioned_within},
        views::{Accounts, Body, Data, view_within},
    },
    error::Error,
    kinds::{accounts, global_id, permission_names},
    operations::{
        accounts::{
            IssuedToken, TokenPlace, VisibleRole, check_tokens_of, grants_of, role, tokens_of,
            visible_roles,
        },
        audit::ROLE,
        callers::kind_access,
        rows::read,
    },
    parameters::trashed,
    resources::parse_id,
    views::{View, Viewer},
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
    view_within(call, StatusCode::OK, &viewer)
}

/// Lists the names of all permissions.
pub fn permissions(request: ReadRequest<'_>) -> Result<Response, Error> {
    json_within(request.call, StatusCode::OK, &Data { data: permission_names() })
}

/// Lists the roles that the caller may view.
pub async fn roles(request: ReadRequest<'_>) -> Result<Response, Error> {
    let ReadRequest { app, call, query, .. } = request;
    let position = position(query, |id| global_id::decode_named(ROLE, id))?;
    let found = visible_roles(app, call, trashed(query), position.size, position.from).await?;
    let cursor = |role: &VisibleRole| global_id::named(ROLE, role.id);
    forward_page(request, &position, &found.roles, found.more, cursor)
}

/// The response with a page of a list that is read forward only.
fn forward_page<P, V: View>(
    request: ReadRequest<'_>,
    position: &Position<P>,
    views: &[V],
    more: bool,
    cursor: impl Fn(&V) -> String,
) -> Result<Response, Error> {
    let none = Accounts::new();
    let data = views.iter().map(|view| Body(view, &none)).collect();
    let page = Page { previous: None, ..Page::new(position, views, more, cursor, data) };
    page_response(request.call, request.path, request.query, &page, &page)
}

/// Reads a role.
pub async fn one_role(request: ReadRequest<'_>) -> Result<Response, Error> {
    let role = role_named(&request).await?;
    versioned_within(request.call, StatusCode::OK, role.version, &Body(&role, &Accounts::new()))
}

/// The role in the path, if the caller may view it.
pub async fn role_named(request: &ReadRequest<'_>) -> Result<VisibleRole, Error> {
    let missing = || Error::not_found("Role");
    let id = request.parameters.get("id").and_then(|text| parse_id(text)).ok_or_else(missing)?;
    role(request.app, request.call, id).await?.ok_or_else(missing)
}

/// Reads what an account is granted, the caller's if none is named.
pub async fn grants(request: ReadRequest<'_>) -> Result<Response, Error> {
    let account = request.query.int("user_id").unwrap_or(request.call.user_id);
    let grants = grants_of(request.app, request.call, account).await?;
    view_within(request.call, StatusCode::OK, &grants)
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
    forward_page(request, &position, &found.tokens, found.more, cursor)
}
