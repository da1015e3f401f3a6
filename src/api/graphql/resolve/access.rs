//! What the caller may do, and its access tokens.

use async_graphql::{
    OutputType,
    registry::{MetaField, Registry},
};

use super::accounts::ACCESS_TOKEN;
use crate::{
    api::graphql::{
        execute::{Object, Writer},
        plan::Field,
        schema::{self, KIND, add_types, field, kind_name, object, requires},
    },
    auth::Access,
    kinds::TOKENS,
    operations::accounts::{KindAccess, MAX_TOKENS},
};

/// The type of what the caller may do with a kind.
const KIND_ACCESS: &str = "KindAccess";

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
        requires(
            &TOKENS.view,
            field(
                "accessTokens",
                format!("[{ACCESS_TOKEN}!]"),
                &format!(
                    "The account's access tokens that are neither revoked nor expired, at most \
                     {MAX_TOKENS}, those that expire last first. Null, with the error FORBIDDEN, if \
                     the caller may not view its own."
                ),
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
            field("kind", format!("{KIND}!"), "The kind that the access is to."),
            act("view", "The records that the caller may view."),
            act("create", "The accounts for which the caller may create records."),
            act("update", "The records that the caller may update."),
            act("delete", "The records that the caller may delete."),
            act("restore", "The records that the caller may restore."),
        ],
    );
    add_types(registry, [kind_access]);
}

impl Object for KindAccess {
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
