//! Loads what accounts are granted.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    api::graphql::execute::{Batch, Graphql, Request, Values},
    kinds::ROLES,
    operations::accounts::{Grantee, VisibleRole, permissions_of, roles_of},
};

/// The permissions that accounts are granted directly.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Permissions;

impl Batch<Graphql> for Permissions {
    type Key = i64;
    type Value = BTreeSet<String>;

    async fn load(self, Request { app, call, .. }: &Request<'_>, ids: &[i64]) -> Values<Self> {
        call.require(&ROLES.view)?;
        permissions_of(app, call, Grantee::Account, ids).await
    }
}

/// The permissions of roles that the caller views.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RolePermissions;

impl Batch<Graphql> for RolePermissions {
    type Key = i64;
    type Value = BTreeSet<String>;

    async fn load(self, Request { app, call, .. }: &Request<'_>, ids: &[i64]) -> Values<Self> {
        permissions_of(app, call, Grantee::Role, ids).await
    }
}

/// The roles of accounts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Roles;

impl Batch<Graphql> for Roles {
    type Key = i64;
    type Value = Vec<Arc<VisibleRole>>;

    async fn load(self, Request { app, call, .. }: &Request<'_>, ids: &[i64]) -> Values<Self> {
        call.require(&ROLES.view)?;
        roles_of(app, call, ids).await
    }
}
