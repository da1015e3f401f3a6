//! Loads what accounts are granted.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    api::graphql::execute::{Batch, Graphql, Request, Values},
    kinds::ROLES,
    operations::accounts::{Grantee, VisibleRole, permissions_of, roles_of},
};

/// The permissions that accounts or roles are granted directly.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Permissions(pub Grantee);

impl Batch<Graphql> for Permissions {
    type Key = i64;
    type Value = BTreeSet<String>;

    async fn load(self, Request { app, call, .. }: &Request<'_>, ids: &[i64]) -> Values<Self> {
        // Who views a role views what it permits.
        if self.0 == Grantee::Account {
            call.require(&ROLES.view)?;
        }
        permissions_of(app, call, self.0, ids).await
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
