//! Organizations.

use super::permission::permission;
use entity::organization::{Column, Entity};

use crate::resources::{Body, Field, KeyKind, Resource, WhenLive};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Organization",
        "Organization",
        KeyKind::Uuid,
        permission!("organizations.view", own),
        vec![Field::new(Column::OrganizationName, "Its name.").listed()],
    )
    .described("An organization that an account looks after.")
    .labelled(Column::OrganizationName)
    .owned_through(Column::UserId, "The account it belongs to.")
    .deleted(permission!("organizations.delete", own))
    .restored(
        permission!("organizations.restore", own),
        "/api/v1/organizations/{uuid}/restore",
        WhenLive::Accepted,
        Body::Wrapped(&["id", "uuid", "organization_name", "is_active", "deleted_at"]),
    )
}
