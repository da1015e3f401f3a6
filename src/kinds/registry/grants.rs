//! The permissions that concern roles, grants and access tokens.

use crate::auth::Permission;
use crate::permission;

/// The permissions on roles.
#[derive(Clone, Copy, Debug)]
pub struct RolePermissions {
    /// View all roles, and what accounts are granted.
    pub view: Permission,
    /// Create roles.
    pub create: Permission,
    /// Rename roles and change their permissions.
    pub update: Permission,
    /// Delete roles.
    pub delete: Permission,
    /// Restore roles, and view deleted ones.
    pub restore: Permission,
    /// View the events of roles. Roles have no owner, so it is the permission to audit all records.
    pub events: Permission,
}

/// The permissions on roles.
pub const ROLES: RolePermissions = RolePermissions {
    view: permission!("roles.view"),
    create: permission!("roles.create"),
    update: permission!("roles.update"),
    delete: permission!("roles.delete"),
    restore: permission!("roles.restore"),
    events: permission!("audit.view"),
};

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
