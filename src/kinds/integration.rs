//! Integrations.

use entity::integration::{Column, Entity};

use crate::permission;
use crate::resources::{Body, Field, KeyKind, LiveRecord, Resource};

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
    .owned_through(Column::UserId, "The user that owns it.")
    .deleted(permission!("integrations.delete", own))
    .restored(
        permission!("integrations.restore", own),
        LiveRecord::Rejected,
        Body::Bare(&["id", "uuid", "name", "type", "is_active", "deleted_at", "user"]),
    )
}
