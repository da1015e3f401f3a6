//! Reads what is granted to accounts, directly and through roles (D8).

use entity::{role, role_permission, user_permission, user_role};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, JoinType, QueryFilter, QuerySelect,
    QueryTrait, RelationTrait, sea_query::UnionType,
};
use std::{sync::Arc, time::Instant};

use crate::{
    app::App,
    auth::PermissionSet,
    error::Error,
    operations::records::{constant, read::Trashed},
    store::{Grant, KnownGrants},
};

/// The numbers of a permission that a role has. One that the account itself has has zeros.
const OF_ROLES: (i64, i64) = (0, 1);
/// Fewer names are read as quickly as the versions of their roles.
const FEW: usize = 500;

/// The permissions of an account, granted directly and through its roles. Deleted roles grant
/// nothing, but may be restored.
///
/// Many names are read once: while the roles have the same versions, they have the same names.
pub(in crate::operations) async fn granted(
    app: &App,
    connection: &impl ConnectionTrait,
    account: i64,
    roles: Trashed,
) -> Result<PermissionSet, Error> {
    let key = (account, roles == Trashed::With);
    if let Some(known) = app.caches.grants.get(&key).filter(|known| known.is_young())
        && known.sources == sources(&read(connection, account, roles, false).await?)
    {
        return Ok(known.permissions.clone());
    }
    let rows = read(connection, account, roles, true).await?;
    let sources = sources(&rows);
    let names = rows.into_iter().filter(|(_, role, _)| *role == 0).map(|(name, ..)| name);
    let permissions: PermissionSet = names.collect();
    // A unit of work may have written versions that are never committed.
    if permissions.names().nth(FEW).is_some() && !app.database.is_scoped() {
        let known = KnownGrants { sources, permissions: permissions.clone(), read: Instant::now() };
        app.caches.grants.insert(key, Arc::new(known));
    }
    Ok(permissions)
}

/// What decides which permissions an account has: its own, and the versions of its roles.
fn sources(rows: &[Grant]) -> Vec<Grant> {
    let decides = |(_, role, version): &&Grant| (*role, *version) != OF_ROLES;
    let mut sources: Vec<Grant> = rows.iter().filter(decides).cloned().collect();
    sources.sort_unstable();
    sources
}

/// Reads them, and with `names` the permissions of the roles.
async fn read(
    connection: &impl ConnectionTrait,
    account: i64,
    roles: Trashed,
    names: bool,
) -> Result<Vec<Grant>, DbErr> {
    let is_live = (roles == Trashed::Without).then(|| role::Column::DeletedAt.is_null());
    let versions = role::Entity::find()
        .select_only()
        .expr(constant(""))
        .columns([role::Column::Id, role::Column::Version])
        .join(JoinType::InnerJoin, role::Relation::Users.def())
        .filter(user_role::Column::UserId.eq(account))
        .apply_if(is_live.clone(), QueryFilter::filter);
    let mut grants = user_permission::Entity::find()
        .select_only()
        .column(user_permission::Column::Permission)
        .exprs([constant(0_i64), constant(0_i64)])
        .filter(user_permission::Column::UserId.eq(account));
    let query = QueryTrait::query(&mut grants).union(UnionType::All, versions.into_query());
    if names {
        let of_roles = role_permission::Entity::find()
            .select_only()
            .column(role_permission::Column::Permission)
            .exprs([constant(OF_ROLES.0), constant(OF_ROLES.1)])
            .join(JoinType::InnerJoin, role_permission::Relation::Role.def())
            .join(JoinType::InnerJoin, role::Relation::Users.def())
            .filter(user_role::Column::UserId.eq(account))
            .apply_if(is_live, QueryFilter::filter);
        query.union(UnionType::Distinct, of_roles.into_query());
    }
    grants.into_tuple().all(connection).await
}
