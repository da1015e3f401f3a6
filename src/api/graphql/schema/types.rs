//! The parts that schemas are described with, and the object types made from the kinds.

use async_graphql::registry::{
    EnumBuilder, MetaEnumValue, MetaField, MetaInputValue, MetaType, ObjectBuilder, Registry,
};
use entity::ColumnType;

use super::scalars::{BIG_INT, DATE_TIME, JSON_OBJECT, UUID};
use crate::{
    api::graphql::resolve::{
        self,
        audit::{self, EVENT},
    },
    resources::{Choices, Field, Format, Resource},
};

/// The interface of everything that has a global id.
pub const NODE: &str = "Node";
/// The type of accounts as other records show them.
pub const USER_SUMMARY: &str = "UserSummary";
/// The type of what the caller may do with a record.
pub const VIEWER_CAN: &str = "ViewerCan";

/// A field.
pub fn field(name: impl Into<String>, ty: impl Into<String>, description: &str) -> MetaField {
    MetaField { description: Some(description.to_owned()), ..MetaField::new(name, ty) }
}

/// An argument, or a field of an input.
pub fn input(name: impl Into<String>, ty: impl Into<String>, description: &str) -> MetaInputValue {
    MetaInputValue { description: Some(description.to_owned()), ..MetaInputValue::new(name, ty) }
}

/// The field, with these arguments.
pub fn with_arguments(
    field: MetaField,
    arguments: impl IntoIterator<Item = MetaInputValue>,
) -> MetaField {
    let args = arguments.into_iter().map(|argument| (argument.name.clone(), argument)).collect();
    MetaField { args, ..field }
}

/// An object type.
pub fn object(
    name: &str,
    description: impl Into<String>,
    fields: impl IntoIterator<Item = MetaField>,
) -> MetaType {
    let fields = fields.into_iter().map(|field| (field.name.clone(), field)).collect();
    ObjectBuilder::new(name, fields).description(Some(description.into())).build()
}

/// An interface that these types implement.
pub fn interface<'a>(
    name: &str,
    description: &str,
    fields: impl IntoIterator<Item = MetaField>,
    types: impl Iterator<Item = &'a str>,
) -> MetaType {
    MetaType::Interface {
        name: name.to_owned(),
        description: Some(description.to_owned()),
        fields: fields.into_iter().map(|field| (field.name.clone(), field)).collect(),
        possible_types: types.map(str::to_owned).collect(),
        extends: false,
        keys: None,
        visible: None,
        inaccessible: false,
        tags: Vec::new(),
        rust_typename: None,
        directive_invocations: Vec::new(),
        requires_scopes: Vec::new(),
    }
}

/// Makes the interface and the types of the records known.
pub fn register_types(registry: &mut Registry, resources: &'static [Resource]) {
    let id = || field("id", "ID!", "Global, opaque id of the record.");
    let number =
        || field("databaseId", format!("{BIG_INT}!"), "Number of the record; REST's `id`.");
    let node = interface(
        NODE,
        "Something that can be found again by its global id.",
        [id(), number()],
        resources.iter().map(|resource| resource.name).chain([EVENT]),
    );
    let summary = object(
        USER_SUMMARY,
        "An account as other records show it; a deleted one too.",
        [
            field("databaseId", format!("{BIG_INT}!"), "Number of the account."),
            field("email", "String!", "Its address."),
        ],
    );
    let can = object(
        VIEWER_CAN,
        "What the caller may do with a record, and would do something now.",
        [
            field("restore", "Boolean!", "Bring it back."),
            field("delete", "Boolean!", "Delete it."),
            field("update", "Boolean!", "Change it."),
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
        let can = field("viewerCan", format!("{VIEWER_CAN}!"), "What the caller may do with it.");
        let fields = [id(), number()]
            .into_iter()
            .chain(shown)
            .chain(accounts)
            .chain(resolve::restorable_fields(resource))
            .chain([can, audit::describe_history()]);
        types.push(object(resource.name, resource.description, fields));
        types.extend(resource.fields.iter().filter_map(|field| match field.format {
            Format::OneOf(choices) => Some(choice(choices)),
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

fn choice(choices: &Choices) -> MetaType {
    let values = choices.values.iter().map(|(text, description)| {
        let name = text.to_ascii_uppercase();
        let value = MetaEnumValue {
            description: Some((*description).to_owned()),
            ..MetaEnumValue::new(name.clone())
        };
        (name, value)
    });
    EnumBuilder::new(choices.name, values.collect())
        .description(Some(choices.description.to_owned()))
        .build()
}
