//! What mutations have alike: the argument that names a record, and the type of the answer.

use async_graphql::registry::{MetaField, MetaInputValue, MetaType};

use super::{
    scalars::{BIG_INT, UUID},
    types::{field, input, object},
};
use crate::{
    api::graphql::resolve::key_argument,
    resources::{KeyKind, Resource},
};

/// The type of a mutation's answer.
pub fn payload_type(mutation: &str) -> String {
    let (first, rest) = mutation.split_at(1);
    format!("{}{rest}Payload", first.to_ascii_uppercase())
}

/// The type of a mutation's answer: the record, and what else it tells.
pub fn payload(
    mutation: &str,
    resource: &Resource,
    more: impl IntoIterator<Item = MetaField>,
) -> MetaType {
    let record =
        field(resource.field_name(), format!("{}!", resource.name), "The record as it is now.");
    let description = format!("What `{mutation}` answers.");
    object(&payload_type(mutation), description, std::iter::once(record).chain(more))
}

/// The argument that names a record.
pub fn key(resource: &Resource) -> MetaInputValue {
    let (ty, description) = match resource.key {
        KeyKind::Uuid => (UUID, "Public key of the record."),
        KeyKind::Code => ("String", "Code of the record."),
        KeyKind::Id => (BIG_INT, "Number of the record; REST's `id`."),
    };
    input(key_argument(resource), format!("{ty}!"), description)
}
