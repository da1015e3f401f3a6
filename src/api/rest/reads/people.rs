//! Reads roles and access tokens.

use axum::{http::StatusCode, response::Response};

use super::{account::Data, asked::Asked};
use crate::{
    api::rest::{
        account_bodies::{AccessToken, Role},
        query::{Page, page_response, position},
        responses::json_within,
    },
    error::Error,
    operations::accounts::{
        IssuedToken, TokenPlace, check_tokens_of, role, tokens_of, visible_roles,
    },
};

/// Lists the roles that the caller may view.
pub async fn roles(asked: Asked<'_>) -> Result<Response, Error> {
    let roles = visible_roles(asked.app, asked.call).await?.into_iter().map(Role::from);
    json_within(asked.call, StatusCode::OK, &Data { data: roles.collect() })
}

/// Reads a role.
pub async fn one_role(asked: Asked<'_>) -> Result<Response, Error> {
    let missing = || Error::NotFound("Role not found".to_owned());
    let id = asked.parameters.get("id").and_then(|text| text.parse().ok()).ok_or_else(missing)?;
    let role = role(asked.app, asked.call, id).await?.ok_or_else(missing)?;
    json_within(asked.call, StatusCode::OK, &Role::from(role))
}

/// Lists the access tokens of an account, the caller's if none is named.
pub async fn tokens(asked: Asked<'_>) -> Result<Response, Error> {
    let Asked { app, call, query, .. } = asked;
    let account = query.int("user_id").unwrap_or(call.user_id);
    check_tokens_of(call, account)?;
    let position = position(query, TokenPlace::decode)?;
    let mut pages = tokens_of(app, call, &[account], position.size, position.from).await?;
    let found = pages.remove(&account).unwrap_or_default();
    let cursor = |token: &IssuedToken| TokenPlace::of(token).encode();
    let data = found.tokens.iter().cloned().map(AccessToken::from).collect();
    let mut page = Page::new(&position, &found.tokens, found.more, cursor, data);
    // The list is read forward only.
    page.previous = None;
    page_response(call, asked.path, query, &page, &page)
}
