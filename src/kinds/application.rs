//! Applications.

use super::permission::permission;
use entity::application::{Column, Entity};

use crate::resources::{Body, Field, KeyKind, Resource, WhenLive};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Application",
        "Application",
        KeyKind::Uuid,
        permission!("applications.view", own),
        vec![Field::new(Column::Title, "Its title.").listed()],
    )
    .described("An application that an account looks after.")
    .labelled(Column::Title)
    .owned_through(Column::UserId, "The account it belongs to.")
    .deleted(permission!("applications.delete", own))
    .restored(
        permission!("applications.restore", own),
        "/api/v1/applications/{uuid}/restore",
        WhenLive::Accepted,
        Body::Wrapped(&["id", "uuid", "title", "is_active", "deleted_at"]),
    )
}
