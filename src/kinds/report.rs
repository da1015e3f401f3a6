//! Reports.

use super::permission::permission;
use entity::report::{Column, Entity};

use crate::resources::{Body, Field, KeyKind, Resource, WhenLive};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Report",
        "Report",
        KeyKind::Uuid,
        permission!("reports.view", own),
        vec![Field::new(Column::Title, "Its title.").listed()],
    )
    .described("A report that an account looks after.")
    .labelled(Column::Title)
    .owned_through(Column::UserId, "The account it belongs to.")
    .deleted(permission!("reports.delete", own))
    .restored(
        permission!("reports.restore", own),
        "/api/v1/reports/{uuid}/restore",
        WhenLive::Accepted,
        Body::Wrapped(&["id", "uuid", "title", "is_active", "deleted_at"]),
    )
}
