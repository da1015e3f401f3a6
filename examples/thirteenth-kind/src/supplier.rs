//! Suppliers.

use crate::{
    entity::{Column, Entity},
    migration::migrations,
};
use reinstate::{
    permission,
    resources::{Body, DefaultValue, Field, Input, KeyKind, LiveRecord, Resource, Rule},
};

/// The kind.
#[must_use]
pub fn kind() -> Resource {
    Resource::new::<Entity>(
        "Supplier",
        "Supplier",
        "/api/v1/suppliers",
        KeyKind::Uuid,
        permission!("suppliers.view", own),
        vec![
            Field::new(Column::Name, "Name of the company, such as `Nordmeer Paper`.").listed(),
            Field::new(Column::Currency, "Code of the currency that it is paid in.").listed(),
            Field::new(Column::DeliveryDays, "Days between an order and its delivery.").listed(),
            Field::new(Column::Website, "Where it is on the web; null if that is unknown."),
        ],
    )
    .described("A company that goods are ordered from.")
    .labelled(Column::Name)
    .owned_through(Column::UserId, "The user that manages it.")
    .deleted(permission!("suppliers.delete", own))
    .restored(permission!("suppliers.restore", own), LiveRecord::Returned, Body::Whole)
    .written(permission!("suppliers.create", own), permission!("suppliers.update", own), writable())
    .migrated(migrations)
}

fn writable() -> Vec<Input> {
    vec![
        Input::new("name", Rule::NAME, "Name of the company, 1 to 255 characters.").unique(),
        Input::new("currency", Rule::Reference, "Code of the currency that it is paid in."),
        Input::new("delivery_days", Rule::Int, "Days between an order and its delivery.")
            .or(DefaultValue::Zero),
        Input::new("website", Rule::Link, "An http or https URL.").or(DefaultValue::Null),
    ]
}
