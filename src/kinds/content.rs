//! Contents.

use super::permission::permission;
use entity::content::{Column, Entity};

use crate::resources::{Body, Field, KeyKind, Resource, WhenLive};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Content",
        "Content",
        KeyKind::Uuid,
        permission!("content.view", own),
        vec![Field::new(Column::Title, "Its title.").listed()],
    )
    .described("A piece of content that an account looks after.")
    .labelled(Column::Title)
    .owned_through(Column::UserId, "The account it belongs to.")
    .deleted(permission!("content.delete", own))
    .restored(
        permission!("content.restore", own),
        "/api/v1/contents/{uuid}/restore",
        WhenLive::Accepted,
        Body::Wrapped(&["id", "uuid", "title", "is_active", "deleted_at"]),
    )
}
