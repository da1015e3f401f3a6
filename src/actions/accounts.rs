//! Operations on roles, grants and access tokens.

use futures_util::FutureExt;
use serde_json::{Value as Json, json};

use super::{
    action::{Act, Action, Example, PlainChange, Recipients, Selects},
    entry::{ROLE, body, entry, id, plain, post, route},
    route::{Method, PathParameter, Route, Tag},
};
use crate::{
    auth::Permission,
    changes::{Shows, accounts as changes},
    error::Code::{AlreadyDeleted, Conflict, Forbidden, NotFound, ValidationFailed},
    kinds::{AUDIT, GRANT, ROLES, TOKENS, accounts as account_kind},
    operations::accounts::{
        GRANT_INPUTS,
        GrantAction::{Grant, Revoke},
        ROLE_INPUTS,
    },
    parameters::of_account,
    resources::{
        Absent, Admits, DefaultValue, Input, RequestBody,
        RequestOption::{self, ExpectedVersion, Reason},
        Rule,
    },
    views::{ChangedGrants, ChangedRole, NewToken, RevokedToken, SignedOut},
};

/// The operations, in the order of the schema.
pub(super) fn accounts() -> [Action; 10] {
    [
        create_role(),
        update_role(),
        delete_role(),
        restore_role(),
        grant(),
        revoke(),
        create_token(),
        revoke_token(),
        sign_in(),
        sign_out(),
    ]
}

fn create_role() -> Action {
    let route = post(PEOPLE, "/api/v1/roles", "createRole", "Create a role", "The created role.");
    let route = route.creating("The relative path of the role.", "roles/4").versioned();
    let body = body("CreateRoleInput", "The role to create.", &ROLE_INPUTS);
    let example = json!({ "name": "auditors", "permissions": [AUDIT.all] });
    let change = plain(Shows::all::<ChangedRole>(), |asked| changes::create_role(asked).boxed());
    let description = "Creates a role, a named set of permissions that accounts can have.";
    let create = of(with(change, body, example), &ROLES.create, route, description);
    Action { events: &["created"], errors: vec![Forbidden, ValidationFailed, Conflict], ..create }
}

fn update_role() -> Action {
    let body = body("RoleChanges", "The fields to change.", &ROLE_INPUTS);
    let body = RequestBody { argument: "changes", absent: Absent::Kept, ..body };
    let route = of_role(Method::Patch, "", "updateRole", "Update a role", "The updated role.");
    let change = plain(Shows::all::<ChangedRole>(), |asked| changes::update_role(asked).boxed());
    let change = PlainChange {
        options: &[ExpectedVersion],
        ..with(change, body, json!({ "name": "administrators" }))
    };
    let description = "Renames a role, or replaces its permissions, for every account that has it. Absent fields \
                       keep their values. The caller must hold every permission that the role has before and \
                       after.";
    Action { selects: THE_ROLE, ..of(change, &ROLES.update, route, description) }
}

fn delete_role() -> Action {
    let route = of_role(Method::Delete, "", "deleteRole", "Delete a role", "The deleted role.");
    let change = plain(Shows::all::<ChangedRole>(), |asked| changes::delete_role(asked).boxed());
    let change = PlainChange { options: OF_STATE, ..change };
    let description = "Deletes a role: it grants nothing from then on. It can be restored. The caller must hold \
                       every permission of the role.";
    Action {
        selects: THE_ROLE,
        events: &["deleted"],
        errors: vec![Forbidden, NotFound, ValidationFailed, Conflict, AlreadyDeleted],
        ..of(change, &ROLES.delete, route, description)
    }
}

fn restore_role() -> Action {
    let (name, summary) = ("restoreRole", "Restore a role");
    let route = of_role(Method::Post, "/restore", name, summary, "The restored role.");
    let change = plain(Shows::all::<ChangedRole>(), |asked| changes::restore_role(asked).boxed());
    let change = PlainChange { options: OF_STATE, ..change };
    let description = "Restores a deleted role, for the accounts that had it. A live one is returned unchanged. \
                       The caller must hold every permission of the role.";
    let restore = of(change, &ROLES.restore, route, description);
    Action { selects: THE_ROLE, events: &["restored"], ..restore }
}

fn grant() -> Action {
    let granted = "The permissions and roles that were granted.";
    let summary = "Grant permissions and roles";
    let route = post(PEOPLE, "/api/v1/grants", "grant", summary, granted);
    let body = body("GrantInput", "What to grant, and to whom.", &GRANT_INPUTS);
    let shows = Shows::without::<ChangedGrants>(&["still_granted"]);
    let change = plain(shows, |asked| changes::change_grants(asked, Grant).boxed());
    let change = with(change, body, json!({ "user_id": 2, "permissions": [AUDIT.all] }));
    let description = "Grants permissions and roles to an account, or permissions to a role, which takes the \
                       permission to update roles besides. The caller must hold each permission, and every \
                       permission of each role. Another account takes the permission to view it.";
    let change = PlainChange { recipients: Some(GRANTEE), ..change };
    of(change, &GRANT, route.missing(account_kind().title), description)
}

fn revoke() -> Action {
    let revoked = "The permissions and roles that were revoked.";
    let summary = "Revoke permissions and roles";
    let route = post(PEOPLE, "/api/v1/grants/revoke", "revoke", summary, revoked);
    let body = body("RevokeInput", "What to revoke, and from whom.", &GRANT_INPUTS);
    let shows = Shows::all::<ChangedGrants>();
    let change = plain(shows, |asked| changes::change_grants(asked, Revoke).boxed());
    let change = with(change, body, json!({ "user_id": 2, "roles": ["editor"] }));
    let description = "Revokes permissions and roles of an account, or permissions of a role. It takes what \
                       `grant` takes. All must have been granted.";
    let change = PlainChange { recipients: Some(GRANTEE), ..change };
    of(change, &GRANT, route.missing(account_kind().title), description)
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
    let example = json!({ "name": "Laptop", "permissions": [AUDIT.all] });
    let change = plain(Shows::all::<NewToken>(), |asked| changes::create_token(asked).boxed());
    let description = "Creates an access token, which is never wider than the credential of the request and ends with \
                       it. Another account takes the permission to view it; its token also ends when the caller's \
                       account is deactivated or deleted.";
    let create = of(with(change, body, example), &TOKENS.create, route, description);
    Action { errors: vec![Forbidden, ValidationFailed, Conflict], ..create }
}

fn revoke_token() -> Action {
    let path = "/api/v1/access-tokens/{id}".to_owned();
    let (name, revoked) = ("revokeAccessToken", "The revoked token.");
    let route = route(PEOPLE, (Method::Delete, path), name, "Revoke an access token", revoked);
    let route = route.at(TOKEN_ID).missing("Access token");
    let change = plain(Shows::all::<RevokedToken>(), |asked| changes::revoke_token(asked).boxed());
    let description = "Revokes an access token: it stops working at once, also on live connections, and so does what it \
                       issued, except API keys if it revokes itself. One that was revoked before is returned \
                       unchanged.";
    Action {
        selects: Selects::One("id", "ID!", "Global id of the token."),
        errors: vec![Forbidden, NotFound],
        ..of(change, &TOKENS.revoke, route, description)
    }
}

fn sign_in() -> Action {
    let signed_in = "The token, with its value.";
    let route = post(PEOPLE, "/api/v1/sign-in", "signIn", "Sign in with a link", signed_in);
    let description = "Signs in with a one-time link, which `reinstate link` makes, and `createAccessToken` with \
                       `link`. Its value is the credential of the request, and is good for nothing else. It becomes \
                       an access token with another value, and ends.";
    let change = plain(Shows::all::<NewToken>(), |asked| changes::sign_in(asked).boxed());
    Action {
        events: &["updated"],
        route: Some(route),
        ..entry(Act::Plain(change), "signIn", description)
    }
}

fn sign_out() -> Action {
    let revoked = "The number of tokens that were revoked.";
    let route = post(PEOPLE, "/api/v1/sign-out", "signOut", "Sign an account out", revoked);
    let body = body("SignOutInput", "The account to sign out.", &ACCOUNT);
    let change = plain(Shows::all::<SignedOut>(), |asked| changes::sign_out(asked).boxed());
    let description = "Signs a person out: revokes all access tokens of an account, the caller's if none is \
                       named. API keys, which programs use, keep working, and tokens of an identity provider \
                       until they expire. Another account takes the permission to view it.";
    let change = with(change, body, json!({ "user_id": 2 }));
    Action {
        parameters: of_account(),
        errors: vec![Forbidden, NotFound],
        ..of(change, &TOKENS.revoke, route.missing(account_kind().title), description)
    }
}

/// The parameter of a path with the id of a token.
const TOKEN_ID: &[PathParameter] = &[id("Id of the token.", 1)];

const PEOPLE: Tag = Tag::Permissions;

/// The options of deleting and restoring a role.
const OF_STATE: &[RequestOption] = &[ExpectedVersion, Reason];

/// A role, by its id.
const THE_ROLE: Selects = Selects::One("id", "ID!", "Global id of the role.");

/// The inputs with an account or a role.
const GRANTEE: Recipients =
    Recipients { named: ["user_id", "role"], type_name: "Grantee", deprecated: false };

/// A REST operation on one role, at that end of its path.
fn of_role(method: Method, suffix: &str, id: &str, summary: &str, response: &str) -> Route {
    let path = format!("/api/v1/roles/{{id}}{suffix}");
    let route = route(PEOPLE, (method, path), id, summary, response);
    route.at(ROLE).missing("Role").versioned()
}

static TOKEN: [Input; 5] = [
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
    Input::new(
        "link",
        Rule::Bool,
        "Whether the value is that of a link, to be handed to a person: `signIn` takes it, once, within ten \
         minutes.",
    )
    .or(DefaultValue::Null),
];

/// Its account; the caller's if absent.
static ACCOUNT: [Input; 1] =
    [Input::new("user_id", Rule::Account, "Id of the account; the caller's if absent.")
        .or(DefaultValue::Caller)];

/// A change with a body, and an example of it.
fn with(change: PlainChange, body: RequestBody, example: Json) -> PlainChange {
    PlainChange { body: Some(body), example: Example::Fields(example), ..change }
}

/// The entry of a change, which has the name of its route. The caller must hold what it grants.
fn of(
    change: PlainChange,
    permission: &'static Permission,
    route: Route,
    description: &str,
) -> Action {
    let name = route.id.clone();
    Action {
        admits: Admits::Holders(permission),
        events: &["updated"],
        errors: vec![Forbidden, NotFound, ValidationFailed, Conflict],
        route: Some(route),
        ..entry(Act::Plain(change), name, description)
    }
}
