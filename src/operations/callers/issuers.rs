//! Follows who issued a credential (D36).

use entity::{access_token, api_key, user};
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};

use crate::{
    app::App,
    auth::{Credential, CredentialKind, MOST_ISSUERS},
    error::Error,
};

/// The account, the access token and the API key that issued a credential.
pub(super) type IssuedBy = [Option<i64>; 3];

/// Adds to a credential of an account what issued it, by one statement for each. The credential
/// expires no later than the API keys among them.
///
/// # Errors
/// `Unauthenticated` if one of them was revoked, deleted or deactivated, or its account was.
pub(super) async fn follow(
    app: &App,
    credential: &mut Credential,
    account: i64,
    mut by: IssuedBy,
) -> Result<(), Error> {
    let connection = app.database.of_callers();
    let issuers = &mut credential.issuers;
    while by.iter().any(Option::is_some) {
        let [maker, token, key] = by;
        issuers.accounts.extend(maker.filter(|maker| *maker != account));
        by = if let Some(id) = token {
            let found = access_token::Entity::find_by_id(id).one(connection).await?;
            // Signing out leaves API keys, which programs use.
            let leaves = |it: &access_token::Model| {
                it.revoked_at.is_none()
                    || (it.signed_out && credential.kind == CredentialKind::ApiKey)
            };
            let token = found.filter(leaves).ok_or(Error::Unauthenticated)?;
            issuers.credentials.push((CredentialKind::AccessToken, id));
            [token.issuer_id, token.issuer_token_id, token.issuer_key_id]
        } else if let Some(id) = key {
            let found = api_key::Entity::find_by_id(id).one(connection).await?;
            let lives = |it: &api_key::Model| it.is_active && it.deleted_at.is_none();
            let key = found.filter(lives).ok_or(Error::Unauthenticated)?;
            issuers.credentials.push((CredentialKind::ApiKey, id));
            credential.expires_at = credential.expires_at.into_iter().chain(key.expires_at).min();
            [key.issuer_id, key.issuer_token_id, key.issuer_key_id]
        } else {
            break;
        };
        // No server issues more in a row; rows that were changed by hand may.
        if issuers.credentials.len() > MOST_ISSUERS {
            return Err(Error::Unauthenticated);
        }
    }
    if issuers.accounts.is_empty() {
        return Ok(());
    }
    let alive = user::Entity::find()
        .filter(user::Column::Id.is_in(issuers.accounts.iter().copied()))
        .filter(user::Column::IsActive.eq(true))
        .filter(user::Column::DeletedAt.is_null());
    if alive.count(connection).await? == issuers.accounts.len() as u64 {
        Ok(())
    } else {
        Err(Error::Unauthenticated)
    }
}
