//! Integrations.

use super::permission::permission;
use entity::integration::{Column, Entity};

use crate::resources::{Body, Field, KeyKind, Resource, WhenLive};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Integration",
        "Integration",
        KeyKind::Uuid,
        permission!("integrations.view", own),
        vec![
            Field::new(Column::Name, "Its name.").listed(),
            Field::new(Column::Type, "What it connects to; free text.").listed(),
        ],
    )
    .described("A connection to another system.")
    .labelled(Column::Name)
    .owned_through(Column::UserId, "The account it belongs to.")
    .deleted(permission!("integrations.delete", own))
    .restored(
        permission!("integrations.restore", own),
        "/api/v1/integrations/{uuid}/restore",
        WhenLive::Refused,
        Body::Bare(&["id", "uuid", "name", "type", "is_active", "deleted_at", "user"]),
    )
}
