//! Contents.

use super::registry::permission;
use entity::content::{Column, Entity};

use crate::resources::{Body, Field, KeyKind, LiveRecord, Resource};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Content",
        "Content",
        KeyKind::Uuid,
        permission!("content.view", own),
        vec![Field::new(Column::Title, "Title of the content, such as `Opening hours`.").listed()],
    )
    .described("A piece of content that a user manages.")
    .labelled(Column::Title)
    .owned_through(Column::UserId, "The user that owns it.")
    .deleted(permission!("content.delete", own))
    .restored(
        permission!("content.restore", own),
        "/api/v1/contents/{uuid}/restore",
        LiveRecord::Returned,
        Body::Wrapped(&["id", "uuid", "title", "is_active", "deleted_at"]),
    )
}
