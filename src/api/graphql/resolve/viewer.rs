//! The caller: an account, seen through the credential of the request.

use async_graphql::{
    Context, Name, Value,
    registry::{EnumBuilder, MetaEnumValue, Registry},
};
use std::borrow::Cow;

use super::{
    look_ahead::projection,
    select::{Answer, Object},
};
use crate::{
    api::graphql::{
        resolve::inbox,
        schema::{DATE_TIME, field, object},
    },
    app::App,
    auth::{Caller, Credential, CredentialKind},
    error::Error,
    kinds,
    operations::records::{Record, read},
};

/// The type of the caller.
pub const VIEWER: &str = "Viewer";
/// The type of the credential of a request.
const CREDENTIAL: &str = "Credential";
/// The type of its kind.
pub const CREDENTIAL_KIND: &str = "CredentialKind";

/// The caller, with what was asked for.
pub struct Viewer {
    user: Option<Record>,
    roles: Vec<String>,
    permissions: Vec<String>,
    credential: Credential,
}

/// Reads what is asked of the caller, and no more.
pub async fn viewer(ctx: &Context<'_>, app: &App, caller: &Caller) -> Result<Viewer, Error> {
    caller.refuse_deleted()?;
    let asked = |name| ctx.look_ahead().field(name).exists();
    let user = match asked("user") {
        true => Some(read::viewer(app, caller, projection(ctx, kinds::accounts())).await?),
        false => None,
    };
    let roles = match asked("roles") {
        true => read::roles(app, caller).await?,
        false => Vec::new(),
    };
    let permissions = caller.permissions.names().map(str::to_owned).collect();
    Ok(Viewer { user, roles, permissions, credential: caller.credential.clone() })
}

impl Object for Viewer {
    fn type_name(&self) -> Cow<'_, str> {
        VIEWER.into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        match (name, &self.user) {
            ("user", Some(user)) => Answer::Object(Box::new(user)),
            ("roles", _) => Answer::Ready(self.roles.clone().into()),
            ("permissions", _) => Answer::Ready(self.permissions.clone().into()),
            ("notifications", _) => Answer::Loaded(Box::new(|ctx| inbox::page(ctx))),
            ("unreadCount", _) => Answer::Awaited(Box::new(|ctx| inbox::unread(ctx))),
            ("credential", _) => Answer::Object(Box::new(Shown(&self.credential))),
            _ => Answer::Ready(Value::Null),
        }
    }
}

/// A credential without its value.
struct Shown<'v>(&'v Credential);

impl Object for Shown<'_> {
    fn type_name(&self) -> Cow<'_, str> {
        CREDENTIAL.into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        Answer::Ready(match name {
            "kind" => Value::Enum(Name::new(kind_name(self.0.kind))),
            "name" => self.0.name.as_deref().map_or(Value::Null, Into::into),
            _ => self.0.expires_at.map_or(Value::Null, |moment| moment.to_string().into()),
        })
    }
}

const fn kind_name(kind: CredentialKind) -> &'static str {
    match kind {
        CredentialKind::AccessToken => "ACCESS_TOKEN",
        CredentialKind::ApiKey => "API_KEY",
        CredentialKind::IdentityToken => "IDENTITY_TOKEN",
    }
}

/// Makes the types known.
pub fn register(registry: &mut Registry) {
    let kinds = [
        (CredentialKind::AccessToken, "An access token of an account."),
        (CredentialKind::ApiKey, "An API key."),
        (CredentialKind::IdentityToken, "A token of the identity provider, which is its name."),
    ];
    let kinds = kinds.map(|(kind, description)| {
        let value = MetaEnumValue::new(kind_name(kind));
        let description = Some(description.to_owned());
        (kind_name(kind).to_owned(), MetaEnumValue { description, ..value })
    });
    let kind = EnumBuilder::new(CREDENTIAL_KIND, kinds.into_iter().collect())
        .description(Some("The kinds of credential.".to_owned()))
        .build();
    let credential = object(
        CREDENTIAL,
        "The credential of the request, without its value.",
        [
            field("kind", format!("{CREDENTIAL_KIND}!"), "Which kind it is of."),
            field("name", "String", "What it is for, in the words of whoever issued it."),
            field("expiresAt", DATE_TIME, "When it stops working; null: never."),
        ],
    );
    let viewer = object(
        VIEWER,
        "The caller: an account, seen through the credential of the request.",
        [
            field("user", "User!", "The account."),
            field("roles", "[String!]!", "The names of the roles that the account has, sorted."),
            field(
                "permissions",
                "[String!]!",
                "The names of the permissions that the credential may use, sorted.",
            ),
            field("credential", format!("{CREDENTIAL}!"), "The credential of the request."),
        ]
        .into_iter()
        .chain(inbox::fields()),
    );
    for ty in [kind, credential, viewer] {
        registry.types.insert(ty.name().to_owned(), ty);
    }
}
