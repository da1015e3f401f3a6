//! Making accounts and giving them permissions and roles, as an operator does.

use entity::{role, user, user_permission, user_role};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, ExprTrait, JoinType,
    QueryFilter, QuerySelect, RelationTrait,
    sea_query::{Expr, Query},
};
use serde_json::json;
use std::sync::Arc;
use uuid::Uuid;

use super::{
    authenticate::granted,
    grants::{Giving, Granted, Grants, numbers_of_roles},
    token_list::no_account,
};
use crate::{
    app::{App, Stale},
    error::Error,
    operations::{
        audit::{Action, AuditWriter, Telling},
        records::write::{NAME_CHARACTERS, is_duplicate},
    },
};

/// Makes an account and gives it permissions and roles.
///
/// # Errors
/// `BadRequest` for an address or a name that breaks the rules and for an address that is taken,
/// `NotFound` for an unknown role; then nothing was written.
pub async fn add_account(
    app: &Arc<App>,
    email: &str,
    grants: &Grants,
) -> Result<user::Model, Error> {
    address(email)?;
    grants.check()?;
    let at = app.clock.now();
    let transaction = app.database.begin().await?;
    let row = user::ActiveModel {
        uuid: Set(Uuid::new_v4()),
        email: Set(email.to_owned()),
        is_active: Set(true),
        created_at: Set(at),
        updated_at: Set(at),
        version: Set(1),
        ..Default::default()
    };
    let account = match row.insert(&transaction).await {
        Err(error) if is_duplicate(&error) => {
            let taken = format!("there is an account with the address {email:?} already");
            return Err(Error::bad_request(taken));
        }
        inserted => inserted?,
    };
    give(&transaction, account.id, grants).await?;
    let mut after = grants.to_json();
    after["email"] = json!(account.email);
    after["is_active"] = json!(account.is_active);
    after["uuid"] = json!(account.uuid);
    after["created_at"] = json!(at.to_string());
    after["updated_at"] = json!(at.to_string());
    let made = Telling { action: Action::Created, at, before: None, after };
    AuditWriter::of_the_system(app).tell_of_account(&transaction, account.id, made).await?;
    transaction.commit().await?;
    app.written(Stale::Credentials);
    Ok(account)
}

/// Gives an account permissions and roles, or takes them away. What it has before is given again
/// without a change.
///
/// # Errors
/// `NotFound` for an unknown account or role, and for what is to be taken and not held;
/// `BadRequest` for a name that breaks the rules; then nothing was written.
pub async fn change_account(
    app: &Arc<App>,
    email: &str,
    giving: Giving,
    grants: &Grants,
) -> Result<Granted, Error> {
    grants.check()?;
    let at = app.clock.now();
    let transaction = app.database.begin().await?;
    // It is held until the transaction ends, so that two operators don't mix.
    let touched = user::Entity::update_many()
        .col_expr(user::Column::UpdatedAt, Expr::value(at))
        .col_expr(user::Column::Version, Expr::col("version").add(1))
        .filter(user::Column::Email.eq(email))
        .exec_with_returning(&transaction)
        .await?;
    let account = touched.first().ok_or_else(|| no_account(email))?.id;
    let before = held(&transaction, account).await?;
    let changed = before.change(giving, grants, email)?;
    if changed.is_empty() {
        transaction.rollback().await?;
        return Ok(Granted::default());
    }
    match giving {
        Giving::Given => give(&transaction, account, &changed).await?,
        Giving::Taken => take(&transaction, account, &changed).await?,
    }
    let after = before.after(giving, &changed).to_json();
    let deed = Telling { action: Action::Updated, at, before: Some(before.to_json()), after };
    AuditWriter::of_the_system(app).tell_of_account(&transaction, account, deed).await?;
    transaction.commit().await?;
    app.written(Stale::Credentials);
    let mut still = Vec::new();
    if giving == Giving::Taken {
        let has = granted(app, account).await?;
        still.extend(changed.permissions.iter().filter(|name| has.covers(name)).cloned());
    }
    Ok(Granted { changed, still })
}

/// What the account was given, deleted roles included.
async fn held(transaction: &DatabaseTransaction, account: i64) -> Result<Grants, DbErr> {
    let permissions = user_permission::Entity::find()
        .select_only()
        .column(user_permission::Column::Permission)
        .filter(user_permission::Column::UserId.eq(account))
        .into_tuple::<String>()
        .all(transaction)
        .await?;
    let roles = role::Entity::find()
        .select_only()
        .column(role::Column::Name)
        .join(JoinType::InnerJoin, role::Relation::Users.def())
        .filter(user_role::Column::UserId.eq(account))
        .into_tuple::<String>()
        .all(transaction)
        .await?;
    let (permissions, roles) = (permissions.into_iter().collect(), roles.into_iter().collect());
    Ok(Grants { permissions, roles })
}

/// Gives the account what it does not have.
async fn give(
    transaction: &DatabaseTransaction,
    account: i64,
    grants: &Grants,
) -> Result<(), Error> {
    let roles = numbers_of_roles(transaction, &grants.roles).await?;
    for name in &grants.permissions {
        let row =
            user_permission::ActiveModel { user_id: Set(account), permission: Set(name.clone()) };
        user_permission::Entity::insert(row).exec_without_returning(transaction).await?;
    }
    for role in roles {
        let row = user_role::ActiveModel { user_id: Set(account), role_id: Set(role) };
        user_role::Entity::insert(row).exec_without_returning(transaction).await?;
    }
    Ok(())
}

/// Takes from the account what it has.
async fn take(
    transaction: &DatabaseTransaction,
    account: i64,
    grants: &Grants,
) -> Result<(), DbErr> {
    user_permission::Entity::delete_many()
        .filter(user_permission::Column::UserId.eq(account))
        .filter(user_permission::Column::Permission.is_in(&grants.permissions))
        .exec(transaction)
        .await?;
    let named = Query::select()
        .column("id")
        .from("roles")
        .and_where(Expr::col("name").is_in(&grants.roles))
        .take();
    let rows = Query::delete()
        .from_table("user_roles")
        .and_where(Expr::col("user_id").eq(account))
        .and_where(Expr::col("role_id").in_subquery(named))
        .take();
    transaction.execute(&rows).await.map(|_| ())
}

/// Holds an address against the rules. It is no more than a name by which accounts are told apart:
/// whether mail arrives there is not asked.
fn address(email: &str) -> Result<(), Error> {
    let has_parts = email
        .split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && !host.is_empty() && !host.contains('@'));
    let is_plain = !email.chars().any(|c| c.is_whitespace() || c.is_control());
    if has_parts && is_plain && email.chars().count() <= NAME_CHARACTERS {
        return Ok(());
    }
    Err(Error::bad_request(format!(
        "the address {email:?} must be like name@example.com: one @, no spaces, at most \
         {NAME_CHARACTERS} characters"
    )))
}
