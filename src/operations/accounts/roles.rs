//! Creates, changes and lists roles, for operators.

use entity::{SoftDelete, role, role_permission, user_role};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, DatabaseTransaction, DbErr, EntityTrait,
    ExprTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::Expr,
};
use serde_json::{Value as Json, json};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use super::{
    grants::{GrantAction, GrantOutcome, Grants, check_name},
    list::names_by_id,
};
use crate::{
    app::App,
    error::Error,
    operations::{
        audit::{Action, AuditWriter, OperatorChange},
        records::write::is_duplicate,
    },
    store::Stale,
};

/// A role as operators see it.
#[derive(Clone, Debug)]
pub struct Role {
    /// The id of the role.
    pub id: i64,
    /// The name.
    pub name: String,
    /// The permissions it grants.
    pub permissions: BTreeSet<String>,
    /// How many accounts have it, deleted ones included.
    pub accounts: i64,
}

/// Creates a role with permissions.
///
/// # Errors
/// `BadRequest` for a name that is invalid or taken; nothing is written then.
pub async fn add_role(app: &Arc<App>, name: &str, grants: &Grants) -> Result<(), Error> {
    check_name("role", name)?;
    grants.check()?;
    let at = app.clock.now();
    let transaction = app.database.begin().await?;
    let row = role::ActiveModel {
        name: Set(name.to_owned()),
        created_at: Set(at),
        updated_at: Set(at),
        version: Set(1),
        ..Default::default()
    };
    let role = match row.insert(&transaction).await {
        Err(error) if is_duplicate(&error) => {
            return Err(Error::bad_request(format!("there is a role {name:?} already")));
        }
        inserted => inserted?,
    };
    grant(&transaction, role.id, &grants.permissions).await?;
    let mut after = to_json(grants);
    after["name"] = json!(name);
    let change = OperatorChange { action: Action::Created, at, before: None, after };
    AuditWriter::of_the_system(app).record_role(&transaction, role.id, change).await?;
    transaction.commit().await?;
    app.written(Stale::Credentials);
    Ok(())
}

/// Adds permissions to a role or removes them. Adding one that it has changes nothing.
///
/// # Errors
/// `NotFound` for an unknown or deleted role and for removing what it doesn't have, `BadRequest` for
/// an invalid name; nothing is written then.
pub async fn change_role(
    app: &Arc<App>,
    name: &str,
    action: GrantAction,
    grants: &Grants,
) -> Result<GrantOutcome, Error> {
    grants.check()?;
    let at = app.clock.now();
    let transaction = app.database.begin().await?;
    // The row is locked until the transaction ends, so that concurrent changes don't mix.
    let locked = role::Entity::update_many()
        .col_expr(role::Column::UpdatedAt, Expr::value(at))
        .col_expr(role::Column::Version, role::Column::Version.into_expr().add(1))
        .filter(role::Column::Name.eq(name))
        .filter(role::Column::DeletedAt.is_null())
        .exec_with_returning(&transaction)
        .await?;
    let missing = || Error::NotFound(format!("there is no role {name:?}"));
    let role = locked.first().ok_or_else(missing)?.id;
    let permissions = role_permission::Entity::find()
        .select_only()
        .column(role_permission::Column::Permission)
        .filter(role_permission::Column::RoleId.eq(role))
        .into_tuple::<String>()
        .all(&transaction)
        .await?;
    let before =
        Grants { permissions: permissions.into_iter().collect(), roles: BTreeSet::default() };
    let changed = before.change(action, grants, &format!("the role {name:?}"))?;
    if changed.is_empty() {
        transaction.rollback().await?;
        return Ok(GrantOutcome::default());
    }
    match action {
        GrantAction::Grant => grant(&transaction, role, &changed.permissions).await?,
        GrantAction::Revoke => revoke(&transaction, role, &changed.permissions).await?,
    }
    let after = to_json(&before.after(action, &changed));
    let before = Some(to_json(&before));
    let change = OperatorChange { action: Action::Updated, at, before, after };
    AuditWriter::of_the_system(app).record_role(&transaction, role, change).await?;
    transaction.commit().await?;
    app.written(Stale::Credentials);
    Ok(GrantOutcome { changed, still_granted: Vec::new() })
}

/// The permissions of a role as events show them.
fn to_json(grants: &Grants) -> Json {
    json!({ "permissions": grants.permissions })
}

async fn grant(
    transaction: &DatabaseTransaction,
    role: i64,
    names: &BTreeSet<String>,
) -> Result<(), DbErr> {
    for name in names {
        let row =
            role_permission::ActiveModel { role_id: Set(role), permission: Set(name.clone()) };
        role_permission::Entity::insert(row).exec_without_returning(transaction).await?;
    }
    Ok(())
}

async fn revoke(
    transaction: &DatabaseTransaction,
    role: i64,
    names: &BTreeSet<String>,
) -> Result<(), DbErr> {
    let rows = role_permission::Entity::delete_many()
        .filter(role_permission::Column::RoleId.eq(role))
        .filter(role_permission::Column::Permission.is_in(names));
    rows.exec(transaction).await.map(|_| ())
}

/// All live roles, the oldest first.
///
/// # Errors
/// When the database can't be reached.
pub async fn role_list(app: &App) -> Result<Vec<Role>, Error> {
    let reader = &app.database.reader;
    let rows = role::Entity::find_live().order_by_asc(role::Column::Id).all(reader).await?;
    let permissions = role_permission::Entity::find()
        .select_only()
        .column(role_permission::Column::RoleId)
        .column(role_permission::Column::Permission)
        .into_tuple()
        .all(reader)
        .await?;
    let mut permissions = names_by_id(permissions);
    let accounts: Vec<(i64, i64)> = user_role::Entity::find()
        .select_only()
        .column(user_role::Column::RoleId)
        .column_as(user_role::Column::UserId.count(), "accounts")
        .group_by(user_role::Column::RoleId)
        .into_tuple()
        .all(reader)
        .await?;
    let accounts: HashMap<i64, i64> = accounts.into_iter().collect();
    let role = |row: role::Model| Role {
        id: row.id,
        name: row.name,
        permissions: permissions.remove(&row.id).unwrap_or_default(),
        accounts: accounts.get(&row.id).copied().unwrap_or_default(),
    };
    Ok(rows.into_iter().map(role).collect())
}
