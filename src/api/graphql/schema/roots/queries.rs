//! The root fields of queries, made from the table of operations.

use async_graphql::registry::MetaField;

use super::field::root_field;
use crate::{
    api::graphql::{
        resolve::{self, ROLE, VIEWER, accounts, audit, restoring},
        schema::{
            lists,
            payloads::either_key,
            scalars::JSON_OBJECT,
            types::{NODE, field, input, with_arguments},
        },
    },
    kinds,
    resources::{Act, Read},
};

/// The root fields of queries.
pub fn queries() -> impl Iterator<Item = MetaField> {
    kinds::actions().iter().filter_map(|action| match action.act {
        Act::Read(query) if action.is_root_field() => {
            Some(root_field(action, described(&action.name, query)))
        }
        _ => None,
    })
}

/// The type and the arguments of a query.
fn described(name: &str, query: Read) -> MetaField {
    match query {
        Read::Viewer => field(name, VIEWER, ""),
        // They are fields below.
        Read::Inbox | Read::RoleMembers | Read::RoleEvents | Read::Grants => {
            unreachable!("{name} is no root field")
        }
        Read::Node => {
            with_arguments(field(name, NODE, ""), [input("id", "ID!", "Global id of the record.")])
        }
        Read::Nodes => with_arguments(
            field(name, format!("[{NODE}]"), ""),
            [input("ids", "[ID!]!", "Global ids of the records, at most 100.")],
        ),
        Read::Record(resource) => {
            with_arguments(field(name, resource.name, ""), either_key(resource))
        }
        Read::List(resource) => lists::describe(name, resource),
        Read::Trash => resolve::describe_trash(name),
        Read::TrashSummary => resolve::describe_summary(name),
        Read::RestorePreview => restoring::describe(name),
        Read::RecordEvents => audit::describe(name),
        Read::RecordAsOf => audit::describe_as_of(name),
        Read::Operation => audit::describe_operation(name),
        Read::PermissionNames => field(name, "[String!]", ""),
        Read::Roles => accounts::describe_roles(name),
        Read::Role => {
            with_arguments(field(name, ROLE, ""), [input("id", "ID!", "Global id of the role.")])
        }
        Read::AccessTokens => accounts::describe_tokens(name),
        Read::TranslationBundle => with_arguments(
            field(name, JSON_OBJECT, ""),
            [
                input("locale", "String!", "Code of the locale, such as `pt-BR`."),
                input("group", "String!", "Name of the group, such as `buttons`."),
            ],
        ),
    }
}
