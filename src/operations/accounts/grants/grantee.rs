//! What permissions are granted to: accounts and roles.

use entity::{SoftDelete, Timestamp, role, role_permission, user, user_permission, user_role};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait,
    ExprTrait, IdenStatic, IntoActiveModel, JoinType, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait, RelationTrait, Select, sea_query::Expr,
};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

use super::names::{Grants, role_ids};
use crate::{
    error::Error,
    operations::records::read::{numbered_by, one_of},
};

/// What permissions are granted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grantee {
    /// An account, by its email address.
    Account,
    /// A role, by its name. It has permissions and no roles.
    Role,
}

impl Grantee {
    /// The error for a name that nothing has.
    pub(in crate::operations::accounts) fn missing(self, name: &str) -> Error {
        Error::NotFound(match self {
            Self::Account => format!("there is no account with the address {name:?}"),
            Self::Role => format!("there is no role {name:?}"),
        })
    }

    /// The grants as events show them.
    pub(in crate::operations::accounts) fn to_json(self, grants: &Grants) -> Json {
        match self {
            Self::Account => json!({ "permissions": grants.permissions, "roles": grants.roles }),
            Self::Role => json!({ "permissions": grants.permissions }),
        }
    }

    /// Counts a change, and locks the row until the transaction ends. Concurrent changes don't mix
    /// then. Returns its id.
    pub(super) async fn lock(
        self,
        transaction: &DatabaseTransaction,
        name: &str,
        at: Timestamp,
    ) -> Result<i64, Error> {
        let locked = match self {
            Self::Account => {
                use user::Column::{Email, UpdatedAt, Version};
                let rows = user::Entity::update_many()
                    .col_expr(UpdatedAt, Expr::value(at))
                    .col_expr(Version, Version.into_expr().add(1))
                    .filter(Email.eq(name));
                rows.exec_with_returning(transaction).await?.first().map(|row| row.id)
            }
            Self::Role => {
                use role::Column::{DeletedAt, Name, UpdatedAt, Version};
                let rows = role::Entity::update_many()
                    .col_expr(UpdatedAt, Expr::value(at))
                    .col_expr(Version, Version.into_expr().add(1))
                    .filter(Name.eq(name).and(DeletedAt.is_null()));
                rows.exec_with_returning(transaction).await?.first().map(|row| row.id)
            }
        };
        locked.ok_or_else(|| self.missing(name))
    }

    /// Counts a change of a live account, and locks its row, as [`Grantee::lock`] does. Returns
    /// whether there is one.
    pub(super) async fn lock_account(
        transaction: &DatabaseTransaction,
        id: i64,
        at: Timestamp,
    ) -> Result<bool, DbErr> {
        use user::Column::{DeletedAt, Id, UpdatedAt, Version};
        let rows = user::Entity::update_many()
            .col_expr(UpdatedAt, Expr::value(at))
            .col_expr(Version, Version.into_expr().add(1))
            .filter(Id.eq(id).and(DeletedAt.is_null()));
        Ok(rows.exec(transaction).await?.rows_affected > 0)
    }

    /// The grants of each, deleted roles included; only of one if `of` is its id.
    pub(in crate::operations::accounts) async fn grants(
        self,
        connection: &impl ConnectionTrait,
        of: Option<i64>,
    ) -> Result<BTreeMap<i64, Grants>, DbErr> {
        let mut grants = BTreeMap::<i64, Grants>::new();
        let permissions = match self {
            Self::Account => {
                use user_permission::{Column::*, Entity};
                names(connection, Entity::find(), UserId, Permission, of).await?
            }
            Self::Role => {
                use role_permission::{Column::*, Entity};
                names(connection, Entity::find(), RoleId, Permission, of).await?
            }
        };
        for (id, name) in permissions {
            grants.entry(id).or_default().permissions.insert(name);
        }
        if self == Self::Account {
            let roles = user_role::Entity::find()
                .join(JoinType::InnerJoin, user_role::Relation::Role.def());
            let owner = user_role::Column::UserId;
            for (id, name) in names(connection, roles, owner, role::Column::Name, of).await? {
                grants.entry(id).or_default().roles.insert(name);
            }
        }
        Ok(grants)
    }

    /// Adds grants that it doesn't have.
    pub(in crate::operations::accounts) async fn grant(
        self,
        transaction: &DatabaseTransaction,
        id: i64,
        grants: &Grants,
    ) -> Result<(), Error> {
        let roles = role_ids(transaction, &grants.roles).await?;
        let permissions = grants.permissions.iter().cloned();
        match self {
            Self::Account => {
                let row = |permission| user_permission::Model { user_id: id, permission };
                insert(transaction, permissions.map(row)).await?;
            }
            Self::Role => {
                let row = |permission| role_permission::Model { role_id: id, permission };
                insert(transaction, permissions.map(row)).await?;
            }
        }
        let row = |role_id| user_role::Model { user_id: id, role_id };
        insert(transaction, roles.into_iter().map(row)).await?;
        Ok(())
    }

    /// Removes grants that it has.
    pub(in crate::operations::accounts) async fn revoke(
        self,
        transaction: &DatabaseTransaction,
        id: i64,
        grants: &Grants,
    ) -> Result<(), DbErr> {
        match self {
            Self::Account => {
                use user_permission::{Column::*, Entity};
                let these = UserId.eq(id).and(Permission.is_in(&grants.permissions));
                Entity::delete_many().filter(these).exec(transaction).await?;
                let roles = role::Entity::find()
                    .select_only()
                    .column(role::Column::Id)
                    .filter(role::Column::Name.is_in(&grants.roles))
                    .into_query();
                let its = user_role::Column::UserId.eq(id);
                let these = its.and(user_role::Column::RoleId.in_subquery(roles));
                user_role::Entity::delete_many().filter(these).exec(transaction).await?;
            }
            Self::Role => {
                use role_permission::{Column::*, Entity};
                let these = RoleId.eq(id).and(Permission.is_in(&grants.permissions));
                Entity::delete_many().filter(these).exec(transaction).await?;
            }
        }
        Ok(())
    }
}

/// Reads names with the ids of their owners. If `of` is the id of an owner, they are its own.
async fn names<E: EntityTrait>(
    connection: &impl ConnectionTrait,
    rows: Select<E>,
    owner: E::Column,
    name: impl ColumnTrait,
    of: Option<i64>,
) -> Result<Vec<(i64, String)>, DbErr> {
    let rows = rows.apply_if(of, |rows, of| rows.filter(owner.eq(of)));
    rows.select_only().column(owner).column(name).into_tuple().all(connection).await
}

async fn insert<M, A>(
    transaction: &DatabaseTransaction,
    rows: impl Iterator<Item = M>,
) -> Result<(), DbErr>
where
    M: IntoActiveModel<A>,
    A: ActiveModelTrait,
{
    let rows: Vec<A> = rows.map(IntoActiveModel::into_active_model).collect();
    match rows.is_empty() {
        true => Ok(()),
        false => A::Entity::insert_many(rows).exec_without_returning(transaction).await.map(drop),
    }
}

/// A role that is granted, with what it grants.
pub(super) struct GrantingRole {
    pub permissions: BTreeSet<String>,
}

impl GrantingRole {
    /// Locks the live roles with these names until the transaction ends. Nobody widens them
    /// meanwhile.
    pub async fn lock(
        transaction: &DatabaseTransaction,
        names: &BTreeSet<String>,
    ) -> Result<Vec<Self>, DbErr> {
        let values: Vec<_> = names.iter().map(|name| name.as_str().into()).collect();
        if values.is_empty() {
            return Ok(Vec::new());
        }
        let backend = transaction.get_database_backend();
        let ids: Vec<i64> = role::Entity::find_live()
            .select_only()
            .column(role::Column::Id)
            .filter(one_of(role::Column::Name.into_expr(), values, backend))
            .order_by_asc(role::Column::Id)
            .lock_shared()
            .into_tuple()
            .all(transaction)
            .await?;
        let of_these = numbered_by(role_permission::Column::RoleId.as_str(), &ids, backend);
        let rows = role_permission::Entity::find().filter(of_these).all(transaction).await?;
        let role = |id: i64| {
            let its = rows.iter().filter(|row| row.role_id == id);
            Self { permissions: its.map(|row| row.permission.clone()).collect() }
        };
        Ok(ids.into_iter().map(role).collect())
    }
}
