//! Operations that read roles, grants, permissions and access tokens.

use super::entry::{ROLE, get, permitted, query};
use crate::{
    auth::Permission,
    error::Code,
    kinds::{
        people::role::ROLES,
        registry::{TOKENS, accounts},
    },
    permission,
    resources::{Action, Read, Tag},
};

pub(super) fn all_permission_names() -> Action {
    let description = "The names of all permissions, sorted.";
    let route = get(
        Tag::Permissions,
        "/api/v1/permissions",
        "listPermissions",
        "List the names of permissions",
        "The names of all permissions.",
    );
    query("permissionNames", Read::PermissionNames, route, description)
}

pub(super) fn roles() -> Action {
    let view = ROLES.view.all;
    let description = format!(
        "A page of the roles of the caller's account, by name; of all roles with the permission `{view}`. \
         Without `trashed` they are the live ones. The cursor of a role is its global id."
    );
    let route =
        get(Tag::Permissions, "/api/v1/roles", "listRoles", "List roles", "A page of roles.")
            .paged();
    query("roles", Read::Roles, route, description)
}

pub(super) fn role() -> Action {
    let view = ROLES.view.all;
    let description = format!(
        "A role, by its id; null if it doesn't exist, if it is neither the caller's nor the caller has \
         the permission `{view}`, or if it is deleted and the caller may not restore it."
    );
    let route = get(Tag::Permissions, "/api/v1/roles/{id}", "getRole", "Get a role", "The role.")
        .at(ROLE)
        .missing("Role")
        .versioned();
    query("role", Read::Role, route, description)
}

pub(super) fn role_members() -> Action {
    let description = "The live accounts that have a role, of those that the caller may view. Requires also \
                       the permission to list accounts.";
    let route = get(
        Tag::Permissions,
        "/api/v1/roles/{id}/members",
        "listRoleMembers",
        "List the accounts that have a role",
        "A page of the accounts that have the role.",
    )
    .at(ROLE)
    .missing("Role")
    .paged();
    Action {
        errors: vec![Code::Forbidden, Code::NotFound],
        ..permitted(&ROLES.view, query("roleMembers", Read::RoleMembers, route, description))
    }
}

/// The permission to view the events of roles, which have no owner.
const EVENTS: Permission = permission!("audit.view");

pub(super) fn role_events() -> Action {
    let description = "The events of a role that the caller may view, newest first.";
    let route = get(
        Tag::Audit,
        "/api/v1/roles/{id}/events",
        "listRoleEvents",
        "List the events of a role",
        "A page of events.",
    )
    .at(ROLE)
    .missing("Role")
    .paged();
    Action {
        errors: vec![Code::Forbidden, Code::NotFound],
        ..permitted(&EVENTS, query("roleEvents", Read::RoleEvents, route, description))
    }
}

pub(super) fn grants() -> Action {
    let description = "What an account is granted, the caller's if none is named: the permissions that it is \
                       granted directly, and its live roles. Another account takes the permission to \
                       view it.";
    let route = get(
        Tag::Permissions,
        "/api/v1/grants",
        "listGrants",
        "List what an account is granted",
        "The permissions and roles of the account.",
    )
    .missing(accounts().title);
    Action {
        errors: vec![Code::Forbidden, Code::NotFound],
        ..permitted(&ROLES.view, query("grants", Read::Grants, route, description))
    }
}

pub(super) fn access_tokens() -> Action {
    let description = "The access tokens of an account, the caller's if none is named, that are \
                       neither revoked nor expired; those that expire last first. Another account \
                       takes the permission to view it.";
    let route = get(
        Tag::Permissions,
        "/api/v1/access-tokens",
        "listAccessTokens",
        "List access tokens",
        "A page of access tokens.",
    )
    .paged();
    permitted(&TOKENS.view, query("accessTokens", Read::AccessTokens, route, description))
}
