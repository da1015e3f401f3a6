//! Reports.

use entity::report::{Column, Entity};

use crate::permission;
use crate::resources::{Body, Field, Input, KeyKind, LiveRecord, Resource, Rule};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Report",
        "Report",
        "/api/v1/reports",
        KeyKind::Uuid,
        permission!("reports.view", own),
        vec![Field::new(Column::Title, "Title of the report, such as `Arrivals in May`.").listed()],
    )
    .described("A report that a user manages.")
    .labelled(Column::Title)
    .owned_through(Column::UserId, "The user that owns the record.")
    .deleted(permission!("reports.delete", own))
    .restored(
        permission!("reports.restore", own),
        LiveRecord::Returned,
        Body::Wrapped(&["id", "uuid", "title", "is_active", "deleted_at"]),
    )
    .written(
        permission!("reports.create", own),
        permission!("reports.update", own),
        vec![Input::new("title", Rule::NAME, "Title of the report, 1 to 255 characters.")],
    )
}
