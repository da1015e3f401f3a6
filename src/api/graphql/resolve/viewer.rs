//! Resolves `viewer`: the caller, an account with the credential of the request.

use async_graphql::{
    Value,
    registry::{MetaInputValue, Registry},
};
use std::sync::Arc;

use crate::{
    api::graphql::{
        execute::{Context, Load, Object, Writer, view},
        resolve::{accounts, lists},
        schema::{
            add_types, connection_name, defaulted, input, kind_name, object, page_arguments,
            requires, with_arguments,
        },
    },
    auth::{Access, Caller, Credential, CredentialKind},
    error::Error,
    kinds::{TOKENS, accounts as kind, global_id, notifications},
    operations::{
        accounts::{IssuedToken, MAX_TOKENS, own_tokens},
        callers::{KindAccess, can_audit, can_send, kind_access},
        inbox::inbox,
        rows::{Record, read},
    },
};

/// The type of the caller.
pub const VIEWER: &str = "Viewer";

/// The caller, with the fields that are selected.
pub struct Viewer {
    user: Option<Record>,
    roles: Vec<String>,
    kinds: Vec<KindAccess>,
    tokens: Result<Vec<IssuedToken>, Error>,
    /// Not the call, whose permit would be held while what the response lacks is loaded.
    caller: Arc<Caller>,
}

/// Reads the fields of the caller that are selected.
pub async fn viewer(ctx: Context<'_>) -> Result<Viewer, Error> {
    let (app, caller) = (ctx.app, ctx.call);
    let user = if ctx.field.selection.has("user") {
        Some(read::viewer(app, caller, ctx.field.projection(kind())).await?)
    } else {
        None
    };
    let roles =
        if ctx.field.selection.has("roles") { read::roles(app, caller).await? } else { Vec::new() };
    let tokens = if ctx.field.selection.has("accessTokens") {
        own_tokens(app, caller).await
    } else {
        Ok(Vec::new())
    };
    let kinds = kind_access(caller)?;
    Ok(Viewer { user, roles, kinds, tokens, caller: Arc::clone(&caller.caller) })
}

/// Reads a page of the caller's inbox.
pub async fn inbox_page(ctx: Context<'_>) -> Result<Box<dyn Object>, Error> {
    ctx.call.require(&notifications().view)?;
    let unread_only = ctx.argument("unreadOnly") == Some(Value::Boolean(true));
    lists::page(ctx, inbox(ctx.call, unread_only)).await
}

/// Registers the types.
pub fn register(registry: &mut Registry) {
    accounts::register(registry);
    let access = "What the caller may do with the records of a kind, by its permissions. An action \
                  that the kind doesn't have is `NONE`.";
    let credential = "The credential of the request, without its value.";
    let viewer = "The caller: an account, with the credential of the request.";
    let types = [
        object("KindAccess", access, KindAccess::fields()),
        object("Credential", credential, Credential::fields()),
        object(VIEWER, viewer, Viewer::fields()),
    ];
    add_types(registry, types);
}

view! { Viewer, (), |it, field, to| {
    "user": "User!", "The account." => to.optional(field, it.user.as_ref());
    "roles": "[String!]!", "The names of the account's roles, sorted." => to.value(&it.roles);
    "permissions": "[String!]!", "The names of the permissions that the credential may use, sorted."
        => to.value(it.caller.permissions.names().collect::<Vec<_>>());
    "credential": "Credential!", "The credential of the request." => to.object(field, &it.caller.credential);
    "kinds": "[KindAccess!]!", "What the caller may do with the records of each kind."
        => to.objects(field, &it.kinds);
    "canSend": "Boolean!", "Whether the caller may send notifications, at least to itself."
        => to.value(can_send(&it.caller));
    "canAudit": "Boolean!",
        "Whether the caller may view the audit trail, at least of its own records."
        => to.value(can_audit(&it.caller));
    "accessTokens": "[AccessToken!]",
        &format!("The account's access tokens that are neither revoked nor expired, at most \
                  {MAX_TOKENS}, those that expire last first. Null, with the error FORBIDDEN, if the \
                  caller may not view its own."),
        |it| requires(&TOKENS.view, it)
        => match &it.tokens {
            Ok(tokens) => to.objects(field, tokens),
            Err(error) => to.refuse(field, error),
        };
    "notifications": connection_name(notifications().name),
        "The caller's own live notifications, newest first. Null, with the error FORBIDDEN, if the \
         caller may not view its own.",
        |it| requires(&notifications().view, with_arguments(it, inbox_arguments()))
        => to.load(field, Load::Inbox(field), to.request.call.user_id);
    "unreadCount": "Int",
        "The number of the caller's own live notifications that are unread. Null, with the error \
         FORBIDDEN, if the caller may not view its own.",
        |it| requires(&notifications().view, it)
        => to.load(field, Load::UnreadCount, to.request.call.user_id);
} }

fn inbox_arguments() -> impl Iterator<Item = MetaInputValue> {
    let unread_only = input("unreadOnly", "Boolean!", "Whether to leave out those that are read.");
    let unread_only = defaulted("false", unread_only);
    [unread_only].into_iter().chain(page_arguments())
}

view! { Credential, (), |it, field, to| {
    "id": "ID",
        "Global id of the access token or API key; null for a token of an identity provider."
        => to.value(it.row().map(|id| global_id::named(type_of(it.kind), id)));
    "kind": "CredentialKind!", "The kind of the credential." => to.choice(it.kind.name());
    "name": "String", "The name that its issuer gave it." => to.value(&it.name);
    "expiresAt": "DateTime", "When it expires; null for never." => to.value(it.expires_at);
} }

/// The type of this kind's credential, if it has a row.
const fn type_of(kind: CredentialKind) -> &'static str {
    match kind {
        CredentialKind::ApiKey => "ApiKey",
        CredentialKind::AccessToken | CredentialKind::IdentityToken => accounts::ACCESS_TOKEN,
    }
}

view! { KindAccess, (), |it, field, to| {
    "kind": "Kind!", "The kind that the access is to." => to.plain(&kind_name(it.resource));
    "view": "Access!", "The records that the caller may view." => access(&it.view, to);
    "create": "Access!", "The accounts for which the caller may create records." => access(&it.create, to);
    "update": "Access!", "The records that the caller may update." => access(&it.update, to);
    "delete": "Access!", "The records that the caller may delete." => access(&it.delete, to);
    "restore": "Access!", "The records that the caller may restore." => access(&it.restore, to);
} }

fn access(access: &Option<Access>, to: &mut Writer<'_>) {
    to.plain(match access.as_ref().map(Access::account) {
        None => "NONE",
        Some(Some(_)) => "OWN",
        Some(None) => "ALL",
    });
}
