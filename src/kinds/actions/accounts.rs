//! Operations on roles, grants and access tokens.

use super::entry::{ROLE, entry, id, post, route};
use crate::{
    auth::Permission,
    error::Code::{self, AlreadyDeleted, Conflict, Forbidden, NotFound, ValidationFailed},
    kinds::registry::{self as kinds, GRANT, ROLES, TOKENS},
    resources::{
        Absent, AccountAct, AccountChange, Act, Action, DefaultValue, Input, Method, PathParameter,
        RequestBody, RequestOption, Route, Rule, Tag,
    },
};

/// The operations, in the order of the schema.
pub(super) fn accounts() -> [Action; 9] {
    [
        create_role(),
        update_role(),
        delete_role(),
        restore_role(),
        grant(),
        revoke(),
        create_token(),
        revoke_token(),
        sign_out(),
    ]
}

fn create_role() -> Action {
    let route = post(PEOPLE, "/api/v1/roles", "createRole", "Create a role", "The created role.");
    Action {
        events: &["created"],
        errors: vec![Forbidden, ValidationFailed, Conflict],
        route: Some(route.creating("The relative path of the role.", "roles/4").versioned()),
        ..change(
            "createRole",
            AccountChange::CreateRole,
            &ROLES.create,
            "Creates a role, a named set of permissions that accounts can have.",
            Some(body("CreateRoleInput", "The role to create.", &ROLE_INPUTS)),
            &[],
        )
    }
}

fn update_role() -> Action {
    let changes = body("RoleChanges", "The fields to change.", &ROLE_INPUTS);
    let changes = RequestBody { argument: "changes", absent: Absent::Kept, ..changes };
    let summary = "Update a role";
    Action {
        events: &["updated"],
        errors: OF_ROLE.to_vec(),
        route: of_role(Method::Patch, "", "updateRole", summary, "The updated role."),
        ..change(
            "updateRole",
            AccountChange::UpdateRole,
            &ROLES.update,
            "Renames a role, or replaces its permissions, for every account that has it. Absent fields \
             keep their values. The caller must hold every permission that the role has before and \
             after.",
            Some(changes),
            &[RequestOption::ExpectedVersion],
        )
    }
}

fn delete_role() -> Action {
    let summary = "Delete a role";
    Action {
        events: &["deleted"],
        errors: OF_ROLE.into_iter().chain([AlreadyDeleted]).collect(),
        route: of_role(Method::Delete, "", "deleteRole", summary, "The deleted role."),
        ..change(
            "deleteRole",
            AccountChange::DeleteRole,
            &ROLES.delete,
            "Deletes a role: it grants nothing from then on. It can be restored. The caller must hold \
             every permission of the role.",
            None,
            &[RequestOption::ExpectedVersion, RequestOption::Reason],
        )
    }
}

fn restore_role() -> Action {
    let summary = "Restore a role";
    Action {
        events: &["restored"],
        errors: OF_ROLE.to_vec(),
        route: of_role(Method::Post, "/restore", "restoreRole", summary, "The restored role."),
        ..change(
            "restoreRole",
            AccountChange::RestoreRole,
            &ROLES.restore,
            "Restores a deleted role, for the accounts that had it. A live one is returned unchanged. \
             The caller must hold every permission of the role.",
            None,
            &[RequestOption::ExpectedVersion, RequestOption::Reason],
        )
    }
}

fn grant() -> Action {
    let granted = "The permissions and roles that were granted.";
    let summary = "Grant permissions and roles";
    let route = post(PEOPLE, "/api/v1/grants", "grant", summary, granted);
    Action {
        events: &["updated"],
        errors: OF_ROLE.to_vec(),
        route: Some(route.missing(kinds::accounts().title)),
        ..change(
            "grant",
            AccountChange::Grant,
            &GRANT,
            "Grants permissions and roles to an account, or permissions to a role, which takes the \
             permission to update roles besides. The caller must hold each permission, and every \
             permission of each role. Another account takes the permission to view it.",
            Some(body("GrantInput", "What to grant, and to whom.", &GRANTS)),
            &[],
        )
    }
}

fn revoke() -> Action {
    let revoked = "The permissions and roles that were revoked.";
    let summary = "Revoke permissions and roles";
    let route = post(PEOPLE, "/api/v1/grants/revoke", "revoke", summary, revoked);
    Action {
        events: &["updated"],
        errors: OF_ROLE.to_vec(),
        route: Some(route.missing(kinds::accounts().title)),
        ..change(
            "revoke",
            AccountChange::Revoke,
            &GRANT,
            "Revokes permissions and roles of an account, or permissions of a role. It takes what \
             `grant` takes. All must have been granted.",
            Some(body("RevokeInput", "What to revoke, and from whom.", &GRANTS)),
            &[],
        )
    }
}

fn create_token() -> Action {
    let created = "The created token, with its value.";
    let path = "/api/v1/access-tokens";
    let route = post(PEOPLE, path, "createAccessToken", "Create an access token", created);
    let route = route.creating(
        "The relative path of the token, where `DELETE` revokes it; tokens are read in lists only.",
        "access-tokens/4",
    );
    Action {
        events: &["updated"],
        errors: vec![Forbidden, ValidationFailed, Conflict],
        route: Some(route),
        ..change(
            "createAccessToken",
            AccountChange::CreateToken,
            &TOKENS.create,
            "Creates an access token, which is never wider than the credential of the request and ends with \
             it. Another account takes the permission to view it; its token also ends when the caller's \
             account is deactivated or deleted.",
            Some(body("CreateAccessTokenInput", "The token to create.", &TOKEN)),
            &[],
        )
    }
}

fn revoke_token() -> Action {
    let path = "/api/v1/access-tokens/{id}".to_owned();
    let (name, revoked) = ("revokeAccessToken", "The revoked token.");
    let route = route(PEOPLE, (Method::Delete, path), name, "Revoke an access token", revoked);
    Action {
        events: &["updated"],
        errors: vec![Forbidden, NotFound],
        route: Some(route.at(TOKEN_ID).missing("Access token")),
        ..change(
            name,
            AccountChange::RevokeToken,
            &TOKENS.revoke,
            "Revokes an access token: it stops working at once, also on live connections, and so does what it \
             issued, except API keys if it revokes itself. One that was revoked before is returned \
             unchanged.",
            None,
            &[],
        )
    }
}

fn sign_out() -> Action {
    let revoked = "The number of tokens that were revoked.";
    let route = post(PEOPLE, "/api/v1/sign-out", "signOut", "Sign an account out", revoked);
    Action {
        events: &["updated"],
        errors: vec![Forbidden, NotFound],
        route: Some(route.missing(kinds::accounts().title)),
        ..change(
            "signOut",
            AccountChange::SignOut,
            &TOKENS.revoke,
            "Signs a person out: revokes all access tokens of an account, the caller's if none is \
             named. API keys, which programs use, keep working, and tokens of an identity provider \
             until they expire. Another account takes the permission to view it.",
            Some(body("SignOutInput", "The account to sign out.", &ACCOUNT)),
            &[],
        )
    }
}

/// The parameter of a path with the id of a token.
const TOKEN_ID: &[PathParameter] = &[id("Id of the token.", 1)];

const PEOPLE: Tag = Tag::Permissions;

/// The errors of a change of a role. The caller must hold what it grants.
const OF_ROLE: [Code; 4] = [Forbidden, NotFound, ValidationFailed, Conflict];

/// A REST operation on one role, at that end of its path.
fn of_role(method: Method, suffix: &str, id: &str, summary: &str, response: &str) -> Option<Route> {
    let path = format!("/api/v1/roles/{{id}}{suffix}");
    let route = route(PEOPLE, (method, path), id, summary, response);
    Some(route.at(ROLE).missing("Role").versioned())
}

static ROLE_INPUTS: [Input; 2] = [
    Input::new("name", Rule::PLAIN_NAME, "Name of the role, 1 to 255 characters, unique among roles."),
    Input::new(
        "permissions",
        Rule::Permissions,
        "Names of its permissions, such as `reports.view`: at most 500. The caller must hold them all.",
    )
    .or(DefaultValue::Empty),
];

static GRANTS: [Input; 4] = [
    Input::new("user_id", Rule::Account, "Id of the account.").or(DefaultValue::Null),
    Input::new("role", Rule::NAME, "Name of the role, in place of an account.")
        .or(DefaultValue::Null),
    Input::new(
        "permissions",
        Rule::Permissions,
        "Names of permissions, such as `reports.view`; `*` is every permission. At most 500.",
    )
    .or(DefaultValue::Empty),
    Input::new("roles", Rule::Permissions, "Names of roles, for an account. At most 500.")
        .or(DefaultValue::Empty),
];

static TOKEN: [Input; 4] = [
    Input::new("name", Rule::NAME, "What the token is used for, 1 to 255 characters.")
        .or(DefaultValue::Null),
    Input::new(
        "permissions",
        Rule::Permissions,
        "Names of the permissions that it is limited to: at most 500. The caller must hold them. If \
         absent, those that the caller holds now.",
    )
    .or(DefaultValue::Null),
    Input::new(
        "expires_at",
        Rule::DateTime,
        "When it expires, such as `2030-12-31T23:59:59Z`; in 30 days if absent, and no later than the \
         credential of the request.",
    )
    .or(DefaultValue::Null),
    Input::new("user_id", Rule::Account, "Id of its account; the caller's if absent.")
        .or(DefaultValue::Caller),
];

/// Its account; the caller's if absent.
static ACCOUNT: [Input; 1] =
    [Input::new("user_id", Rule::Account, "Id of the account; the caller's if absent.")
        .or(DefaultValue::Caller)];

/// The entry of a change.
fn change(
    name: &str,
    change: AccountChange,
    permission: &'static Permission,
    description: &str,
    body: Option<RequestBody>,
    options: &'static [RequestOption],
) -> Action {
    let act = AccountAct { change, permission, body, options };
    Action { permission: Some(permission), ..entry(Act::Account(act), name, description) }
}

fn body(type_name: &str, description: &str, inputs: &'static [Input]) -> RequestBody {
    let (type_name, description) = (type_name.to_owned(), description.to_owned());
    RequestBody { argument: "input", type_name, description, inputs, absent: Absent::Filled }
}
