//! Operations on roles, grants and access tokens.

use super::entry::{entry, route};
use crate::{
    auth::Permission,
    error::Code,
    kinds::registry::{GRANT, ROLES, TOKENS},
    resources::{
        Absent, AccountAct, AccountChange, Act, Action, DefaultValue, Input, Method, RequestBody,
        RequestOption, Route, Rule,
    },
};

/// The operations, in the order of the schema.
pub(super) fn accounts() -> [Action; 9] {
    use AccountChange as Change;
    let role = body("RoleChanges", "The fields to change.", &ROLE);
    let role = RequestBody { argument: "changes", absent: Absent::Kept, ..role };
    [
        change(
            "createRole",
            Change::CreateRole,
            &ROLES.create,
            "Creates a role, a named set of permissions that accounts can have.",
            Some(body("CreateRoleInput", "The role to create.", &ROLE)),
        ),
        change(
            "updateRole",
            Change::UpdateRole,
            &ROLES.update,
            "Renames a role, or replaces its permissions, for every account that has it. Absent fields \
             keep their values. The caller must hold every permission that the role has before and \
             after.",
            Some(role),
        ),
        change(
            "deleteRole",
            Change::DeleteRole,
            &ROLES.delete,
            "Deletes a role: it grants nothing from then on. It can be restored. The caller must hold \
             every permission of the role.",
            None,
        ),
        change(
            "restoreRole",
            Change::RestoreRole,
            &ROLES.restore,
            "Restores a deleted role, for the accounts that had it. A live one is returned unchanged. \
             The caller must hold every permission of the role.",
            None,
        ),
        change(
            "grant",
            Change::Grant,
            &GRANT,
            "Grants permissions and roles to an account, or permissions to a role, which takes the \
             permission to update roles besides. The caller must hold each permission, and every \
             permission of each role. Another account takes the permission to view it.",
            Some(body("GrantInput", "What to grant, and to whom.", &GRANTS)),
        ),
        change(
            "revoke",
            Change::Revoke,
            &GRANT,
            "Revokes permissions and roles of an account, or permissions of a role. It takes what \
             `grant` takes. All must have been granted.",
            Some(body("RevokeInput", "What to revoke, and from whom.", &GRANTS)),
        ),
        change(
            "createAccessToken",
            Change::CreateToken,
            &TOKENS.create,
            "Creates an access token, which is never wider than the credential of the request. Another \
             account takes the permission to view it.",
            Some(body("CreateAccessTokenInput", "The token to create.", &TOKEN)),
        ),
        change(
            "revokeAccessToken",
            Change::RevokeToken,
            &TOKENS.revoke,
            "Revokes an access token: it stops working at once, also on live connections. One that was \
             revoked before is returned unchanged.",
            None,
        ),
        change(
            "signOut",
            Change::SignOut,
            &TOKENS.revoke,
            "Signs a person out: revokes all access tokens of an account, the caller's if none is \
             named. API keys, which programs use, keep working, and tokens of an identity provider \
             until they expire. Another account takes the permission to view it.",
            Some(body("SignOutInput", "The account to sign out.", &ACCOUNT)),
        ),
    ]
}

static ROLE: [Input; 2] = [
    Input::new("name", Rule::NAME, "Name of the role, 1 to 255 characters, unique among roles."),
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
        "When it expires, such as `2030-12-31T23:59:59Z`; in 30 days if absent.",
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
) -> Action {
    use AccountChange as Change;
    use Code::{AlreadyDeleted, Conflict, Forbidden, NotFound, ValidationFailed};
    let (events, options): (&[_], &[_]) = match change {
        Change::CreateRole => (&["created"], &[]),
        Change::UpdateRole => (&["updated"], &[RequestOption::ExpectedVersion]),
        Change::DeleteRole => {
            (&["deleted"], &[RequestOption::ExpectedVersion, RequestOption::Reason])
        }
        Change::RestoreRole => {
            (&["restored"], &[RequestOption::ExpectedVersion, RequestOption::Reason])
        }
        _ => (&["updated"], &[]),
    };
    let errors: &[Code] = match change {
        Change::CreateRole | Change::CreateToken => &[Forbidden, ValidationFailed, Conflict],
        Change::RevokeToken | Change::SignOut => &[Forbidden, NotFound],
        // The caller must hold what it grants.
        Change::DeleteRole => &[Forbidden, NotFound, ValidationFailed, Conflict, AlreadyDeleted],
        _ => &[Forbidden, NotFound, ValidationFailed, Conflict],
    };
    Action {
        permission: Some(permission),
        events,
        errors: errors.to_vec(),
        route: rest(name, change),
        ..entry(Act::Account(AccountAct { change, permission, body, options }), name, description)
    }
}

/// The REST operation of a change.
fn rest(name: &str, change: AccountChange) -> Option<Route> {
    use AccountChange as Change;
    let (method, path, summary) = match change {
        Change::CreateRole => (Method::Post, "/api/v1/roles", "Create a role"),
        Change::UpdateRole => (Method::Patch, "/api/v1/roles/{id}", "Update a role"),
        Change::DeleteRole => (Method::Delete, "/api/v1/roles/{id}", "Delete a role"),
        Change::RestoreRole => (Method::Post, "/api/v1/roles/{id}/restore", "Restore a role"),
        Change::Grant => (Method::Post, "/api/v1/grants", "Grant permissions and roles"),
        Change::Revoke => (Method::Post, "/api/v1/grants/revoke", "Revoke permissions and roles"),
        Change::CreateToken => (Method::Post, "/api/v1/access-tokens", "Create an access token"),
        Change::RevokeToken => {
            (Method::Delete, "/api/v1/access-tokens/{id}", "Revoke an access token")
        }
        Change::SignOut => (Method::Post, "/api/v1/sign-out", "Sign an account out"),
    };
    route(method, path, name, summary)
}

fn body(type_name: &str, description: &str, inputs: &'static [Input]) -> RequestBody {
    let (type_name, description) = (type_name.to_owned(), description.to_owned());
    RequestBody { argument: "input", type_name, description, inputs, absent: Absent::Filled }
}
