//! Applications.

use entity::application::{Column, Entity};

use crate::permission;
use crate::resources::{Body, Field, Input, KeyKind, LiveRecord, Resource, Rule};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Application",
        "Application",
        "/api/v1/applications",
        KeyKind::Uuid,
        permission!("applications.view", own),
        vec![
            Field::new(Column::Title, "Title of the application, such as `Berth planner`.")
                .listed(),
        ],
    )
    .described("An application that a user manages.")
    .labelled(Column::Title)
    .owned_through(Column::UserId, "The user that owns the record.")
    .deleted(permission!("applications.delete", own))
    .restored(
        permission!("applications.restore", own),
        LiveRecord::Returned,
        Body::Wrapped(&["id", "uuid", "title", "is_active", "deleted_at"]),
    )
    .written(
        permission!("applications.create", own),
        permission!("applications.update", own),
        vec![Input::new("title", Rule::NAME, "Title of the application, 1 to 255 characters.")],
    )
}
