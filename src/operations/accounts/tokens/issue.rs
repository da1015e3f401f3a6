//! Issues access tokens (D3, D4).

use entity::{Timestamp, access_token, user};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, QueryFilter, QuerySelect, Select};
use serde_json::json;
use std::{sync::Arc, time::Duration};

use crate::{
    app::App,
    auth::{CredentialKind, Secret},
    error::{Error, FieldError},
    operations::{
        accounts::{address::has_address, grants::Grantee},
        audit::{Action, AuditWriter, OperatorChange},
    },
    store::Stale,
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

/// Issues an access token, for operators.
///
/// # Errors
/// `NotFound` when no account has the address; `Invalid` when the expiry can't be represented.
pub async fn issue_token(app: &Arc<App>, token: NewToken) -> Result<Secret, Error> {
    let now = app.clock.now();
    let expires_at = now
        .after(token.expires_in)
        .ok_or_else(|| Error::Invalid(vec![FieldError::new("expires_in", "is too long")]))?;
    let secret = Secret::generate(CredentialKind::AccessToken);
    let row = access_token::ActiveModel {
        name: Set(token.name),
        token_hash: Set(secret.hash()),
        permissions: Set(token.permissions.map(Into::into)),
        expires_at: Set(expires_at),
        ..Default::default()
    };
    let account = user::Entity::find().filter(has_address(&token.email, app.database.backend()));
    let issued = insert(app, &AuditWriter::of_the_system(app), account, row, now).await?;
    issued.map(|_| secret).ok_or_else(|| Grantee::Account.missing(&token.email))
}

/// Inserts a token of the account that a query finds. `None`: it finds none.
pub(super) async fn insert(
    app: &App,
    writer: &AuditWriter,
    account: Select<user::Entity>,
    token: access_token::ActiveModel,
    at: Timestamp,
) -> Result<Option<access_token::Model>, Error> {
    let transaction = writer.begin().await?;
    let Some(account) = account.lock_exclusive().one(&transaction).await? else { return Ok(None) };
    let token = access_token::ActiveModel {
        user_id: Set(account.id),
        created_at: Set(at),
        updated_at: Set(at),
        version: Set(1),
        ..token
    };
    let token = token.insert(&transaction).await?;
    let change = OperatorChange {
        action: Action::Updated,
        at,
        before: Some(json!({ "access_tokens": [] })),
        after: json!({ "access_tokens": [token.id] }),
    };
    writer.record_account(&transaction, account.id, change).await?;
    transaction.commit().await?;
    app.written(Stale::Nothing);
    Ok(Some(token))
}
