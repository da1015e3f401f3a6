//! Authenticates callers by their credential (D1–D4), and finds accounts by their addresses (D31).

use entity::{Timestamp, access_token, api_key, retired_api_key_value as retired, user};
use sea_orm::{
    ColumnTrait, Condition, DbBackend, EntityTrait, ExprTrait, QueryFilter, QuerySelect,
    QueryTrait,
    sea_query::{Expr, Query, SimpleExpr},
};
use std::sync::Arc;
use uuid::Uuid;

use crate::operations::callers::{
    granted::granted,
    issuers::{IssuedBy, follow},
    last_used,
};
use crate::{
    app::App,
    auth::{
        Call, Caller, Credential, CredentialKind, PermissionSet, digest, hash,
        jwt::{self, Identity, Provider},
    },
    error::Error,
    operations::rows::{
        read::{Trashed, same_ignoring_case},
        texts,
    },
};

/// Authenticates the caller with a bearer credential.
///
/// Only valid credentials are cached, and briefly: a token that another process has just issued works
/// at once, and one it has revoked stops working within a second.
///
/// # Errors
/// `Unauthenticated` for an unknown, expired or revoked credential, and for an inactive account.
pub async fn authenticate(app: &App, value: &str) -> Result<Arc<Caller>, Error> {
    let caller = current(app, value).await?;
    last_used::record_use(app, &caller.credential);
    Ok(caller)
}

/// Re-authenticates a call, as its credential may have changed (D25). It is called between the
/// parts of a request, and after a wait.
///
/// # Errors
/// As [`authenticate`].
pub async fn renew(app: &App, call: &Arc<Call>) -> Result<Arc<Call>, Error> {
    if call.is_operator() {
        return Ok(Arc::clone(call));
    }
    let caller = current(app, call.presented.reveal()).await?;
    if Arc::ptr_eq(&caller, &call.caller) {
        return Ok(Arc::clone(call));
    }
    Ok(Arc::new(Call { caller, ..Call::clone(call) }))
}

/// Whether it is known what a call may do now, without reading it.
pub(super) fn is_known(app: &App, call: &Call) -> bool {
    app.caches.credentials.has(&digest(call.presented.reveal()))
}

async fn current(app: &App, value: &str) -> Result<Arc<Caller>, Error> {
    let read = || look_up(app, value);
    let caller = app.caches.credentials.get_or_read(digest(value), read).await?;
    check_expiry(caller.credential.expires_at, app.clock.now())?;
    Ok(caller)
}

async fn look_up(app: &App, value: &str) -> Result<Arc<Caller>, Error> {
    let hash = hash(value);
    let token = match app.provider.get().filter(|_| jwt::is_token(value)) {
        Some(provider) => Some(by_identity(app, provider, value).await?),
        None if value.starts_with(CredentialKind::AccessToken.prefix()) => {
            by_token(app, &hash).await?
        }
        None => None,
    };
    let (account, mut credential, own, issued_by) = match token {
        Some(found) => found,
        // Fixtures may choose the value of a key, so it need not have the prefix.
        None => by_key(app, &hash).await?.ok_or(Error::Unauthenticated)?,
    };
    if !account.is_active {
        return Err(Error::Unauthenticated);
    }
    follow(app, &mut credential, account.id, issued_by).await?;
    check_expiry(credential.expires_at, app.clock.now())?;
    let turn = app.concurrency.caller(&app.database, account.id).await;
    let granted = granted(app, app.database.of_callers(), account.id, Trashed::Without).await?;
    drop(turn);
    let permissions = match own {
        Some(own) => granted.intersection(&own),
        None => granted,
    };
    let deleted = account.deleted_at.is_some();
    Ok(Arc::new(Caller { user_id: account.id, deleted, permissions, credential }))
}

fn check_expiry(expires_at: Option<Timestamp>, now: Timestamp) -> Result<(), Error> {
    match expires_at {
        Some(expires_at) if expires_at <= now => Err(Error::Unauthenticated),
        _ => Ok(()),
    }
}

/// An account, its credential, the credential's permissions, and what issued it.
type KnownCredential = (user::Model, Credential, Option<PermissionSet>, IssuedBy);

async fn by_token(app: &App, hash: &str) -> Result<Option<KnownCredential>, Error> {
    let found = access_token::Entity::find()
        .filter(access_token::Column::TokenHash.eq(hash))
        .filter(access_token::Column::RevokedAt.is_null())
        .find_also_related(user::Entity)
        .one(app.database.of_callers())
        .await?;
    let Some((token, Some(account))) = found else { return Ok(None) };
    let (kind, is_link) = (CredentialKind::AccessToken, token.link_ends_at.is_some());
    let expires_at = token.link_ends_at.unwrap_or(token.expires_at);
    let credential = Credential::new(kind, token.id, token.name, Some(expires_at));
    let credential = Credential { is_link, ..credential };
    // What a link may do is known once it has become a token.
    let named = || token.permissions.as_ref().map(|it| texts(it).collect());
    let permissions = if is_link { Some(PermissionSet::default()) } else { named() };
    let issued_by = [token.issuer_id, token.issuer_token_id, token.issuer_key_id];
    Ok(Some((account, credential, permissions, issued_by)))
}

/// Finds an account by a token of the identity provider.
async fn by_identity(
    app: &App,
    provider: &Provider,
    token: &str,
) -> Result<KnownCredential, Error> {
    let identity = provider.verify(token, app.clock.now()).await?;
    let account = account_of(app, &identity).await?.ok_or(Error::Unauthenticated)?;
    let (kind, issuer) = (CredentialKind::IdentityToken, provider.issuer().to_owned());
    let credential = Credential::new(kind, account.id, Some(issuer), Some(identity.expires_at));
    Ok((account, credential, None, [None; 3]))
}

/// The account whose uuid is the subject, or else its address. A subject that looks like an address
/// identifies no account: nobody says that it is verified (D27).
async fn account_of(app: &App, identity: &Identity) -> Result<Option<user::Model>, Error> {
    let uuid = identity.subject.as_deref().and_then(|it| Uuid::try_parse(it).ok());
    // PostgreSQL rejects texts with NUL, and no address contains one.
    let email = identity.email.as_ref().filter(|it| !it.contains('\0'));
    let conditions = [
        uuid.map(|uuid| user::Column::Uuid.eq(uuid)),
        email.map(|email| has_address(email, app.database.backend())),
    ];
    for condition in conditions.into_iter().flatten() {
        let account = user::Entity::find().filter(condition).one(app.database.of_callers()).await?;
        if account.is_some() {
            return Ok(account);
        }
    }
    Ok(None)
}

/// The condition that an account has the address. Of old ones whose addresses differ in case alone it
/// is the one that has it exactly.
pub(in crate::operations) fn has_address(email: &str, backend: DbBackend) -> Expr {
    let column = |table| Expr::col((table, user::Column::Email));
    let other = Query::select()
        .expr(Expr::val(1))
        .from_as(user::Entity, "other")
        .and_where(same_ignoring_case(Expr::col(("other", user::Column::Email)), email, backend))
        .and_where(
            Expr::col(("other", user::Column::Id)).not_equals((user::Entity, user::Column::Id)),
        )
        .take();
    let alone =
        same_ignoring_case(column(user::Entity), email, backend).and(Expr::not_exists(other));
    user::Column::Email.eq(email).or(alone)
}

/// Finds an API key by its value or a valid previous value.
async fn by_key(app: &App, hash: &str) -> Result<Option<KnownCredential>, Error> {
    // At most one key has had the value, so that an index finds both halves.
    let retired = retired::Entity::find()
        .select_only()
        .column(retired::Column::ApiKeyId)
        .filter(retired::Column::ValueHash.eq(hash));
    let retired = SimpleExpr::SubQuery(None, Box::new(retired.into_query().into()));
    let by_value = Condition::any()
        .add(api_key::Column::KeyHash.eq(hash))
        .add(api_key::Column::Id.into_expr().eq(retired));
    let found = api_key::Entity::find()
        .filter(by_value)
        .filter(api_key::Column::IsActive.eq(true))
        .filter(api_key::Column::DeletedAt.is_null())
        .find_also_related(user::Entity)
        .all(app.database.of_callers())
        .await?;
    let is_current = |key: &api_key::Model| key.key_hash.as_deref() == Some(hash);
    let Some((key, Some(account))) = found.into_iter().max_by_key(|(key, _)| is_current(key))
    else {
        return Ok(None);
    };
    let ends_at = if is_current(&key) {
        None
    } else {
        Some(end_of(app, hash).await?.ok_or(Error::Unauthenticated)?)
    };
    // A token of a deleted account can still restore it; its API keys don't work (D4).
    if account.deleted_at.is_some() {
        return Ok(None);
    }
    let expires_at = key.expires_at.into_iter().chain(ends_at).min();
    let credential = Credential::new(CredentialKind::ApiKey, key.id, Some(key.name), expires_at);
    let issued_by = [key.issuer_id, key.issuer_token_id, key.issuer_key_id];
    Ok(Some((account, credential, Some(texts(&key.permissions).collect()), issued_by)))
}

/// When a previous value of a key expires.
async fn end_of(app: &App, hash: &str) -> Result<Option<Timestamp>, Error> {
    let ends_at = retired::Entity::find()
        .select_only()
        .column(retired::Column::EndsAt)
        .filter(retired::Column::ValueHash.eq(hash))
        .into_tuple();
    Ok(ends_at.one(app.database.of_callers()).await?)
}
