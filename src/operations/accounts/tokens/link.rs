//! One-time links: tokens whose value is still to be fetched.

use entity::{
    Timestamp,
    access_token::{Column, Entity},
    user,
};
use sea_orm::{
    ColumnTrait, EntityTrait, ExprTrait, IntoSimpleExpr, QueryFilter, QuerySelect, sea_query::Expr,
};
use serde_json::json;
use std::sync::Arc;

use super::list::IssuedToken;
use crate::{
    app::App,
    auth::{Call, CredentialKind, Secret},
    error::Error,
    kinds::accounts,
    operations::audit::{Action, AuditWriter, RecordChange},
    store::Stale,
};

/// Gives a link's token a value of its own. The link is the credential of the call, and ends.
///
/// # Errors
/// `BadRequest` for another credential, and `Unauthenticated` for a link that another request was
/// quicker to open.
pub async fn sign_in(app: &Arc<App>, call: &Arc<Call>) -> Result<(IssuedToken, Secret), Error> {
    if !call.credential.is_link {
        return Err(Error::bad_request("Only a link signs in: this is a token or a key"));
    }
    let (account, now) = (call.user_id, app.clock.now());
    let secret = Secret::generate(CredentialKind::AccessToken);
    let writer = AuditWriter::new(app, call);
    let transaction = writer.begin().await?;
    // The events of an account are in the order of its locks.
    user::Entity::find_by_id(account).lock_exclusive().one(&transaction).await?;
    let opened = Entity::update_many()
        .col_expr(Column::TokenHash, Expr::value(secret.hash()))
        .col_expr(Column::LinkEndsAt, Expr::value(None::<Timestamp>))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .col_expr(Column::Version, Column::Version.into_simple_expr().add(1))
        .filter(Column::Id.eq(call.credential.id))
        .filter(Column::LinkEndsAt.gt(now))
        .filter(Column::RevokedAt.is_null())
        .exec_with_returning(&transaction)
        .await?;
    let token = opened.into_iter().next().ok_or(Error::Unauthenticated)?;
    // It changes no field: that the token exists was said when the link was made.
    let (of, before, after) = ((account, Some(account)), Some(json!({})), json!({}));
    let change = RecordChange { of, action: Action::Updated, before, after };
    writer.record(&transaction, accounts().name, now, [change]).await?;
    transaction.commit().await?;
    app.written(Stale::CredentialsOf(account));
    Ok((token.into(), secret))
}
