//! Creates and revokes access tokens, for callers.

use entity::{access_token, user};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::json;
use std::time::Duration;

use super::{
    list::{IssuedToken, end_of_link, insert, revoke, revoke_all_of},
    visible::is_valid,
};
use crate::{
    auth::{Access, Call, CredentialKind, Secret, Until},
    error::{Error, FieldError, Problem},
    kinds::accounts,
    operations::{
        accounts::request::Request,
        audit::AuditWriter,
        records::write::{MOST_NAMES, assigned, check, check_acts_as, names},
        rows::{Fields, Value},
    },
    resources::Absent,
    store::Stale,
};

/// Most valid tokens of an account.
const MOST_TOKENS: u64 = 1_000;
/// How long a token is valid by default (D3).
const LIFETIME: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Creates an access token. It is limited to permissions that the caller holds, so that it is never
/// wider than the credential of the request.
///
/// # Errors
/// `Forbidden`, and `Invalid` with every invalid field; then nothing was written.
pub async fn create(request: Request) -> Result<(IssuedToken, Secret), Error> {
    let Request { app, call, access, inputs, fields, .. } = &request;
    check_account(call, *access, fields)?;
    let checked = check(inputs, fields, Absent::Filled, call.user_id);
    let mut field_errors = checked.field_errors;
    let value = |name| assigned(&checked.assignments, name);
    let account = value("user_id").and_then(Value::as_int);
    let permissions = match value("permissions") {
        Some(Value::Null) => {
            let lent = |name: &&str| {
                call.lend(("", Problem::NotHeld), [*name], account, Until::Revoked).is_ok()
            };
            let lent = call.permissions.names().filter(lent).map(str::to_owned);
            lent.take(MOST_NAMES + 1).collect()
        }
        named => names(named),
    };
    if permissions.len() > MOST_NAMES {
        let problem = Problem::Unnamed { most: MOST_NAMES };
        field_errors.push(FieldError::new("permissions", problem));
    }
    let now = app.clock.now();
    let asked = value("expires_at").and_then(Value::as_time).or_else(|| now.after(LIFETIME));
    if asked.is_some_and(|at| at <= now) {
        field_errors.push(FieldError::new("expires_at", Problem::Past));
    }
    let until = Until::Issued(CredentialKind::AccessToken, asked);
    let expires_at = call
        .lend(("permissions", Problem::NotHeld), &permissions, account, until)
        .unwrap_or_else(|error| {
            field_errors.push(error);
            None
        });
    if let Some(account) = account {
        let valid = access_token::Entity::find()
            .filter(access_token::Column::UserId.eq(account))
            .filter(is_valid(app));
        if valid.count(&*app.point_reader(call, MOST_TOKENS as usize).await?).await? >= MOST_TOKENS
        {
            field_errors.push(FieldError::new("user_id", Problem::Tokens { most: MOST_TOKENS }));
        }
    }
    let is_link = value("link") == Some(&Value::Bool(true));
    let name = value("name").and_then(Value::as_text).map(str::to_owned);
    let (Some(account), Some(expires_at), true) = (account, expires_at, field_errors.is_empty())
    else {
        return Err(Error::Invalid(field_errors));
    };
    let secret = Secret::generate(CredentialKind::AccessToken);
    let [token, key] = call.credential.as_issuer();
    let token = access_token::ActiveModel {
        name: Set(name),
        token_hash: Set(secret.hash()),
        permissions: Set(Some(json!(permissions).into())),
        link_ends_at: Set(is_link.then(|| end_of_link(now)).transpose()?),
        expires_at: Set(expires_at),
        issuer_id: Set(Some(call.user_id)),
        issuer_token_id: Set(token),
        issuer_key_id: Set(key),
        ..Default::default()
    };
    let live = user::Entity::find_by_id(account).filter(user::Column::DeletedAt.is_null());
    let unknown = || Error::invalid("user_id", Problem::NoAccount);
    let token = insert(app, &AuditWriter::new(app, call), live, token, now).await?;
    token.map(|token| (token.into(), secret)).ok_or_else(unknown)
}

/// Revokes a token; one that was revoked before is returned unchanged.
///
/// # Errors
/// `NotFound`, and `Forbidden` for another account's token.
pub async fn revoke_one(request: Request) -> Result<IssuedToken, Error> {
    let Request { app, call, access, id, .. } = &request;
    let missing = || Error::not_found("Access token");
    let id = (*id).ok_or_else(missing)?;
    let find = || access_token::Entity::find_by_id(id);
    let token = find().one(&*app.point_reader(call, 1).await?).await?.ok_or_else(missing)?;
    access.check(Some(token.user_id))?;
    let writer = AuditWriter::new(app, call);
    let transaction = writer.begin().await?;
    let this = access_token::Column::Id.eq(id);
    // Whoever revokes the token of the request signs out.
    let signs_out = call.credential.as_issuer()[0] == Some(id);
    revoke(app, &writer, &transaction, this, signs_out).await?;
    let token = find().one(&transaction).await?.ok_or_else(missing)?;
    transaction.commit().await?;
    app.written(Stale::CredentialsOf(token.user_id));
    Ok(token.into())
}

/// Revokes all tokens of an account, and returns how many. Without one it is the caller's.
///
/// # Errors
/// `NotFound`, and `Forbidden` for another account.
pub async fn sign_out(request: Request) -> Result<u64, Error> {
    let Request { app, call, access, inputs, fields, .. } = &request;
    check_account(call, *access, fields)?;
    let checked = check(inputs, fields, Absent::Filled, call.user_id);
    let Some(Value::Int(account)) = assigned(&checked.assignments, "user_id").cloned() else {
        return Err(Error::Invalid(checked.field_errors));
    };
    // A deleted account can be signed out too (D36).
    let reader = app.point_reader(call, 1).await?;
    if user::Entity::find_by_id(account).one(&*reader).await?.is_none() {
        return Err(accounts().not_found());
    }
    revoke_all_of(app, &AuditWriter::new(app, call), account).await
}

/// Checks that the caller may do this with the named account.
fn check_account(call: &Call, access: Access, fields: &Fields) -> Result<(), Error> {
    match fields.get("user_id").and_then(serde_json::Value::as_i64) {
        Some(account) => {
            access.check(Some(account))?;
            check_acts_as(call, Some(account))
        }
        None => Ok(()),
    }
}
