//! Issues, lists and revokes access tokens (D3, D4).

use entity::{Timestamp, access_token, user};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, EntityTrait, ExprTrait,
    QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
    sea_query::{Expr, SimpleExpr},
};
use serde_json::json;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use crate::{
    app::App,
    auth::{CredentialKind, Secret},
    error::{Error, Problem, Refusal},
    kinds::accounts,
    operations::{
        accounts::{
            grantee::Grantee,
            names::{check_by, check_name},
        },
        audit::{Action, AuditWriter, RecordChange},
        callers::has_address,
        rows::{read::one_of, texts},
    },
    resources::Rule,
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
    /// Whether its value is that of a link, which signs in once.
    pub is_link: bool,
}

/// Issues an access token, for operators.
///
/// # Errors
/// `BadRequest` for names that a request may not have; `NotFound` when no account has the address; `Invalid` when the
/// expiry can't be represented.
pub async fn issue_token(app: &Arc<App>, token: NewToken) -> Result<Secret, Error> {
    token.name.iter().try_for_each(|name| check_by(Rule::NAME, "name", name))?;
    token.permissions.iter().flatten().try_for_each(|name| check_name("permission", name))?;
    let now = app.clock.now();
    let expires_at = now
        .after(token.expires_in)
        .ok_or_else(|| Error::invalid("expires_in", Problem::TooLate))?;
    let secret = Secret::generate(CredentialKind::AccessToken);
    let row = access_token::ActiveModel {
        name: Set(token.name),
        token_hash: Set(secret.hash()),
        permissions: Set(token.permissions.map(Into::into)),
        link_ends_at: Set(token.is_link.then(|| end_of_link(now)).transpose()?),
        expires_at: Set(expires_at),
        ..Default::default()
    };
    let account = user::Entity::find().filter(has_address(&token.email, app.database.backend()));
    let issued = insert(app, &AuditWriter::of_the_system(app), account, row, now).await?;
    issued.map(|_| secret).ok_or_else(|| Grantee::Account.missing(&token.email))
}

/// How long a link can be opened.
const LINK_LIFETIME: Duration = Duration::from_secs(10 * 60);

/// When a link that is made now ends.
///
/// # Errors
/// `Invalid` when that can't be represented.
pub(super) fn end_of_link(now: Timestamp) -> Result<Timestamp, Error> {
    now.after(LINK_LIFETIME).ok_or_else(|| Error::invalid("expires_at", Problem::TooLate))
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
    let change = tokens_changed(account.id, [], [token.id]);
    writer.record(&transaction, accounts().name, at, [change]).await?;
    transaction.commit().await?;
    app.written(Stale::Nothing);
    Ok(Some(token))
}

/// An access token as operators see it, without its value or hash.
#[derive(Clone, Debug)]
pub struct IssuedToken {
    /// The id of the token.
    pub id: i64,
    /// What it is used for, as its issuer described it.
    pub name: Option<String>,
    /// The permissions it is limited to; `None`: all of its account.
    pub permissions: Option<Vec<String>>,
    /// The account that issued it; `None`: an operator did.
    pub issued_by: Option<i64>,
    /// When it was issued.
    pub created_at: Timestamp,
    /// When it expires.
    pub expires_at: Timestamp,
    /// When it was revoked, if it was.
    pub revoked_at: Option<Timestamp>,
}

/// The access tokens of an account, the oldest first. Expired and revoked ones are included.
///
/// # Errors
/// `NotFound` when no account has the address.
pub async fn tokens(app: &App, email: &str) -> Result<Vec<IssuedToken>, Error> {
    let account = account_named(app, email).await?;
    let tokens = access_token::Entity::find()
        .filter(access_token::Column::UserId.eq(account.id))
        .order_by_asc(access_token::Column::Id)
        .all(app.database.operator().reader)
        .await?;
    Ok(tokens.into_iter().map(IssuedToken::from).collect())
}

impl From<access_token::Model> for IssuedToken {
    fn from(token: access_token::Model) -> Self {
        let access_token::Model { id, name, created_at, expires_at, revoked_at, .. } = token;
        let permissions = token.permissions.map(|it| texts(&it).map(str::to_owned).collect());
        let issued_by = token.issuer_id;
        Self { id, name, permissions, issued_by, created_at, expires_at, revoked_at }
    }
}

/// Revokes these access tokens, all or none, and returns their number.
///
/// # Errors
/// `NotFound`, which names the tokens that don't exist or were revoked before.
pub async fn revoke_tokens(app: &Arc<App>, ids: &[i64]) -> Result<u64, Error> {
    let ids: BTreeSet<i64> = ids.iter().copied().collect();
    let values = ids.iter().map(|id| (*id).into()).collect();
    let selected = one_of(access_token::Column::Id.into_expr(), values, app.database.backend());
    let transaction = app.database.operator().begin().await?;
    let writer = AuditWriter::of_the_system(app);
    let revoked = revoke(app, &writer, &transaction, selected.clone(), false).await?;
    if revoked.len() < ids.len() {
        let revoked: BTreeSet<i64> = revoked.iter().map(|token| token.id).collect();
        let known = access_token::Entity::find().filter(selected).all(&transaction).await?;
        transaction.rollback().await?;
        let problems = ids.difference(&revoked).map(|id| {
            if known.iter().any(|it| it.id == *id) {
                format!("token {id} was revoked before")
            } else {
                format!("there is no token {id}")
            }
        });
        let tokens = problems.collect::<Vec<String>>().join(", ");
        return Err(Error::NotFound(Refusal::NotRevoked { tokens }));
    }
    transaction.commit().await?;
    app.written(Stale::Credentials);
    Ok(revoked.len() as u64)
}

/// Revokes all access tokens of an account. Returns how many were not revoked before.
///
/// # Errors
/// `NotFound` when no account has the address.
pub async fn revoke_all_tokens(app: &Arc<App>, email: &str) -> Result<u64, Error> {
    let account = account_named(app, email).await?;
    revoke_all_of(app, &AuditWriter::of_the_system(app), account.id).await
}

/// Revokes all access tokens of an account in a transaction. Returns how many.
pub(super) async fn revoke_all_of(
    app: &App,
    writer: &AuditWriter,
    account: i64,
) -> Result<u64, Error> {
    let transaction = writer.begin().await?;
    let its = access_token::Column::UserId.eq(account);
    let revoked = revoke(app, writer, &transaction, its, true).await?;
    transaction.commit().await?;
    app.written(Stale::CredentialsOf(account));
    Ok(revoked.len() as u64)
}

/// Revokes valid tokens, and records it as changes of their accounts. What they issued ends with
/// them, except API keys if this signs an account out.
pub(super) async fn revoke(
    app: &App,
    writer: &AuditWriter,
    transaction: &DatabaseTransaction,
    condition: SimpleExpr,
    signs_out: bool,
) -> Result<Vec<access_token::Model>, DbErr> {
    let at = app.clock.now();
    let these = access_token::Entity::find()
        .select_only()
        .column(access_token::Column::UserId)
        .filter(condition.clone())
        .into_query();
    if transaction.get_database_backend() == DbBackend::Postgres {
        // So that their events are in order. SQLite has one writer.
        let locked = user::Entity::find()
            .select_only()
            .column(user::Column::Id)
            .filter(user::Column::Id.in_subquery(these))
            .order_by_asc(user::Column::Id)
            .lock_exclusive()
            .into_tuple::<i64>();
        locked.all(transaction).await?;
    }
    let revoked = access_token::Entity::update_many()
        .col_expr(access_token::Column::RevokedAt, Expr::value(at))
        .col_expr(access_token::Column::SignedOut, Expr::value(signs_out))
        .col_expr(access_token::Column::UpdatedAt, Expr::value(at))
        .col_expr(access_token::Column::Version, access_token::Column::Version.into_expr().add(1))
        .filter(access_token::Column::RevokedAt.is_null())
        .filter(condition)
        .exec_with_returning(transaction)
        .await?;
    let mut tokens = BTreeMap::<i64, BTreeSet<i64>>::new();
    for token in &revoked {
        tokens.entry(token.user_id).or_default().insert(token.id);
    }
    let changes = tokens.into_iter().map(|(account, its)| tokens_changed(account, its, []));
    writer.record(transaction, accounts().name, at, changes).await?;
    Ok(revoked)
}

/// The change of an account that gets or loses valid access tokens.
pub(crate) fn tokens_changed(
    account: i64,
    before: impl IntoIterator<Item = i64>,
    after: impl IntoIterator<Item = i64>,
) -> RecordChange {
    let [before, after] = [Vec::from_iter(before), Vec::from_iter(after)]
        .map(|tokens| json!({ "access_tokens": tokens }));
    let of = (account, Some(account));
    RecordChange { of, action: Action::Updated, before: Some(before), after }
}

/// The id of the account with that address.
///
/// # Errors
/// `NotFound` if there is none.
pub async fn account_id(app: &App, email: &str) -> Result<i64, Error> {
    account_named(app, email).await.map(|account| account.id)
}

/// The account of that address, which may be deleted or inactive.
async fn account_named(app: &App, email: &str) -> Result<user::Model, Error> {
    let found = user::Entity::find().filter(has_address(email, app.database.backend()));
    found.one(app.database.operator().reader).await?.ok_or_else(|| Grantee::Account.missing(email))
}
