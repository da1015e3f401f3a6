//! Issues access tokens (D3, D4).

use entity::access_token;
use sea_orm::{ActiveModelTrait, ActiveValue::Set};
use std::time::Duration;

use super::list::account;
use crate::{
    app::App,
    auth::{CredentialKind, Secret},
    error::{Error, FieldError},
};

/// The properties of a new access token.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// The address of its account, which may be deleted or inactive.
    pub email: String,
    /// The permissions it is limited to; `None`: all of its account.
    pub permissions: Option<Vec<String>>,
    /// How long it is valid.
    pub expires_in: Duration,
    /// What it is used for.
    pub name: Option<String>,
}

/// Issues an access token.
///
/// # Errors
/// `NotFound` when no account has the address; `Invalid` when the expiry can't be represented.
pub async fn issue_token(app: &App, token: NewToken) -> Result<Secret, Error> {
    let now = app.clock.now();
    let expires_at = now
        .after(token.expires_in)
        .ok_or_else(|| Error::Invalid(vec![FieldError::new("expires_in", "is too long")]))?;
    let account = account(app, &token.email).await?;
    let secret = Secret::generate(CredentialKind::AccessToken);
    let row = access_token::ActiveModel {
        user_id: Set(account.id),
        name: Set(token.name),
        token_hash: Set(secret.hash()),
        permissions: Set(token.permissions.map(Into::into)),
        expires_at: Set(expires_at),
        created_at: Set(now),
        updated_at: Set(now),
        version: Set(1),
        ..Default::default()
    };
    row.insert(&app.database.writer).await?;
    Ok(secret)
}
