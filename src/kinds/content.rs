//! Contents.

use entity::content::{Column, Entity};

use crate::permission;
use crate::resources::{Body, Field, Input, KeyKind, LiveRecord, Resource, Rule};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Content",
        "Content",
        "/api/v1/contents",
        KeyKind::Uuid,
        permission!("content.view", own),
        vec![Field::new(Column::Title, "Title of the content, such as `Opening hours`.").listed()],
    )
    .described("A piece of content that a user manages.")
    .labelled(Column::Title)
    .owned_through(Column::UserId, "The user that owns the record.")
    .deleted(permission!("content.delete", own))
    .restored(
        permission!("content.restore", own),
        LiveRecord::Returned,
        Body::Wrapped(&["id", "uuid", "title", "is_active", "deleted_at"]),
    )
    .written(
        permission!("content.create", own),
        permission!("content.update", own),
        vec![Input::new("title", Rule::NAME, "Title of the content, 1 to 255 characters.")],
    )
}
