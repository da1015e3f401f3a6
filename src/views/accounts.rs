//! Roles, grants, access tokens and the caller.

use std::sync::Arc;

use super::{Holds, NOW, Shown, view};
use crate::{
    auth::{Access, Caller, Credential, CredentialKind, Secret},
    kinds::{AUDIT, TOKENS, accounts, global_id, notifications, roles},
    operations::{
        accounts::{AccountGrants, Granted, IssuedToken, MAX_TOKENS, VisibleRole},
        callers::{KindAccess, can_audit, can_send},
        records::Capabilities,
        rows::{Record, Value},
    },
    resources::snake_case,
};

/// The type of an access token.
pub const ACCESS_TOKEN: &str = "AccessToken";

view! { VisibleRole, "Role", "A role: a named set of permissions that accounts can have.", |it| {
    id in Rest: Holds::Number => it.record.id(), 1, "Id of the role.";
    global_id in Rest: Holds::Id => global_id::encode(it.record.resource, it.record.id()),
        global_id::encode(roles(), 1), "Global id of the role; operations on many records take it.";
    name: Holds::Text => it.record.label(), "auditors", "The name of the role, unique among roles.";
    permissions: Holds::Texts => &it.permissions, [AUDIT.all],
        "The names of the permissions of the role, sorted.";
    is_active: Holds::Flag => it.column(it.record.resource.columns.is_active), true,
        "Whether the role is active; an inactive one grants nothing. Independent of deletion.";
    version: Holds::Number => it.record.version(), 1,
        "The number of writes, counted from 1. `expectedVersion` and `If-Match` take it.";
    created_at: Holds::Time => it.column(it.record.resource.columns.created_at), NOW,
        "When the role was created.";
    updated_at: Holds::Time => it.column(it.record.resource.columns.updated_at), NOW,
        "When the role was last changed.";
    deleted_at: Holds::Time.or_null() => it.record.deleted_at(), (),
        "When the role was deleted; null while it is live. A deleted role grants nothing.";
} in Graphql as it.record }

impl VisibleRole {
    fn column(&self, name: &str) -> Shown<'_> {
        match self.record.value(name) {
            Value::Bool(it) => Shown::Flag(*it),
            Value::Time(it) => Shown::Time(*it),
            _ => Shown::Null,
        }
    }
}

/// A role after a change.
pub struct ChangedRole(pub VisibleRole);

view! { ChangedRole, "ChangedRole", "The result of a change of a role.", |it| {
    role: Holds::View(VisibleRole::about).bare() => &it.0, (), "The role after the operation.";
} }

view! { AccountGrants, "Grants", "The permissions and roles that an account is granted.", |it| {
    user_id: Holds::Number => it.account, 2, "Id of the account.";
    permissions: Holds::Texts => &it.permissions, [AUDIT.all],
        "The names of the permissions that it is granted directly, sorted.";
    roles: Holds::Views(VisibleRole::about)
        => Shown::list(it.roles.iter().map(Arc::as_ref)), [VisibleRole::about().example()],
        "The roles of the account, by name. Deleted ones grant nothing until they are restored.";
} }

/// What was granted or revoked.
pub struct ChangedGrants {
    /// What was, and to whom.
    pub granted: Granted,
    /// The account afterwards, if it is shown.
    pub user: Option<Record>,
}

view! { ChangedGrants, "GrantChange", "The permissions and roles that were granted or revoked.", |it| {
    user_id in Rest: Holds::Number.or_null() => it.granted.account, 2, "Id of the account; null for a role.";
    user in Graphql: Holds::Record("User").or_null() => it.user.as_ref(), (),
        "The account after the operation; null for a role.";
    role_name as "role" in Graphql: Holds::View(VisibleRole::about).or_null()
        => it.granted.role.as_ref(), (),
        "The role after the operation; null for an account.";
    role in Rest: Holds::Text.or_null() => it.granted.role.as_ref().map(|role| role.record.label()), (),
        "Name of the role; null for an account.";
    permissions: Holds::Texts => &it.granted.changed.permissions, [AUDIT.all],
        "The names of the permissions that were added or removed, sorted.";
    roles: Holds::Texts => &it.granted.changed.roles, [""; 0],
        "The names of the roles that were added or removed, sorted.";
    still_granted: Holds::Texts => &*it.granted.still_granted, [""; 0],
        "The permissions that were removed but that the account still has, by a wider one or a role.";
} }

view! { IssuedToken, "AccessToken", "An access token, without its value.", |it| {
    global_id as "id" in Graphql: Holds::Id => global_id::named(ACCESS_TOKEN, it.id), (),
        "Global, opaque id of the token.";
    id as "databaseId": Holds::Number => it.id, 1, "Id of the token.";
    name: Holds::Text.or_null() => it.name.as_deref(), "Laptop",
        "The name that the issuer gave the token.";
    permissions: Holds::Texts.or_null() => it.permissions.as_deref(), [AUDIT.all],
        "The permissions that it is limited to; null: it has all of its account.";
    issued_by: Holds::Number.or_null() => it.issued_by, 1,
        "Id of the account that issued the token; null: an operator did.";
    created_at: Holds::Time => it.created_at, NOW, "When the token was issued.";
    expires_at: Holds::Time => it.expires_at, NOW, "When the token expires.";
    revoked_at: Holds::Time.or_null() => it.revoked_at, (),
        "When the token was revoked; null if it was not.";
} }

/// A token after it was revoked.
pub struct RevokedToken(pub IssuedToken);

view! { RevokedToken, "RevokedToken", "The result of revoking an access token.", |it| {
    access_token: Holds::View(IssuedToken::about).bare() => &it.0, (), "The token after the operation.";
} }

/// A new access token, with its value.
pub struct NewToken(pub IssuedToken, pub Secret);

view! { NewToken, "NewAccessToken", "A new access token, with its value.", |it| {
    access_token: Holds::View(IssuedToken::about) => &it.0, IssuedToken::about().example(),
        "The token, without its value.";
    value: Holds::Text => it.1.reveal(), format!("rsat_{}", "0".repeat(64)),
        "The value, to be sent as the bearer credential. It is returned only once: the server stores \
         only its hash.";
} }

/// The number of tokens that signing out revoked.
pub struct SignedOut(pub u64);

view! { SignedOut, "SignedOut", "The result of signing an account out.", |it| {
    revoked_count: Holds::Count => it.0, 2, "The number of tokens that were not revoked before.";
} }

/// The caller, with what is asked for.
pub struct Viewer {
    /// The account.
    pub user: Option<Record>,
    /// The names of its roles.
    pub roles: Vec<String>,
    /// What it may do.
    pub kinds: Vec<KindAccess>,
    /// Its valid tokens.
    pub tokens: Vec<IssuedToken>,
    /// Not the call, whose permit would be held while what the response lacks is loaded.
    pub caller: Arc<Caller>,
}

view! { Viewer, "Me" as "Viewer", "The caller: an account, with the credential of the request.", |it| {
    user: Holds::Whole("User") => it.user.as_ref().map(Shown::Whole), (), "The account.";
    roles: Holds::Texts => &*it.roles, ["administrator"], "The names of the account's roles, sorted.";
    permissions: Holds::Texts => Shown::Texts(it.caller.permissions.names().collect()), ["*"],
        "The names of the permissions that the credential may use, sorted.";
    credential: Holds::View(Credential::about) => &it.caller.credential, Credential::about().example(),
        "The credential of the request.";
    kinds: Holds::Views(KindAccess::about) => Shown::list(&it.kinds), [KindAccess::about().example()],
        "What the caller may do with the records of each kind.";
    can_send: Holds::Flag => can_send(&it.caller), true,
        "Whether the caller may send notifications, at least to itself.";
    can_audit: Holds::Flag => can_audit(&it.caller), true,
        "Whether the caller may view the audit trail, at least of its own records.";
    access_tokens in Graphql: Holds::Views(IssuedToken::about).with(&TOKENS.view)
        => Shown::list(&it.tokens), (),
        format!("The account's access tokens that are neither revoked nor expired, at most {MAX_TOKENS}, \
                 those that expire last first. Null, with the error FORBIDDEN, if the caller may not view \
                 its own.");
    notifications in Graphql: Holds::Loaded("NotificationConnection").with(&notifications().view)
        => Shown::Loaded, (),
        "The caller's own live notifications, newest first. Null, with the error FORBIDDEN, if the caller \
         may not view its own.";
    unread_count in Graphql: Holds::Loaded("Int").with(&notifications().view)
        => Shown::Loaded, (),
        "The number of the caller's own live notifications that are unread. Null, with the error \
         FORBIDDEN, if the caller may not view its own.";
} }

view! { Credential, "Credential", "The credential of the request, without its value.", |it| {
    global_id as "id" in Graphql: Holds::Id.or_null()
        => it.row().map(|id| global_id::named(type_of(it.kind), id)), (),
        "Global id of the access token or API key; null for a token of an identity provider.";
    id in Rest: Holds::Number.or_null() => it.row(), 7,
        "Id of the access token or API key. It is null for a token of an identity provider.";
    kind: Holds::Choice("CredentialKind") => Shown::Choice(it.kind.name()), "access_token",
        "The kind of the credential.";
    name: Holds::Text.or_null() => it.name.as_deref(), (), "The name that its issuer gave it.";
    expires_at: Holds::Time.or_null() => it.expires_at, NOW, "When it expires; null for never.";
} }

/// The type of this kind's credential, if it has a row.
const fn type_of(kind: CredentialKind) -> &'static str {
    match kind {
        CredentialKind::ApiKey => "ApiKey",
        CredentialKind::AccessToken | CredentialKind::IdentityToken => ACCESS_TOKEN,
    }
}

view! { KindAccess, "KindAccess",
    "What the caller may do with the records of a kind: `all`, `own` or `none`, which an action that the \
     kind doesn't have is too.",
|it| {
    kind: Holds::Kind => Shown::Kind(it.resource.name), snake_case(accounts().name),
        "The kind that the access is to.";
    view: access() => shown(&it.view), "all", "The records that the caller may view.";
    create: access() => shown(&it.create), "none",
        "The accounts for which the caller may create records.";
    update: access() => shown(&it.update), "none", "The records that the caller may update.";
    delete: access() => shown(&it.delete), "all", "The records that the caller may delete.";
    restore: access() => shown(&it.restore), "all", "The records that the caller may restore.";
    purge: access() => shown(&it.purge), "none", "The deleted records that the caller may purge.";
    hold: access() => shown(&it.hold), "none",
        "The records that the caller may put on hold and release.";
} }

const fn access() -> Holds {
    Holds::Choice("Access")
}

fn shown(access: &Option<Access>) -> Shown<'static> {
    Shown::Choice(match access.as_ref().map(Access::account) {
        None => "none",
        Some(Some(_)) => "own",
        Some(None) => "all",
    })
}

view! { Capabilities, "ViewerCan", "What the caller's permissions allow with a record in its current \
     state. A change can still be refused for what it would hand out, such as the permissions of a \
     role.", |it| {
    restore: Holds::Flag => it.restore, (), "Whether the caller may restore the record.";
    delete: Holds::Flag => it.delete, (), "Whether the caller may delete the record.";
    update: Holds::Flag => it.update, (), "Whether the caller may update the record.";
    purge: Holds::Flag => it.purge, (),
        "Whether the caller may purge the record, unless it is kept: on hold, or referred to.";
    hold: Holds::Flag => it.hold, (), "Whether the caller may put the record on hold, and release it.";
} }
