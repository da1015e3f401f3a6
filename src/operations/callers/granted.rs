//! Reads what is granted to accounts, directly and through roles (D8).

use entity::{json::StoredJson, role, role_permission, user_permission, user_role};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, DbErr, EntityTrait, JoinType, QueryFilter,
    QuerySelect, QueryTrait, RelationTrait,
    sea_query::{Expr, UnionType},
};
use std::{sync::Arc, time::Instant};
use tokio::task::yield_now;

use crate::{
    app::App,
    auth::PermissionSet,
    error::Error,
    operations::rows::{constant, read::Trashed, texts},
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
    // Without deleted roles both are the same.
    let known = |with| app.caches.grants.get(&(account, with)).filter(|known| known.is_young());
    let mut known = [true, false].into_iter().filter_map(known).peekable();
    if known.peek().is_some() {
        let sources = sorted(read(connection, account, roles, false).await?);
        if let Some(known) = known.find(|known| known.sources == sources) {
            return Ok(known.permissions.clone());
        }
    }
    let rows = read(connection, account, roles, true).await?;
    let of_roles = |(_, role, version): &Grant| role.is_some() && version.is_none();
    let (names, sources): (Vec<_>, Vec<_>) = rows.into_iter().partition(of_roles);
    let mut permissions: Vec<String> =
        sources.iter().filter_map(|(name, ..)| name.clone()).collect();
    for names in names.into_iter().filter_map(|(names, ..)| names) {
        permissions.extend(texts(&StoredJson::parse(&names).into_value()).map(str::to_owned));
        // 500 roles have 50,000 names, and others wait for the core.
        yield_now().await;
    }
    let permissions: PermissionSet = permissions.into_iter().collect();
    // A unit of work may have written versions that are never committed.
    if permissions.names().nth(FEW).is_some() && !app.database.is_scoped() {
        let (sources, permissions) = (sorted(sources), permissions.clone());
        let known = KnownGrants { sources, permissions, read: Instant::now() };
        app.caches.grants.insert((account, roles == Trashed::With), Arc::new(known));
    }
    Ok(permissions)
}

fn sorted(mut sources: Vec<Grant>) -> Vec<Grant> {
    sources.sort_unstable();
    sources
}

/// Reads its own permissions and the versions of its roles, which decide what it may do, and with
/// `names` the permissions of the roles: a JSON array in one row, since rows take longer than names.
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
        let array = match connection.get_database_backend() {
            DbBackend::Postgres => "CAST(json_agg(permission) AS text)",
            _ => "json_group_array(permission)",
        };
        let of_roles = role_permission::Entity::find()
            .select_only()
            .expr(Expr::cust(array))
            .exprs([constant(Some(0_i64)), constant(None::<i64>)])
            .join(JoinType::InnerJoin, role_permission::Relation::Role.def())
            .join(JoinType::InnerJoin, role::Relation::Users.def())
            .filter(user_role::Column::UserId.eq(account))
            .apply_if(is_live, QueryFilter::filter);
        query.union(UnionType::All, of_roles.into_query());
    }
    grants.into_tuple().all(connection).await
}
