//! What the schema says of each query.

use async_graphql::registry::MetaField;

use super::{
    directives::permission,
    lists,
    mutations::QueryField,
    payloads::key,
    scalars::JSON_OBJECT,
    types::{NODE, field, input, with_arguments},
};
use crate::{
    api::graphql::resolve::{self, VIEWER, audit, key_argument},
    resources::noun,
};

/// Describes a query.
pub fn describe_query(name: &str, query: QueryField) -> MetaField {
    match query {
        QueryField::Viewer => field(name, VIEWER, "The caller."),
        QueryField::Node => with_arguments(
            field(
                name,
                NODE,
                "Any record, by its global id; null when there is none. Takes the permission that \
                 the kind's own query takes.",
            ),
            [input("id", "ID!", "Global id of the record.")],
        ),
        QueryField::Nodes => with_arguments(
            field(
                name,
                format!("[{NODE}]!"),
                "Any records, by their global ids, in the order of the ids: in the place of each \
                 what `node` answers. An id that is refused nulls its own place and no other.",
            ),
            [input("ids", "[ID!]!", "Global ids of the records, at most 100.")],
        ),
        QueryField::Record(resource) => {
            let description = format!(
                "One {}, by its {}; null when there is none, and when it is deleted and the caller \
                 may not restore it.",
                noun(resource),
                key_argument(resource)
            );
            let mut field = field(name, resource.name, &description);
            field.directive_invocations = vec![permission(&resource.view)];
            with_arguments(field, [key(resource)])
        }
        QueryField::List(resource) => lists::describe(resource),
        QueryField::Trash => resolve::describe_trash(name),
        QueryField::TrashSummary => resolve::describe_summary(name),
        QueryField::RecordEvents => audit::describe(name),
        QueryField::TranslationBundle => with_arguments(
            field(
                name,
                format!("{JSON_OBJECT}!"),
                "The live and active translations of a locale and a group: texts by key.",
            ),
            [
                input("locale", "String!", "Code of the locale."),
                input("group", "String!", "Name of the group."),
            ],
        ),
    }
}
