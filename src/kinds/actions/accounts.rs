//! Operations on roles, grants and access tokens.

use super::entry::{ROLE, entry, id, post, route};
use crate::{
    auth::Permission,
    error::Code::{self, AlreadyDeleted, Conflict, Forbidden, NotFound, ValidationFailed},
    kinds::{
        people::role::{self, ROLES},
        registry::{self as kinds, GRANT, TOKENS},
    },
    resources::{
        Absent, AccountAct, AccountChange, Act, Action, Admits, DefaultValue, Input, Method,
        PathParameter, RequestBody, RequestOption, Route, Rule, Selects, Tag,
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
    let route = route.creating("The relative path of the role.", "roles/4").versioned();
    let body = body("CreateRoleInput", "The role to create.", &ROLE_INPUTS);
    let act = act(AccountChange::CreateRole, &ROLES.create, Some(body));
    let description = "Creates a role, a named set of permissions that accounts can have.";
    change(act, route, &["created"], &[Forbidden, ValidationFailed, Conflict], description)
}

fn update_role() -> Action {
    let changes = body("RoleChanges", "The fields to change.", &ROLE_INPUTS);
    let changes = RequestBody { argument: "changes", absent: Absent::Kept, ..changes };
    let route = of_role(Method::Patch, "", "updateRole", "Update a role", "The updated role.");
    let act = act(AccountChange::UpdateRole, &ROLES.update, Some(changes));
    let act = AccountAct { options: &[RequestOption::ExpectedVersion], ..act };
    let description = "Renames a role, or replaces its permissions, for every account that has it. Absent fields \
                       keep their values. The caller must hold every permission that the role has before and \
                       after.";
    change(act, route, &["updated"], &OF_ROLE, description)
}

fn delete_role() -> Action {
    let route = of_role(Method::Delete, "", "deleteRole", "Delete a role", "The deleted role.");
    let act =
        AccountAct { options: OF_STATE, ..act(AccountChange::DeleteRole, &ROLES.delete, None) };
    let description = "Deletes a role: it grants nothing from then on. It can be restored. The caller must hold \
                       every permission of the role.";
    let errors = [Forbidden, NotFound, ValidationFailed, Conflict, AlreadyDeleted];
    change(act, route, &["deleted"], &errors, description)
}

fn restore_role() -> Action {
    let (name, summary) = ("restoreRole", "Restore a role");
    let route = of_role(Method::Post, "/restore", name, summary, "The restored role.");
    let act =
        AccountAct { options: OF_STATE, ..act(AccountChange::RestoreRole, &ROLES.restore, None) };
    let description = "Restores a deleted role, for the accounts that had it. A live one is returned unchanged. \
                       The caller must hold every permission of the role.";
    change(act, route, &["restored"], &OF_ROLE, description)
}

fn grant() -> Action {
    let granted = "The permissions and roles that were granted.";
    let summary = "Grant permissions and roles";
    let route = post(PEOPLE, "/api/v1/grants", "grant", summary, granted);
    let body = body("GrantInput", "What to grant, and to whom.", &GRANTS);
    let act = act(AccountChange::Grant, &GRANT, Some(body));
    let description = "Grants permissions and roles to an account, or permissions to a role, which takes the \
                       permission to update roles besides. The caller must hold each permission, and every \
                       permission of each role. Another account takes the permission to view it.";
    change(act, route.missing(kinds::accounts().title), &["updated"], &OF_ROLE, description)
}

fn revoke() -> Action {
    let revoked = "The permissions and roles that were revoked.";
    let summary = "Revoke permissions and roles";
    let route = post(PEOPLE, "/api/v1/grants/revoke", "revoke", summary, revoked);
    let body = body("RevokeInput", "What to revoke, and from whom.", &GRANTS);
    let act = act(AccountChange::Revoke, &GRANT, Some(body));
    let description = "Revokes permissions and roles of an account, or permissions of a role. It takes what \
                       `grant` takes. All must have been granted.";
    change(act, route.missing(kinds::accounts().title), &["updated"], &OF_ROLE, description)
}

fn create_token() -> Action {
    let created = "The created token, with its value.";
    let path = "/api/v1/access-tokens";
    let route = post(PEOPLE, path, "createAccessToken", "Create an access token", created);
    let route = route.creating(
        "The relative path of the token, where `DELETE` revokes it; tokens are read in lists only.",
        "access-tokens/4",
    );
    let body = body("CreateAccessTokenInput", "The token to create.", &TOKEN);
    let act = act(AccountChange::CreateToken, &TOKENS.create, Some(body));
    let description = "Creates an access token, which is never wider than the credential of the request and ends with \
                       it. Another account takes the permission to view it; its token also ends when the caller's \
                       account is deactivated or deleted.";
    change(act, route, &["updated"], &[Forbidden, ValidationFailed, Conflict], description)
}

fn revoke_token() -> Action {
    let path = "/api/v1/access-tokens/{id}".to_owned();
    let (name, revoked) = ("revokeAccessToken", "The revoked token.");
    let route = route(PEOPLE, (Method::Delete, path), name, "Revoke an access token", revoked);
    let route = route.at(TOKEN_ID).missing("Access token");
    let act = act(AccountChange::RevokeToken, &TOKENS.revoke, None);
    let description = "Revokes an access token: it stops working at once, also on live connections, and so does what it \
                       issued, except API keys if it revokes itself. One that was revoked before is returned \
                       unchanged.";
    change(act, route, &["updated"], &[Forbidden, NotFound], description)
}

fn sign_out() -> Action {
    let revoked = "The number of tokens that were revoked.";
    let route = post(PEOPLE, "/api/v1/sign-out", "signOut", "Sign an account out", revoked);
    let body = body("SignOutInput", "The account to sign out.", &ACCOUNT);
    let act = act(AccountChange::SignOut, &TOKENS.revoke, Some(body));
    let description = "Signs a person out: revokes all access tokens of an account, the caller's if none is \
                       named. API keys, which programs use, keep working, and tokens of an identity provider \
                       until they expire. Another account takes the permission to view it.";
    change(
        act,
        route.missing(kinds::accounts().title),
        &["updated"],
        &[Forbidden, NotFound],
        description,
    )
}

/// The parameter of a path with the id of a token.
const TOKEN_ID: &[PathParameter] = &[id("Id of the token.", 1)];

const PEOPLE: Tag = Tag::Permissions;

/// The errors of a change of a role. The caller must hold what it grants.
const OF_ROLE: [Code; 4] = [Forbidden, NotFound, ValidationFailed, Conflict];

/// The options of deleting and restoring a role.
const OF_STATE: &[RequestOption] = &[RequestOption::ExpectedVersion, RequestOption::Reason];

/// A REST operation on one role, at that end of its path.
fn of_role(method: Method, suffix: &str, id: &str, summary: &str, response: &str) -> Route {
    let path = format!("/api/v1/roles/{{id}}{suffix}");
    let route = route(PEOPLE, (method, path), id, summary, response);
    route.at(ROLE).missing("Role").versioned()
}

static ROLE_INPUTS: [Input; 3] = [
    role::name(),
    Input::new(
        "permissions",
        Rule::Permissions,
        "Names of its permissions, such as `reports.view`: at most 500. The caller must hold them all.",
    )
    .or(DefaultValue::Empty),
    role::is_active(),
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

/// A change without options.
fn act(
    change: AccountChange,
    permission: &'static Permission,
    body: Option<RequestBody>,
) -> AccountAct {
    AccountAct { change, permission, body, options: &[] }
}

/// The entry of a change, which has the name of its route.
fn change(
    act: AccountAct,
    route: Route,
    events: &'static [&'static str],
    errors: &[Code],
    description: &str,
) -> Action {
    let name = route.id.clone();
    let selects = match act.change {
        AccountChange::RevokeToken => Selects::One("id", "ID!", "Global id of the token."),
        it if it.has_id() => Selects::One("id", "ID!", "Global id of the role."),
        _ => Selects::Nothing,
    };
    Action {
        selects,
        admits: Admits::Holders(act.permission),
        events,
        route: Some(route),
        errors: errors.to_vec(),
        ..entry(Act::Account(act), name, description)
    }
}

fn body(type_name: &str, description: &str, inputs: &'static [Input]) -> RequestBody {
    let (type_name, description) = (type_name.to_owned(), description.to_owned());
    RequestBody { argument: "input", type_name, description, inputs, absent: Absent::Filled }
}
