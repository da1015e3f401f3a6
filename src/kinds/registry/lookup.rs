//! Finds kinds by property, and by the kind they belong to; and permissions beyond those of kinds.

use std::{collections::BTreeSet, sync::LazyLock};

use super::register::registered;
use crate::{auth::Permission, kinds::people::role::ROLES, permission, resources::Resource};

/// The kind with that name, `ApiKey`.
pub fn named(name: &str) -> Option<&'static Resource> {
    registered().iter().find(|resource| resource.name == name)
}

impl Resource {
    /// Its index among all kinds.
    pub fn kind_index(&self) -> usize {
        registered().iter().take_while(|known| known.name != self.name).count()
    }
}

/// The permission to grant and revoke accounts' permissions and roles.
pub const GRANT: Permission = permission!("accounts.grant");

/// The permissions on access tokens.
#[derive(Clone, Copy, Debug)]
pub struct TokenPermissions {
    /// View them, without their values.
    pub view: Permission,
    /// Create them.
    pub create: Permission,
    /// Revoke them.
    pub revoke: Permission,
}

/// The permissions on access tokens.
pub const TOKENS: TokenPermissions = TokenPermissions {
    view: permission!("tokens.view", own),
    create: permission!("tokens.create", own),
    revoke: permission!("tokens.revoke", own),
};

/// The permission to view the audit trail.
pub const AUDIT: Permission = permission!("audit.view", own);

/// The permission to view the events of roles, which have no owner.
pub const AUDIT_OF_ALL: Permission = permission!("audit.view");

/// The names of all permissions that operations require.
pub fn permission_names() -> Vec<&'static str> {
    let of_kinds = registered().iter().flat_map(|kind| {
        let restore = kind.restore.as_ref().map(|it| &it.permission);
        let update = kind.update.as_ref().map(|it| &it.permission);
        let create = kind.create.as_ref().map(|it| &it.permission);
        let (purge, hold) = (kind.purge.as_ref(), kind.hold.as_ref());
        let others = [kind.delete.as_ref(), restore, purge, hold, update, create];
        [&kind.view].into_iter().chain(others.into_iter().flatten())
    });
    let others = [&ROLES.create, &GRANT, &TOKENS.view, &TOKENS.create, &TOKENS.revoke, &AUDIT];
    let names: BTreeSet<_> = of_kinds.chain(others).flat_map(Permission::names).collect();
    names.into_iter().collect()
}

/// The kind whose records are messages to accounts.
pub fn notifications() -> &'static Resource {
    static NOTIFICATIONS: LazyLock<&Resource> = LazyLock::new(|| {
        let is_it = |resource: &&Resource| resource.table.name == "notifications";
        registered().iter().find(is_it).unwrap_or_else(|| unreachable!())
    });
    &NOTIFICATIONS
}

/// The kind whose records are accounts.
pub fn accounts() -> &'static Resource {
    static ACCOUNTS: LazyLock<&Resource> = LazyLock::new(|| {
        registered().iter().find(|resource| resource.is_account()).unwrap_or_else(|| unreachable!())
    });
    &ACCOUNTS
}

/// The kind whose records are roles.
pub fn roles() -> &'static Resource {
    static ROLES: LazyLock<&Resource> = LazyLock::new(|| {
        registered().iter().find(|resource| resource.permits).unwrap_or_else(|| unreachable!())
    });
    &ROLES
}

/// The records of a kind that belong to another kind's records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Related {
    /// The kind of the record that they belong to.
    pub parent: &'static Resource,
    /// Their kind.
    pub resource: &'static Resource,
    /// Their column that refers to the record.
    pub column: &'static str,
    /// The column of the record that it refers to.
    pub key: &'static str,
}

/// The kinds whose records belong to a record of that kind. They are those that an account owns,
/// and those that name the record by its key.
pub fn related(parent: &'static Resource) -> impl Iterator<Item = Related> {
    registered().iter().flat_map(move |resource| {
        // What an account only sent is not its own.
        let is_its = move |column: &str| !parent.is_account() || resource.owner == Some(column);
        let references = resource.references_to(parent).filter(move |it| is_its(&it.column));
        references.map(move |it| Related { parent, resource, column: &it.column, key: &it.key })
    })
}
