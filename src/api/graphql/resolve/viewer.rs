//! Resolves `viewer`: the caller, an account with the credential of the request.

use async_graphql::{Context, OutputType, SimpleObject, registry::Registry};
use std::borrow::Cow;

use super::{
    records::look_ahead::projection,
    select::{FieldValue, Object},
};
use crate::{
    api::graphql::{
        resolve::inbox,
        schema::{CredentialKind, DateTime, field, object},
    },
    app::App,
    auth::{Caller, Credential},
    error::Error,
    kinds,
    operations::records::{Record, read},
};

/// The type of the caller.
pub const VIEWER: &str = "Viewer";

/// The caller, with the fields that are selected.
pub struct Viewer {
    user: Option<Record>,
    roles: Vec<String>,
    permissions: Vec<String>,
    credential: Credential,
}

/// Reads the fields of the caller that are selected.
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

    fn field<'a>(&'a self, name: &str) -> FieldValue<'a> {
        match (name, &self.user) {
            ("user", Some(user)) => FieldValue::Object(Box::new(user)),
            ("roles", _) => FieldValue::Ready(self.roles.clone().into()),
            ("permissions", _) => FieldValue::Ready(self.permissions.clone().into()),
            ("notifications", _) => FieldValue::Loaded(Box::new(|ctx| inbox::page(ctx))),
            ("unreadCount", _) => FieldValue::Awaited(Box::new(|ctx| inbox::unread(ctx))),
            ("credential", _) => {
                FieldValue::Derived(Box::new(CurrentCredential::of(&self.credential)))
            }
            _ => FieldValue::Unknown,
        }
    }
}

/// The credential of the request, without its value.
#[derive(SimpleObject)]
#[graphql(name = "Credential")]
struct CurrentCredential {
    /// The kind of the credential.
    kind: CredentialKind,
    /// The name that its issuer gave it.
    name: Option<String>,
    /// When it expires; null for never.
    expires_at: Option<DateTime>,
}

impl CurrentCredential {
    fn of(credential: &Credential) -> Self {
        Self {
            kind: credential.kind.into(),
            name: credential.name.clone(),
            expires_at: credential.expires_at.map(DateTime),
        }
    }
}

/// Registers the types.
pub fn register(registry: &mut Registry) {
    let credential = <CurrentCredential as OutputType>::create_type_info(registry);
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
            field("credential", credential, "The credential of the request."),
        ]
        .into_iter()
        .chain(inbox::fields()),
    );
    registry.types.insert(VIEWER.to_owned(), viewer);
}
