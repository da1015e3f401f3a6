//! What the caller may do, its access tokens, and roles.

use async_graphql::{
    OutputType,
    registry::{MetaField, Registry},
};
use std::borrow::Cow;

use super::records::global_id;
use crate::{
    api::graphql::{
        execute::{Object, Writer},
        plan::Field,
        schema::{self, BIG_INT, DATE_TIME, KIND, field, kind_name, object},
    },
    auth::Access,
    operations::accounts::{IssuedToken, KindAccess, MAX_TOKENS, VisibleRole},
};

/// The type of a role.
pub const ROLE: &str = "Role";
/// The type of what the caller may do with a kind.
const KIND_ACCESS: &str = "KindAccess";
/// The type of an access token.
const ACCESS_TOKEN: &str = "AccessToken";

/// The fields of `Viewer` that show what the caller may do.
pub fn fields() -> [MetaField; 4] {
    [
        field(
            "kinds",
            format!("[{KIND_ACCESS}!]!"),
            "What the caller may do with the records of each kind.",
        ),
        field(
            "canSend",
            "Boolean!",
            "Whether the caller may send notifications, at least to itself.",
        ),
        field(
            "canAudit",
            "Boolean!",
            "Whether the caller may view the audit trail, at least of its own records.",
        ),
        field(
            "accessTokens",
            format!("[{ACCESS_TOKEN}!]!"),
            &format!(
                "The account's access tokens that are neither revoked nor expired, at most \
                 {MAX_TOKENS}, those that expire last first."
            ),
        ),
    ]
}

/// Registers the types.
pub fn register(registry: &mut Registry) {
    let access = <schema::Access as OutputType>::create_type_info(registry);
    let act = |name, description| field(name, access.clone(), description);
    let kind_access = object(
        KIND_ACCESS,
        "What the caller may do with the records of a kind, by its permissions. An action that the \
         kind doesn't have is `NONE`.",
        [
            field("kind", format!("{KIND}!"), "The kind."),
            act("view", "The records that the caller may view."),
            act("create", "The accounts for which the caller may create records."),
            act("update", "The records that the caller may update."),
            act("delete", "The records that the caller may delete."),
            act("restore", "The records that the caller may restore."),
        ],
    );
    let token = object(
        ACCESS_TOKEN,
        "An access token, without its value.",
        [
            field("id", "ID!", "Global, opaque id of the token."),
            field("databaseId", format!("{BIG_INT}!"), "Id of the token, by which it is revoked."),
            field("name", "String", "The name that its issuer gave it."),
            field(
                "permissions",
                "[String!]",
                "The names of the permissions that it is limited to; null: it has all of its \
                 account.",
            ),
            field("createdAt", format!("{DATE_TIME}!"), "When it was issued."),
            field("expiresAt", format!("{DATE_TIME}!"), "When it expires."),
        ],
    );
    let role = object(
        ROLE,
        "A role: a named set of permissions that accounts can have.",
        [
            field("name", "String!", "The name, unique among roles."),
            field("permissions", "[String!]!", "The names of its permissions, sorted."),
        ],
    );
    for ty in [kind_access, token, role] {
        registry.types.insert(ty.name().to_owned(), ty);
    }
}

impl Object for KindAccess {
    fn type_name(&self) -> Cow<'_, str> {
        KIND_ACCESS.into()
    }

    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        let access = match field.name.as_str() {
            "kind" => return to.plain(&kind_name(self.resource)),
            "view" => self.view,
            "create" => self.create,
            "update" => self.update,
            "delete" => self.delete,
            "restore" => self.restore,
            _ => return to.unknown(field),
        };
        to.plain(match access.as_ref().map(Access::account) {
            None => "NONE",
            Some(Some(_)) => "OWN",
            Some(None) => "ALL",
        });
    }
}

impl Object for IssuedToken {
    fn type_name(&self) -> Cow<'_, str> {
        ACCESS_TOKEN.into()
    }

    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "id" => to.plain(&global_id::named(ACCESS_TOKEN, self.id)),
            "databaseId" => to.value(self.id),
            "name" => to.value(&self.name),
            "permissions" => to.value(&self.permissions),
            "createdAt" => to.time(self.created_at),
            "expiresAt" => to.time(self.expires_at),
            _ => to.unknown(field),
        }
    }
}

impl Object for VisibleRole {
    fn type_name(&self) -> Cow<'_, str> {
        ROLE.into()
    }

    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "name" => to.value(&self.name),
            "permissions" => to.value(&self.permissions),
            _ => to.unknown(field),
        }
    }
}
