//! Customers.

use super::permission::permission;
use entity::customer::{Column, Entity};

use crate::resources::{Body, Field, KeyKind, Resource, WhenLive};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Customer",
        "Customer",
        KeyKind::Uuid,
        permission!("customers.view", own),
        vec![Field::new(Column::CompanyName, "Name of the company.").listed()],
    )
    .described("A customer that an account looks after.")
    .labelled(Column::CompanyName)
    .owned_through(Column::UserId, "The account it belongs to.")
    .deleted(permission!("customers.delete", own))
    .restored(
        permission!("customers.restore", own),
        "/api/v1/customers/{uuid}/restore",
        WhenLive::Accepted,
        Body::Wrapped(&["id", "uuid", "company_name", "is_active", "deleted_at"]),
    )
}
