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
    operations::rows::{constant, read::Trashed},
    store::{Grant, KnownGrants},
};

/// Fewer names are read as quickly as the versions of their roles.
const FEW: usize = 500;

/// The permissions of an account, granted directly and through its roles. Deleted and
/// inactive roles grant nothing, but may be restored or activated.
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
        && known.sources == sorted(read(connection, account, roles, false).await?)
    {
        return Ok(known.permissions.clone());
    }
    let rows = read(connection, account, roles, true).await?;
    let of_role = |(_, role, version): &Grant| role.is_some() && version.is_none();
    let (names, sources): (Vec<_>, Vec<_>) = rows.into_iter().partition(of_role);
    let own = sources.iter().filter_map(|(name, ..)| name.clone());
    let names = names.into_iter().filter_map(|(name, ..)| name);
    let permissions: PermissionSet = own.chain(names).collect();
    // A unit of work may have written versions that are never committed.
    if permissions.names().nth(FEW).is_some() && !app.database.is_scoped() {
        let (sources, permissions) = (sorted(sources), permissions.clone());
        let known = KnownGrants { sources, permissions, read: Instant::now() };
        app.caches.grants.insert(key, Arc::new(known));
    }
    Ok(permissions)
}

fn sorted(mut sources: Vec<Grant>) -> Vec<Grant> {
    sources.sort_unstable();
    sources
}

/// Reads its own permissions and the versions of its roles, which decide what it may do, and with
/// `names` the permissions of the roles.
async fn read(
    connection: &impl ConnectionTrait,
    account: i64,
    roles: Trashed,
    names: bool,
) -> Result<Vec<Grant>, DbErr> {
    let is_live = (roles == Trashed::Without).then(role::Entity::is_granting);
    let versions = role::Entity::find()
        .select_only()
        .expr(constant(None::<String>))
        .columns([role::Column::Id, role::Column::Version])
        .join(JoinType::InnerJoin, role::Relation::Users.def())
        .filter(user_role::Column::UserId.eq(account))
        .apply_if(is_live.clone(), QueryFilter::filter);
    let mut grants = user_permission::Entity::find()
        .select_only()
        .column(user_permission::Column::Permission)
        .exprs([constant(None::<i64>), constant(None::<i64>)])
        .filter(user_permission::Column::UserId.eq(account));
    let query = QueryTrait::query(&mut grants).union(UnionType::All, versions.into_query());
    if names {
        let of_roles = role_permission::Entity::find()
            .select_only()
            .column(role_permission::Column::Permission)
            .exprs([constant(Some(0_i64)), constant(None::<i64>)])
            .join(JoinType::InnerJoin, role_permission::Relation::Role.def())
            .join(JoinType::InnerJoin, role::Relation::Users.def())
            .filter(user_role::Column::UserId.eq(account))
            .apply_if(is_live, QueryFilter::filter);
        query.union(UnionType::Distinct, of_roles.into_query());
    }
    grants.into_tuple().all(connection).await
}
