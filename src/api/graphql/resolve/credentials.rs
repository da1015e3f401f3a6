//! What the schema has of records that are credentials: their value, once, and their rotation.

use async_graphql::{
    Context, Value,
    registry::{MetaField, MetaType},
};
use std::time::Duration;

use super::arguments::given;
use crate::{
    api::graphql::schema::{
        self, DURATION, field, input, key, payload, permission, with_arguments,
    },
    error::Error,
    resources::{Resource, a},
};

/// The argument that says how long the old value works.
const OVERLAP: &str = "overlap";

/// The field of a payload that shows a new value; none for records that have none.
pub fn value_field(resource: &Resource) -> Option<MetaField> {
    let description = "The value, to be sent as the bearer credential. It is shown in this answer \
                       and never again: only its hash is stored.";
    resource.credential.map(|_| field("value", "String!", description))
}

/// Describes the rotation of a credential.
pub fn rotate(name: &str, resource: &Resource) -> (MetaField, MetaType) {
    let description = format!(
        "Gives {} a new value. The old one stops working at once, or after the overlap. Takes all \
         the permissions that the record has, since the caller learns its value.",
        a(resource)
    );
    let overlap = input(
        OVERLAP,
        DURATION,
        "How long the old value goes on working beside the new one: at most 30 days, not at all \
         when left out. Values that were rotated out earlier keep the time they were given.",
    );
    let payload = payload(name, resource, value_field(resource));
    let field = field(name, payload.name(), &description);
    let mut field = with_arguments(field, [key(resource), overlap]);
    let update = resource.update.iter();
    field.directive_invocations = update.map(|update| permission(&update.permission)).collect();
    (field, payload)
}

/// The overlap that was asked for.
pub fn overlap(ctx: &Context<'_>) -> Result<Duration, Error> {
    let wrong = || Error::bad_request(format!("{OVERLAP} must be a {DURATION}"));
    match given(ctx, OVERLAP)? {
        None | Some(Value::Null) => Ok(Duration::ZERO),
        Some(Value::String(text)) => schema::parse(&text).ok_or_else(wrong),
        Some(_) => Err(wrong()),
    }
}
