//! Creates accounts and changes their permissions and roles, for operators.

use entity::{role, user, user_permission, user_role};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, DatabaseTransaction, DbErr, EntityTrait,
    ExprTrait, JoinType, QueryFilter, QuerySelect, QueryTrait, RelationTrait, sea_query::Expr,
};
use serde_json::json;
use std::sync::Arc;
use uuid::Uuid;

use super::{
    authenticate::granted,
    grants::{GrantAction, GrantOutcome, Grants, role_ids},
    token_list::no_account,
};
use crate::{
    app::App,
    error::Error,
    operations::{
        audit::{Action, AuditWriter, OperatorChange},
        records::write::{NAME_CHARACTERS, is_duplicate},
    },
    store::Stale,
};

/// Creates an account with permissions and roles.
///
/// # Errors
/// `BadRequest` for an invalid address or name and for an address that is taken, `NotFound` for an
/// unknown role; nothing is written then.
pub async fn add_account(
    app: &Arc<App>,
    email: &str,
    grants: &Grants,
) -> Result<user::Model, Error> {
    check_address(email)?;
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
    grant(&transaction, account.id, grants).await?;
    let mut after = grants.to_json();
    after["email"] = json!(account.email);
    after["is_active"] = json!(account.is_active);
    after["uuid"] = json!(account.uuid);
    after["created_at"] = json!(at.to_string());
    after["updated_at"] = json!(at.to_string());
    let change = OperatorChange { action: Action::Created, at, before: None, after };
    AuditWriter::of_the_system(app).record_account(&transaction, account.id, change).await?;
    transaction.commit().await?;
    app.written(Stale::Credentials);
    Ok(account)
}

/// Adds permissions and roles to an account or removes them. Adding one that it has changes nothing.
///
/// # Errors
/// `NotFound` for an unknown account or role and for removing what the account doesn't have,
/// `BadRequest` for an invalid name; nothing is written then.
pub async fn change_account(
    app: &Arc<App>,
    email: &str,
    action: GrantAction,
    grants: &Grants,
) -> Result<GrantOutcome, Error> {
    grants.check()?;
    let at = app.clock.now();
    let transaction = app.database.begin().await?;
    // The row is locked until the transaction ends, so that concurrent changes don't mix.
    let locked = user::Entity::update_many()
        .col_expr(user::Column::UpdatedAt, Expr::value(at))
        .col_expr(user::Column::Version, user::Column::Version.into_expr().add(1))
        .filter(user::Column::Email.eq(email))
        .exec_with_returning(&transaction)
        .await?;
    let account = locked.first().ok_or_else(|| no_account(email))?.id;
    let before = grants_of(&transaction, account).await?;
    let changed = before.change(action, grants, email)?;
    if changed.is_empty() {
        transaction.rollback().await?;
        return Ok(GrantOutcome::default());
    }
    match action {
        GrantAction::Grant => grant(&transaction, account, &changed).await?,
        GrantAction::Revoke => revoke(&transaction, account, &changed).await?,
    }
    let after = before.after(action, &changed).to_json();
    let change =
        OperatorChange { action: Action::Updated, at, before: Some(before.to_json()), after };
    AuditWriter::of_the_system(app).record_account(&transaction, account, change).await?;
    transaction.commit().await?;
    app.written(Stale::Credentials);
    let mut still_granted = Vec::new();
    if action == GrantAction::Revoke {
        let granted = granted(app, account).await?;
        still_granted
            .extend(changed.permissions.iter().filter(|name| granted.covers(name)).cloned());
    }
    Ok(GrantOutcome { changed, still_granted })
}

/// Reads the grants of an account, deleted roles included.
async fn grants_of(transaction: &DatabaseTransaction, account: i64) -> Result<Grants, DbErr> {
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

/// Adds grants that the account doesn't have.
async fn grant(
    transaction: &DatabaseTransaction,
    account: i64,
    grants: &Grants,
) -> Result<(), Error> {
    let roles = role_ids(transaction, &grants.roles).await?;
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

/// Removes grants that the account has.
async fn revoke(
    transaction: &DatabaseTransaction,
    account: i64,
    grants: &Grants,
) -> Result<(), DbErr> {
    user_permission::Entity::delete_many()
        .filter(user_permission::Column::UserId.eq(account))
        .filter(user_permission::Column::Permission.is_in(&grants.permissions))
        .exec(transaction)
        .await?;
    let roles = role::Entity::find()
        .select_only()
        .column(role::Column::Id)
        .filter(role::Column::Name.is_in(&grants.roles))
        .into_query();
    user_role::Entity::delete_many()
        .filter(user_role::Column::UserId.eq(account))
        .filter(user_role::Column::RoleId.in_subquery(roles))
        .exec(transaction)
        .await
        .map(|_| ())
}

/// Checks the form of an address. It identifies an account and need not receive mail.
fn check_address(email: &str) -> Result<(), Error> {
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
