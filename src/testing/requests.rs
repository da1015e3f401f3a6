//! GraphQL documents about records of a kind.

use crate::resources::{Format, Resource};

/// Every field of a record, as a selection.
pub fn selection(kind: &Resource) -> String {
    let fields = kind.fields.iter().filter(|field| field.format != Format::Texts || !field.large);
    let names = fields.map(|field| field.camel_name.as_str());
    ["id", "databaseId"].into_iter().chain(names).collect::<Vec<_>>().join(" ")
}

/// The record with a key.
pub fn one(kind: &Resource, key: &str) -> String {
    format!("{{ {}({}) {{ {} }} }}", kind.field_name(), named(kind, key), selection(kind))
}

/// A mutation of the record with a key. Its payload has the operation's id.
pub fn change(kind: &Resource, verb: &str, key: &str) -> String {
    let payload = format!("{} {{ databaseId deletedAt }} operationId", kind.field_name());
    format!("mutation {{ {verb}{}({}) {{ {payload} }} }}", kind.name, named(kind, key))
}

fn named(kind: &Resource, key: &str) -> String {
    format!("{}: \"{key}\"", kind.camel_key)
}
