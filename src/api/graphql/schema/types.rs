//! Builders of the schema: fields, arguments, objects, interfaces and enums.

use async_graphql::registry::{
    EnumBuilder, InputObjectBuilder, MetaEnumValue, MetaField, MetaInputValue, MetaType,
    ObjectBuilder, Registry,
};

/// The interface of records and events.
pub const NODE: &str = "Node";
/// The interface of the records of all kinds.
pub const RECORD: &str = "Record";
/// The interface of records that can be restored.
pub const RESTORABLE: &str = "Restorable";
/// The interface of the accounts that records and events show. Accounts alone implement it.
pub const USER_SUMMARY: &str = "UserSummary";
/// The interface of accounts that acted: [`USER_SUMMARY`], or purged.
pub const ACTOR: &str = "Actor";
/// The type of an account that was purged.
pub const PURGED_USER: &str = "PurgedUser";

/// The type of events.
pub use crate::kinds::global_id::EVENT;

/// The enum of what comes back with a record.
pub const RESTORE_WITH: &str = "RestoreWith";

/// A field.
pub fn field(name: impl Into<String>, ty: impl Into<String>, description: &str) -> MetaField {
    MetaField { description: Some(description.to_owned()), ..MetaField::new(name, ty) }
}

/// Fields, each with its type and its description.
macro_rules! fields {
    ($($name:literal: $type:expr, $text:expr;)+) => {
        [$($crate::api::graphql::schema::field($name, $type, $text),)+]
    };
}

pub(super) use fields;

/// An argument, or a field of an input.
pub fn input(name: impl Into<String>, ty: impl Into<String>, description: &str) -> MetaInputValue {
    MetaInputValue { description: Some(description.to_owned()), ..MetaInputValue::new(name, ty) }
}

/// A field with these arguments.
pub fn with_arguments(
    field: MetaField,
    arguments: impl IntoIterator<Item = MetaInputValue>,
) -> MetaField {
    let args = arguments.into_iter().map(|argument| (argument.name.clone(), argument)).collect();
    MetaField { args, ..field }
}

/// Registers types by their names.
pub fn add_types(registry: &mut Registry, types: impl IntoIterator<Item = MetaType>) {
    registry.types.extend(types.into_iter().map(|ty| (ty.name().to_owned(), ty)));
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

/// An input object type.
pub fn input_object(
    name: &str,
    description: &str,
    fields: impl IntoIterator<Item = MetaInputValue>,
) -> InputObjectBuilder {
    let fields = fields.into_iter().map(|field| (field.name.clone(), field)).collect();
    InputObjectBuilder::new(name, fields).description(Some(description.to_owned()))
}

/// An argument with a default.
pub fn defaulted(default: &str, input: MetaInputValue) -> MetaInputValue {
    MetaInputValue { default_value: Some(default.to_owned()), ..input }
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

/// An enum of these names, each with its description.
pub fn choice(
    name: &str,
    description: &str,
    values: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>,
) -> MetaType {
    let values = values.into_iter().map(|(name, description)| {
        let (name, description) = (name.into(), Some(description.into()));
        (name.clone(), MetaEnumValue { description, ..MetaEnumValue::new(name) })
    });
    EnumBuilder::new(name, values.collect()).description(Some(description.to_owned())).build()
}
