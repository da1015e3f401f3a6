//! Resolves `viewer`: the caller, an account with the credential of the request.

use async_graphql::{OutputType, registry::Registry};

use crate::{
    api::graphql::{
        execute::{Context, Load, Object, Writer},
        plan::Field,
        resolve::{access, accounts, inbox},
        schema::{CredentialKind, DATE_TIME, add_types, field, object},
    },
    auth::{Credential, CredentialKind as AnyKind},
    error::Error,
    kinds::{self, global_id},
    operations::{
        accounts::{IssuedToken, KindAccess, can_audit, can_send, kind_access, own_tokens},
        records::{Record, read},
    },
};

/// The type of the caller.
pub const VIEWER: &str = "Viewer";
/// The type of its credential.
const CREDENTIAL: &str = "Credential";

/// The caller, with the fields that are selected.
pub struct Viewer {
    user: Option<Record>,
    roles: Vec<String>,
    permissions: Vec<String>,
    kinds: Vec<KindAccess>,
    can_send: bool,
    can_audit: bool,
    tokens: Result<Vec<IssuedToken>, Error>,
    credential: Credential,
}

/// Reads the fields of the caller that are selected.
pub async fn viewer(ctx: Context<'_>) -> Result<Viewer, Error> {
    let (app, caller) = (ctx.app, ctx.call);
    let user = match ctx.field.selection.has("user") {
        true => Some(read::viewer(app, caller, ctx.field.projection(kinds::accounts())).await?),
        false => None,
    };
    let roles = match ctx.field.selection.has("roles") {
        true => read::roles(app, caller).await?,
        false => Vec::new(),
    };
    let tokens = match ctx.field.selection.has("accessTokens") {
        true => own_tokens(app, caller).await,
        false => Ok(Vec::new()),
    };
    Ok(Viewer {
        user,
        roles,
        permissions: caller.permissions.names().map(str::to_owned).collect(),
        kinds: kind_access(caller)?,
        can_send: can_send(caller),
        can_audit: can_audit(caller),
        tokens,
        credential: caller.credential.clone(),
    })
}

impl Object for Viewer {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "user" => to.optional(field, self.user.as_ref()),
            "roles" => to.value(&self.roles),
            "permissions" => to.value(&self.permissions),
            "kinds" => to.objects(field, &self.kinds),
            "canSend" => to.value(self.can_send),
            "canAudit" => to.value(self.can_audit),
            "accessTokens" => match &self.tokens {
                Ok(tokens) => to.objects(field, tokens),
                Err(error) => to.refuse(field, error),
            },
            "notifications" => to.load(field, Load::Inbox(field), to.request.call.user_id),
            "unreadCount" => to.load(field, Load::UnreadCount, to.request.call.user_id),
            "credential" => to.object(field, &self.credential),
            _ => to.unknown(field),
        }
    }
}

impl Object for Credential {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "id" => to.value(self.row().map(|id| global_id::named(type_of(self.kind), id))),
            "kind" => to.choice(self.kind.name()),
            "name" => to.value(&self.name),
            "expiresAt" => to.value(self.expires_at),
            _ => to.unknown(field),
        }
    }
}

/// The type of this kind's credential, if it has a row.
const fn type_of(kind: AnyKind) -> &'static str {
    match kind {
        AnyKind::ApiKey => "ApiKey",
        AnyKind::AccessToken | AnyKind::IdentityToken => accounts::ACCESS_TOKEN,
    }
}

/// Registers the types.
pub fn register(registry: &mut Registry) {
    access::register(registry);
    accounts::register_roles(registry);
    accounts::register_tokens(registry);
    let kind = <CredentialKind as OutputType>::create_type_info(registry);
    let credential = object(
        CREDENTIAL,
        "The credential of the request, without its value.",
        [
            field(
                "id",
                "ID",
                "Global id of the access token or API key; null for a token of an identity provider.",
            ),
            field("kind", kind, "The kind of the credential."),
            field("name", "String", "The name that its issuer gave it."),
            field("expiresAt", DATE_TIME, "When it expires; null for never."),
        ],
    );
    let viewer = object(
        VIEWER,
        "The caller: an account, with the credential of the request.",
        [
            field("user", "User!", "The account."),
            field("roles", "[String!]!", "The names of the account's roles, sorted."),
            field(
                "permissions",
                "[String!]!",
                "The names of the permissions that the credential may use, sorted.",
            ),
            field("credential", format!("{CREDENTIAL}!"), "The credential of the request."),
        ]
        .into_iter()
        .chain(access::fields())
        .chain(inbox::fields()),
    );
    add_types(registry, [credential, viewer]);
}
