//! Parts.

use reinstate::{
    permission,
    resources::{Body, Field, Input, KeyKind, LiveRecord, Resource, Rule},
};

use super::{
    entity::{Column, Entity},
    migration::migrations,
};

/// The kind.
#[must_use]
pub fn kind() -> Resource {
    Resource::new::<Entity>(
        "Part",
        "Part",
        "/api/v1/parts",
        KeyKind::Code,
        permission!("parts.view"),
        vec![
            Field::new(Column::PartNumber, "Number of the part, such as `A-1170`.").listed(),
            Field::new(Column::Description, "What it is, such as `Bearing, 40 mm`."),
        ],
    )
    .keyed_by(Column::PartNumber)
    .described("A part that a product is made of.")
    .labelled(Column::PartNumber)
    .deleted(permission!("parts.delete"))
    .restored(permission!("parts.restore"), LiveRecord::Rejected, Body::Whole)
    .updated(
        permission!("parts.update"),
        vec![Input::new("description", Rule::NAME, "What it is, 1 to 255 characters.")],
        Body::Whole,
    )
    .migrated(migrations)
}
