//! Currencies.

use super::permission::permission;
use entity::currency::{Column, Entity};

use crate::resources::{Body, Field, KeyKind, Resource, WhenLive};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Currency",
        "Currency",
        KeyKind::Code,
        permission!("currencies.view"),
        vec![
            Field::new(Column::Code, "Code, such as `EUR`; its key.").listed(),
            Field::new(Column::Name, "Its name.").listed(),
            Field::new(Column::Symbol, "Sign that stands beside an amount.").listed(),
        ],
    )
    .described("A currency that amounts are shown in.")
    .labelled(Column::Name)
    .deleted(permission!("currencies.delete"))
    .restored(
        permission!("currencies.restore"),
        "/api/v1/currencies/{code}/restore",
        WhenLive::Refused,
        Body::Bare(&["id", "code", "name", "symbol", "is_active", "deleted_at"]),
    )
}
