//! Integrations.

use entity::integration::{Column, Entity};

use crate::permission;
use crate::resources::{Body, DefaultValue, Field, Input, KeyKind, LiveRecord, Resource, Rule};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Integration",
        "Integration",
        "/api/v1/integrations",
        KeyKind::Uuid,
        permission!("integrations.view", own),
        vec![
            Field::new(Column::Name, "Name of the integration, such as `Order feed`.").listed(),
            Field::new(Column::Type, "The type of the connection, any text, such as `webhook`.")
                .listed(),
        ],
    )
    .described("A connection to another system.")
    .labelled(Column::Name)
    .owned_through(Column::UserId, "The user that owns the record.")
    .deleted(permission!("integrations.delete", own))
    .restored(
        permission!("integrations.restore", own),
        LiveRecord::Rejected,
        Body::Bare(&["id", "uuid", "name", "type", "is_active", "deleted_at", "user"]),
    )
    .written(
        permission!("integrations.create", own),
        permission!("integrations.update", own),
        vec![
            Input::new("name", Rule::NAME, "Name of the integration, 1 to 255 characters."),
            Input::new(
                "type",
                Rule::NAME,
                "The type of the connection, such as `webhook`, 1 to 255 characters.",
            )
            .or(DefaultValue::Null),
        ],
    )
}
