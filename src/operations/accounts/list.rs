//! Lists accounts and roles with their grants, for operators.

use entity::{role, user, user_role};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use std::collections::{BTreeSet, HashMap};

use super::{grantee::Grantee, names::Grants};
use crate::{app::App, error::Error};

/// An account as operators see it.
#[derive(Clone, Debug)]
pub struct Account {
    /// The account.
    pub row: user::Model,
    /// Its permissions and roles.
    pub grants: Grants,
    /// Those of its roles that are deleted.
    pub deleted_roles: BTreeSet<String>,
}

/// A role as operators see it.
#[derive(Clone, Debug)]
pub struct Role {
    /// The role.
    pub row: role::Model,
    /// The permissions it grants.
    pub permissions: BTreeSet<String>,
    /// How many accounts have it, deleted ones included.
    pub accounts: i64,
}

/// All accounts, the oldest first, deleted ones included.
///
/// # Errors
/// When the database can't be reached.
pub async fn account_list(app: &App) -> Result<Vec<Account>, Error> {
    let reader = app.database.operator().reader;
    let rows = user::Entity::find().order_by_asc(user::Column::Id).all(reader).await?;
    let mut grants = Grantee::Account.grants(reader, None).await?;
    let deleted = role::Entity::find().filter(role::Column::DeletedAt.is_not_null());
    let deleted: BTreeSet<String> =
        deleted.all(reader).await?.into_iter().map(|role| role.name).collect();
    let account = |row: user::Model| {
        let grants = grants.remove(&row.id).unwrap_or_default();
        let deleted_roles = &grants.roles & &deleted;
        Account { row, grants, deleted_roles }
    };
    Ok(rows.into_iter().map(account).collect())
}

/// All roles, the oldest first, deleted ones included.
///
/// # Errors
/// When the database can't be reached.
pub async fn role_list(app: &App) -> Result<Vec<Role>, Error> {
    let reader = app.database.operator().reader;
    let rows = role::Entity::find().order_by_asc(role::Column::Id).all(reader).await?;
    let mut grants = Grantee::Role.grants(reader, None).await?;
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
        permissions: grants.remove(&row.id).unwrap_or_default().permissions,
        accounts: accounts.get(&row.id).copied().unwrap_or_default(),
        row,
    };
    Ok(rows.into_iter().map(role).collect())
}
