//! Bodies about roles, grants, access tokens and the caller.

use entity::Timestamp;
use std::collections::BTreeSet;

use super::body;
use crate::{
    api::rest::openapi::now,
    auth::{Access, Credential as Known, Secret},
    kinds::{AUDIT, accounts},
    operations::{
        accounts::{AccountGrants, Granted, IssuedToken, VisibleRole},
        callers::KindAccess as Allowed,
    },
    resources::snake_case,
};

body! { Role, "A named set of permissions that accounts can have.", (it: VisibleRole), {
    id: i64 = it.id, 1, "Id of the role.";
    name: String = it.name, "auditors".to_owned(), "The name of the role, unique among roles.";
    permissions: BTreeSet<String> = it.permissions, [AUDIT.all.to_owned()].into(),
        "The names of the permissions of the role, sorted.";
    version: i64 = it.version, 1, "The number of writes, counted from 1. `If-Match` takes it.";
    created_at: Timestamp = it.created_at, now(), "When the role was created.";
    updated_at: Timestamp = it.updated_at, now(), "When the role was last changed.";
    deleted_at: Option<Timestamp> = it.deleted_at, None,
        "When the role was deleted; null while it is live. A deleted role grants nothing.";
} }

body! { Grants, "The permissions and roles that an account is granted.", (it: AccountGrants), {
    user_id: i64 = it.account, 2, "Id of the account.";
    permissions: BTreeSet<String> = it.permissions, Role::example().permissions,
        "The names of the permissions that it is granted directly, sorted.";
    roles: Vec<Role> = it.roles.iter().map(|role| Role::of(VisibleRole::clone(role))).collect(),
        vec![Role::example()],
        "The roles of the account, by name. Deleted ones grant nothing until they are restored.";
} }

body! { GrantChange, "The permissions and roles that were granted or revoked.", (it: Granted), {
    user_id: Option<i64> = it.account, Some(2), "Id of the account; null for a role.";
    role: Option<String> = it.role.map(|role| role.name), None,
        "Name of the role; null for an account.";
    permissions: BTreeSet<String> = it.changed.permissions, Role::example().permissions,
        "The names of the permissions that were added or removed, sorted.";
    roles: BTreeSet<String> = it.changed.roles, BTreeSet::new(),
        "The names of the roles that were added or removed, sorted.";
    still_granted: Vec<String> = it.still_granted, Vec::new(),
        "The removed permissions that a wider one or a role still grants.";
} }

body! { AccessToken, "An access token, without its value.", (it: IssuedToken), {
    id: i64 = it.id, 1, "Id of the token.";
    name: Option<String> = it.name, Some("Laptop".to_owned()),
        "The name that the issuer gave the token.";
    permissions: Option<Vec<String>> = it.permissions, Some(vec![AUDIT.all.to_owned()]),
        "The permissions that it is limited to; null: it has all of its account.";
    issued_by: Option<i64> = it.issued_by, Some(1),
        "Id of the account that issued the token; null: an operator did.";
    created_at: Timestamp = it.created_at, now(), "When the token was issued.";
    expires_at: Timestamp = it.expires_at, now(), "When the token expires.";
    revoked_at: Option<Timestamp> = it.revoked_at, None,
        "When the token was revoked; null if it was not.";
} }

body! { NewAccessToken, "A new access token, with its value.", (token: IssuedToken, secret: &Secret), {
    value: String = secret.reveal().to_owned(), format!("rsat_{}", "0".repeat(64)),
        "The value, to be sent as the bearer credential. It is returned only once.";
    access_token: AccessToken = AccessToken::of(token), AccessToken::example(),
        "The token, without its value.";
} }

body! { SignedOut, "The result of signing an account out.", (count: u64), {
    revoked_count: u64 = count, 2, "The number of tokens that were not revoked before.";
} }

body! { Credential, "The credential of the request, without its value.", (it: Known), {
    id: Option<i64> = it.row(), Some(7),
        "Id of the access token or API key. It is null for a token of an identity provider.";
    kind: &'static str = it.kind.name(), "access_token",
        "The kind of the credential: `access_token`, `api_key` or `identity_token`.";
    name: Option<String> = it.name, None, "The name that the issuer gave the credential.";
    expires_at: Option<Timestamp> = it.expires_at, Some(now()),
        "When the credential expires; null if never.";
} }

body! { KindAccess, "What the caller may do with the records of a kind: `all`, `own` or `none`.",
    (it: Allowed),
{
    kind: String = snake_case(it.resource.name), snake_case(accounts().name),
        "The kind, such as `api_key`.";
    view: &'static str = access(it.view), "all", "The records that the caller may view.";
    create: &'static str = access(it.create), "none",
        "The accounts for which the caller may create records.";
    update: &'static str = access(it.update), "none", "The records that the caller may update.";
    delete: &'static str = access(it.delete), "all", "The records that the caller may delete.";
    restore: &'static str = access(it.restore), "all", "The records that the caller may restore.";
} }

fn access(access: Option<Access>) -> &'static str {
    match access.as_ref().map(Access::account) {
        None => "none",
        Some(Some(_)) => "own",
        Some(None) => "all",
    }
}
