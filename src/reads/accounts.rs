//! Roles, grants and access tokens.

use super::asked::{Asked, Found};
use crate::{
    error::Error,
    kinds::{global_id, roles},
    operations::accounts::{self, TokenPlace, VisibleRole, check_tokens_of, grants_of, tokens_of},
    parameters::{USER_ID, trashed},
};

/// A page of the roles that the caller may view.
pub async fn page_of_roles(asked: &Asked<'_>) -> Result<Found, Error> {
    let after = asked.after(|id| global_id::decode_named(roles().name, id))?;
    let (trashed, size) = (trashed(asked.arguments), asked.size);
    let page = accounts::visible_roles(asked.app, asked.call, trashed, size, after).await?;
    let cursor = |role: &VisibleRole| global_id::encode(role.record.resource, role.record.id());
    Ok(Found::page(page.roles, cursor, page.more))
}

/// A role.
pub async fn role(asked: &Asked<'_>) -> Result<Found, Error> {
    Ok(Found::one(find_role(asked).await?))
}

/// The role that is named, if the caller may view it.
pub async fn find_role(asked: &Asked<'_>) -> Result<Option<VisibleRole>, Error> {
    let id = asked.id.and_then(|text| asked.arguments.id_of(roles().name, text));
    let Some(id) = id else { return Ok(None) };
    accounts::role(asked.app, asked.call, id).await
}

/// What an account is granted, the caller's if none is named.
pub async fn grants(asked: &Asked<'_>) -> Result<Found, Error> {
    Ok(Found::one(Some(grants_of(asked.app, asked.call, account(asked)).await?)))
}

/// A page of an account's access tokens, by default the caller's.
pub async fn tokens(asked: &Asked<'_>) -> Result<Found, Error> {
    let of = account(asked);
    check_tokens_of(asked.call, of)?;
    let after = asked.after(TokenPlace::decode)?;
    let mut pages = tokens_of(asked.app, asked.call, &[of], asked.size, after).await?;
    let page = pages.remove(&of).unwrap_or_default();
    Ok(Found::page(page.tokens, |token| TokenPlace::of(token).encode(), page.more))
}

fn account(asked: &Asked<'_>) -> i64 {
    asked.arguments.int(USER_ID).unwrap_or(asked.call.user_id)
}
