//! Roles: named sets of permissions that accounts have.
//!
//! What a role permits is in a table of its own, as what an account is granted is.

use entity::role::{Column, Entity};

use crate::{
    auth::Permission,
    permission,
    resources::{Body, DefaultValue, Field, Input, KeyKind, LiveRecord, Resource, Rule},
    store::Stale,
};

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
}

/// The permissions on roles.
pub const ROLES: RolePermissions = RolePermissions {
    view: permission!("roles.view"),
    create: permission!("roles.create"),
    update: permission!("roles.update"),
    delete: permission!("roles.delete"),
    restore: permission!("roles.restore"),
};

pub(in crate::kinds) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Role",
        "Role",
        "/api/v1/roles",
        KeyKind::Id,
        ROLES.view,
        vec![Field::new(Column::Name, "The name of the role, unique among roles.").listed()],
    )
    .described("A role: a named set of permissions that accounts can have.")
    .labelled(Column::Name)
    .updated(ROLES.update, vec![name(), is_active()], Body::Whole)
    .deleted(ROLES.delete)
    .restored(ROLES.restore, LiveRecord::Returned, Body::Whole)
    .permitting()
    .making_stale(Stale::Credentials)
}

/// The input with the name of a role.
pub const fn name() -> Input {
    let text = "Name of the role, 1 to 255 characters, unique among roles.";
    Input::new("name", Rule::PLAIN_NAME, text).unique()
}

/// The input that says whether a role grants what it permits.
pub const fn is_active() -> Input {
    let text = "Whether the role grants its permissions; independent of deletion.";
    Input::new("is_active", Rule::Bool, text).or(DefaultValue::True).kept()
}
