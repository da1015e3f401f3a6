//! Operations that read roles, grants, permissions and access tokens.

use futures_util::{FutureExt, future::ready};
use std::collections::BTreeSet;

use super::{
    action::{Action, Read},
    entry::{ROLE, get, permitted, query, views},
    route::Tag,
};
use crate::{
    app::App,
    auth::Permission,
    error::Code,
    kinds::{self, AUDIT_OF_ALL, ROLES, TOKENS},
    operations::accounts::{AccountGrants, IssuedToken, VisibleRole},
    parameters::{Pages, of_account, of_history, of_roles},
    reads::{Finds, Found, ReadViews, accounts, events},
    views::{Described, VisibleEvent},
};

pub(super) fn permission_names() -> Action {
    let description = "The names of all permissions, sorted.";
    let route = get(
        Tag::Permissions,
        "/api/v1/permissions",
        "listPermissions",
        "List the names of permissions",
        "The names of all permissions.",
    );
    let run: ReadViews = |asked| ready(Ok(Found::Names(names(asked.app)))).boxed();
    views("permissionNames", Finds::Names, run, route, description)
}

/// The permissions of kinds, and of the tables of other programs that are shown.
fn names(app: &App) -> Vec<&'static str> {
    let adopted = app.adopted.get().map(|it| it.tables());
    let adopted = adopted.iter().flat_map(|it| it.iter());
    let adopted = adopted.flat_map(|it| it.permissions()).flat_map(Permission::names);
    kinds::permission_names()
        .into_iter()
        .chain(adopted)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
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
    let finds = Finds::Part(VisibleRole::about(), "roles");
    let run: ReadViews = |asked| accounts::page_of_roles(asked).boxed();
    let roles = views("roles", finds, run, route, description);
    Action { parameters: of_roles(), pages: Some(Pages::Forward), ..roles }
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
    let finds = Finds::One(VisibleRole::about());
    views("role", finds, |asked| accounts::role(asked).boxed(), route, description)
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
        pages: Some(Pages::Both),
        is_root_field: false,
        ..permitted(&ROLES.view, query("roleMembers", Read::RoleMembers, route, description))
    }
}

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
    let finds = Finds::Page(VisibleEvent::about(), "events");
    let found =
        views("roleEvents", finds, |asked| events::of_role(asked).boxed(), route, description);
    Action {
        errors: vec![Code::Forbidden, Code::NotFound],
        parameters: of_history(),
        pages: Some(Pages::Forward),
        is_root_field: false,
        ..permitted(&AUDIT_OF_ALL, found)
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
    .missing(kinds::accounts().title);
    let finds = Finds::One(AccountGrants::about());
    let grants =
        views("grants", finds, |asked| accounts::grants(asked).boxed(), route, description);
    Action {
        errors: vec![Code::Forbidden, Code::NotFound],
        parameters: of_account(),
        is_root_field: false,
        ..permitted(&ROLES.view, grants)
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
    let finds = Finds::Page(IssuedToken::about(), "access tokens");
    let run: ReadViews = |asked| accounts::tokens(asked).boxed();
    let tokens = permitted(&TOKENS.view, views("accessTokens", finds, run, route, description));
    Action { parameters: of_account(), pages: Some(Pages::Forward), ..tokens }
}
