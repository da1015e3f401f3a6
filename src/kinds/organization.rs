//! Organizations.

use entity::organization::{Column, Entity};

use crate::permission;
use crate::resources::{Body, Field, Input, KeyKind, LiveRecord, Resource, Rule};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Organization",
        "Organization",
        "/api/v1/organizations",
        KeyKind::Uuid,
        permission!("organizations.view", own),
        vec![
            Field::new(
                Column::OrganizationName,
                "Name of the organization, such as `Harbour Mills`.",
            )
            .listed(),
        ],
    )
    .described("An organization that a user manages.")
    .labelled(Column::OrganizationName)
    .owned_through(Column::UserId, "The user that owns the record.")
    .deleted(permission!("organizations.delete", own))
    .restored(
        permission!("organizations.restore", own),
        LiveRecord::Returned,
        Body::Wrapped(&["id", "uuid", "organization_name", "is_active", "deleted_at"]),
    )
    .written(
        permission!("organizations.create", own),
        permission!("organizations.update", own),
        vec![Input::new(
            "organization_name",
            Rule::NAME,
            "Name of the organization, 1 to 255 characters.",
        )],
    )
}
