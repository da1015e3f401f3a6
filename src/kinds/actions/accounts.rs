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

/// The error codes of a change of a role. The caller must hold what it grants.
const OF_ROLE: [Code; 4] =
    [Code::Forbidden, Code::NotFound, Code::ValidationFailed, Code::Conflict];

static ROLE: [Input; 2] = [
    Input::new("name", Rule::NAME, "Name of the role, 1 to 255 characters, unique among roles."),
    Input::new(
        "permissions",
        Rule::Permissions,
        "Names of its permissions, such as `reports.view`: at most 500. The caller must hold them all.",
    )
    .or(DefaultValue::Empty),
];

fn create_role() -> Action {
    let body = body("input", "CreateRoleInput", "The role to create.", &ROLE, Absent::Filled);
    let description = "Creates a role, a named set of permissions that accounts can have.";
    Action {
        events: &["created"],
        errors: vec![Code::Forbidden, Code::ValidationFailed, Code::Conflict],
        ..change("createRole", AccountChange::CreateRole, &ROLES.create, description, Some(body))
    }
}

fn update_role() -> Action {
    let body = body("changes", "RoleChanges", "The fields to change.", &ROLE, Absent::Kept);
    let description = "Renames a role, or replaces its permissions, for every account that has it. \
                       Absent fields keep their values. The caller must hold every permission that \
                       the role has before and after.";
    let update =
        change("updateRole", AccountChange::UpdateRole, &ROLES.update, description, Some(body));
    let update = Action { events: &["updated"], errors: OF_ROLE.to_vec(), ..update };
    with_options(&[RequestOption::ExpectedVersion], update)
}

/// The options of deleting and restoring a role.
static STATE: [RequestOption; 2] = [RequestOption::ExpectedVersion, RequestOption::Reason];

fn delete_role() -> Action {
    let description = "Deletes a role: it grants nothing from then on. It can be restored. The \
                       caller must hold every permission of the role.";
    let errors = OF_ROLE.into_iter().chain([Code::AlreadyDeleted]).collect();
    let delete = change("deleteRole", AccountChange::DeleteRole, &ROLES.delete, description, None);
    with_options(&STATE, Action { events: &["deleted"], errors, ..delete })
}

fn restore_role() -> Action {
    let description = "Restores a deleted role, for the accounts that had it. A live one is returned \
                       unchanged. The caller must hold every permission of the role.";
    let restore =
        change("restoreRole", AccountChange::RestoreRole, &ROLES.restore, description, None);
    with_options(&STATE, Action { events: &["restored"], errors: OF_ROLE.to_vec(), ..restore })
}

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

fn grant() -> Action {
    let description = "Grants permissions and roles to an account, or permissions to a role, which \
                       takes the permission to update roles besides. The caller must hold each \
                       permission, and every permission of each role. Another account takes the \
                       permission to view it.";
    let body = body("input", "GrantInput", "What to grant, and to whom.", &GRANTS, Absent::Filled);
    let grant = change("grant", AccountChange::Grant, &GRANT, description, Some(body));
    Action { events: &["updated"], errors: OF_ROLE.to_vec(), ..grant }
}

fn revoke() -> Action {
    let description = "Revokes permissions and roles of an account, or permissions of a role. It takes \
                       what `grant` takes. All must have been granted.";
    let body =
        body("input", "RevokeInput", "What to revoke, and from whom.", &GRANTS, Absent::Filled);
    let revoke = change("revoke", AccountChange::Revoke, &GRANT, description, Some(body));
    Action { events: &["updated"], errors: OF_ROLE.to_vec(), ..revoke }
}

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

fn create_token() -> Action {
    let description = "Creates an access token, which is never wider than the credential of the \
                       request. Another account takes the permission to view it.";
    let body =
        body("input", "CreateAccessTokenInput", "The token to create.", &TOKEN, Absent::Filled);
    let create = change(
        "createAccessToken",
        AccountChange::CreateToken,
        &TOKENS.create,
        description,
        Some(body),
    );
    let errors = vec![Code::Forbidden, Code::ValidationFailed, Code::Conflict];
    Action { events: &["updated"], errors, ..create }
}

fn revoke_token() -> Action {
    let description = "Revokes an access token: it stops working at once, also on live connections. \
                       One that was revoked before is returned unchanged.";
    let revoke =
        change("revokeAccessToken", AccountChange::RevokeToken, &TOKENS.revoke, description, None);
    Action { events: &["updated"], errors: vec![Code::Forbidden, Code::NotFound], ..revoke }
}

fn sign_out() -> Action {
    let description = "Signs a person out: revokes all access tokens of an account, the caller's if \
                       none is named. API keys, which programs use, keep working, and tokens of an \
                       identity provider until they expire. Another account takes the permission to \
                       view it.";
    let text = "The account to sign out.";
    let body = body("input", "SignOutInput", text, &ACCOUNT, Absent::Filled);
    let sign_out =
        change("signOut", AccountChange::SignOut, &TOKENS.revoke, description, Some(body));
    Action { events: &["updated"], errors: vec![Code::Forbidden, Code::NotFound], ..sign_out }
}

/// Its account; the caller's if absent.
static ACCOUNT: [Input; 1] =
    [Input::new("user_id", Rule::Account, "Id of the account; the caller's if absent.")
        .or(DefaultValue::Caller)];

fn change(
    name: &str,
    change: AccountChange,
    permission: &'static Permission,
    description: &str,
    body: Option<RequestBody>,
) -> Action {
    let act = AccountAct { change, permission, body, options: &[] };
    let action = entry(Act::Account(act), name, description);
    Action { permission: Some(permission), route: rest(name, change), ..action }
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

fn with_options(options: &'static [RequestOption], action: Action) -> Action {
    let act = match action.act {
        Act::Account(act) => Act::Account(AccountAct { options, ..act }),
        other => other,
    };
    Action { act, ..action }
}

fn body(
    argument: &'static str,
    type_name: &str,
    description: &str,
    inputs: &'static [Input],
    absent: Absent,
) -> RequestBody {
    let (type_name, description) = (type_name.to_owned(), description.to_owned());
    RequestBody { argument, type_name, description, inputs, absent }
}
