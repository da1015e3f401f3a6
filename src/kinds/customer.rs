//! Customers.

use entity::customer::{Column, Entity};

use crate::permission;
use crate::resources::{Body, Field, Input, KeyKind, LiveRecord, Resource, Rule};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Customer",
        "Customer",
        "/api/v1/customers",
        KeyKind::Uuid,
        permission!("customers.view", own),
        vec![
            Field::new(Column::CompanyName, "Name of the company, such as `Lantern Ltd`.").listed(),
        ],
    )
    .described("A customer that a user manages.")
    .labelled(Column::CompanyName)
    .owned_through(Column::UserId, "The user that owns the record.")
    .deleted(permission!("customers.delete", own))
    .restored(
        permission!("customers.restore", own),
        LiveRecord::Returned,
        Body::Wrapped(&["id", "uuid", "company_name", "is_active", "deleted_at"]),
    )
    .written(
        permission!("customers.create", own),
        permission!("customers.update", own),
        vec![Input::new("company_name", Rule::NAME, "Name of the company, 1 to 255 characters.")],
    )
}
