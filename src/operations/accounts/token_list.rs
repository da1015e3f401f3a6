//! Which access tokens an account has, and ending them (D3).

use entity::{Timestamp, access_token, user};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, EntityTrait, ExprTrait,
    QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    sea_query::{Expr, SelectStatement, SimpleExpr},
};
use serde_json::{Value as Json, json};
use std::{collections::BTreeSet, sync::Arc};

use crate::{
    app::{App, Stale},
    error::Error,
    operations::{
        audit::{Action, AuditWriter, Telling},
        records::read::one_of,
    },
};

/// An access token as operators see it: neither its value nor the hash of it.
#[derive(Clone, Debug)]
pub struct IssuedToken {
    /// Number of the token, by which it is revoked.
    pub id: i64,
    /// What it is for, in the words of whoever issued it.
    pub name: Option<String>,
    /// The only permissions it may use; `None`: all of the account's.
    pub permissions: Option<Vec<String>>,
    /// When it was issued.
    pub created_at: Timestamp,
    /// When it stops working.
    pub expires_at: Timestamp,
    /// When it was revoked; `None`: it was not.
    pub revoked_at: Option<Timestamp>,
}

/// The access tokens of an account, the oldest first, expired and revoked ones included.
///
/// # Errors
/// `NotFound` when no account has the address.
pub async fn tokens(app: &App, email: &str) -> Result<Vec<IssuedToken>, Error> {
    let account = account(app, email).await?;
    let tokens = access_token::Entity::find()
        .filter(access_token::Column::UserId.eq(account.id))
        .order_by_asc(access_token::Column::Id)
        .all(&app.database.reader)
        .await?;
    Ok(tokens.into_iter().map(IssuedToken::from).collect())
}

impl From<access_token::Model> for IssuedToken {
    fn from(token: access_token::Model) -> Self {
        let names = |json: &Json| -> Vec<String> {
            json.as_array().into_iter().flatten().filter_map(Json::as_str).map(Into::into).collect()
        };
        Self {
            id: token.id,
            name: token.name,
            permissions: token.permissions.as_ref().map(names),
            created_at: token.created_at,
            expires_at: token.expires_at,
            revoked_at: token.revoked_at,
        }
    }
}

/// Revokes the access tokens of these numbers, all of them or none, and answers how many they are.
///
/// # Errors
/// `NotFound` when there is one that does not exist or was revoked before; it names them all.
pub async fn revoke_tokens(app: &Arc<App>, ids: &[i64]) -> Result<u64, Error> {
    let ids: BTreeSet<i64> = ids.iter().copied().collect();
    let values = ids.iter().map(|id| (*id).into()).collect();
    let named = one_of(Expr::col("id"), values, app.database.backend());
    let transaction = app.database.begin().await?;
    let revoked = revoke(app, &transaction, named.clone()).await?;
    if revoked.len() < ids.len() {
        let ours: BTreeSet<i64> = revoked.iter().map(|token| token.id).collect();
        let known = access_token::Entity::find().filter(named).all(&transaction).await?;
        transaction.rollback().await?;
        let refused = ids.difference(&ours).map(|id| match known.iter().any(|it| it.id == *id) {
            true => format!("token {id} was revoked before"),
            false => format!("there is no token {id}"),
        });
        let refused: Vec<String> = refused.collect();
        return Err(Error::NotFound(format!("{}; nothing was revoked", refused.join(", "))));
    }
    transaction.commit().await?;
    app.written(Stale::Credentials);
    Ok(revoked.len() as u64)
}

/// Revokes all access tokens of an account that are not revoked yet, and answers how many they were.
///
/// # Errors
/// `NotFound` when no account has the address.
pub async fn revoke_all_tokens(app: &Arc<App>, email: &str) -> Result<u64, Error> {
    let account = account(app, email).await?;
    let transaction = app.database.begin().await?;
    let its = access_token::Column::UserId.eq(account.id);
    let revoked = revoke(app, &transaction, its).await?;
    transaction.commit().await?;
    app.written(Stale::Credentials);
    Ok(revoked.len() as u64)
}

/// Ends tokens that were not revoked before, and tells of it as something done to their accounts.
async fn revoke(
    app: &Arc<App>,
    transaction: &DatabaseTransaction,
    which: SimpleExpr,
) -> Result<Vec<access_token::Model>, DbErr> {
    let at = app.clock.now();
    let theirs = access_token::Entity::find()
        .select_only()
        .column(access_token::Column::UserId)
        .filter(which.clone())
        .into_query();
    hold_accounts(transaction, theirs).await?;
    let revoked = access_token::Entity::update_many()
        .col_expr(access_token::Column::RevokedAt, Expr::value(at))
        .col_expr(access_token::Column::UpdatedAt, Expr::value(at))
        .col_expr(access_token::Column::Version, Expr::col("version").add(1))
        .filter(access_token::Column::RevokedAt.is_null())
        .filter(which)
        .exec_with_returning(transaction)
        .await?;
    let accounts: BTreeSet<i64> = revoked.iter().map(|token| token.user_id).collect();
    let writer = AuditWriter::of_the_system(app);
    for account in accounts {
        let mut tokens: BTreeSet<i64> = access_token::Entity::find()
            .select_only()
            .column(access_token::Column::Id)
            .filter(access_token::Column::UserId.eq(account))
            .filter(access_token::Column::RevokedAt.is_null())
            .into_tuple::<i64>()
            .all(transaction)
            .await?
            .into_iter()
            .collect();
        let after = json!({ "access_tokens": tokens });
        let gone = revoked.iter().filter(|token| token.user_id == account);
        tokens.extend(gone.map(|token| token.id));
        let before = Some(json!({ "access_tokens": tokens }));
        let deed = Telling { action: Action::Updated, at, before, after };
        writer.tell_of_account(transaction, account, deed).await?;
    }
    Ok(revoked)
}

/// Holds the rows of accounts, which lets what is told of each be in order. SQLite has one writer.
async fn hold_accounts(
    transaction: &DatabaseTransaction,
    numbers: SelectStatement,
) -> Result<(), DbErr> {
    if transaction.get_database_backend() != DbBackend::Postgres {
        return Ok(());
    }
    let held = user::Entity::find()
        .select_only()
        .column(user::Column::Id)
        .filter(user::Column::Id.in_subquery(numbers))
        .order_by_asc(user::Column::Id)
        .lock_exclusive()
        .into_tuple::<i64>();
    held.all(transaction).await.map(|_| ())
}

/// The account of that address, whatever has become of it.
pub(super) async fn account(app: &App, email: &str) -> Result<user::Model, Error> {
    let found = user::Entity::find().filter(user::Column::Email.eq(email));
    found.one(&app.database.reader).await?.ok_or_else(|| no_account(email))
}

/// There is none of that address.
pub(super) fn no_account(email: &str) -> Error {
    Error::NotFound(format!("there is no account with the address {email:?}"))
}
