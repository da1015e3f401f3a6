//! The object types of records, made from the kinds.

use async_graphql::registry::{MetaField, MetaType, Registry};
use entity::ColumnType;

use super::{
    events::describe_history,
    scalars::{BIG_INT, DATE_TIME, JSON_OBJECT, UUID},
    types::{EVENT, NODE, USER_SUMMARY, VIEWER_CAN, choice, field, interface, object},
};
use crate::{
    api::graphql::resolve,
    resources::{Choices, Field, Format, Resource},
};

/// Registers the interface `Node` and the types of records.
pub fn register_types(registry: &mut Registry, resources: &'static [Resource]) {
    let id = || field("id", "ID!", "Global, opaque id of the record.");
    let database_id =
        || field("databaseId", format!("{BIG_INT}!"), "Id of the record; `id` in REST.");
    let node = interface(
        NODE,
        "An object with a global id, which `node` returns.",
        [id(), database_id()],
        resources.iter().map(|resource| resource.name).chain([EVENT]),
    );
    let summary = object(
        USER_SUMMARY,
        "A reference to an account, which may be deleted.",
        [
            field("databaseId", format!("{BIG_INT}!"), "Id of the account."),
            field("email", "String!", "Email address of the account."),
        ],
    );
    let can = object(
        VIEWER_CAN,
        "What the caller may do with a record in its current state.",
        [
            field("restore", "Boolean!", "Whether the caller may restore it."),
            field("delete", "Boolean!", "Whether the caller may delete it."),
            field("update", "Boolean!", "Whether the caller may update it."),
        ],
    );
    let mut types = vec![node, summary, can];
    for resource in resources {
        registry.add_implements(resource.name, NODE);
        let shown = resource.fields.iter().map(record_field);
        let accounts = resource
            .relations
            .iter()
            .map(|relation| field(relation.name, USER_SUMMARY, relation.description));
        let can =
            field("viewerCan", format!("{VIEWER_CAN}!"), "What the caller may do with the record.");
        let fields = [id(), database_id()]
            .into_iter()
            .chain(shown)
            .chain(accounts)
            .chain(resolve::restorable_fields(resource))
            .chain([can, describe_history()]);
        types.push(object(resource.name, resource.description, fields));
        types.extend(resource.fields.iter().filter_map(|field| match field.format {
            Format::OneOf(choices) => Some(choices_type(choices)),
            _ => None,
        }));
    }
    for ty in types {
        registry.types.insert(ty.name().to_owned(), ty);
    }
}

fn record_field(shown: &Field) -> MetaField {
    let ty = match (&shown.format, shown.column_type) {
        (Format::OneOf(choices), _) => choices.name,
        (Format::Texts, _) => "[String!]",
        (Format::Plain, ColumnType::Bool) => "Boolean",
        (Format::Plain, ColumnType::Int) => "Int",
        (Format::Plain, ColumnType::BigInt) => BIG_INT,
        (Format::Plain, ColumnType::Text) => "String",
        (Format::Plain, ColumnType::Time) => DATE_TIME,
        (Format::Plain, ColumnType::Uuid) => UUID,
        (Format::Plain, ColumnType::Json) => JSON_OBJECT,
    };
    let mark = if shown.nullable { "" } else { "!" };
    field(&shown.camel_name, format!("{ty}{mark}"), shown.description)
}

fn choices_type(choices: &Choices) -> MetaType {
    let values = choices.values.iter();
    let values = values.map(|(text, about)| (text.to_ascii_uppercase(), (*about).to_owned()));
    choice(choices.name, choices.description, &values.collect::<Vec<_>>())
}
