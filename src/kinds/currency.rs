//! Currencies.

use entity::currency::{Column, Entity};

use crate::permission;
use crate::resources::{Body, DefaultValue, Field, Input, KeyKind, LiveRecord, Resource, Rule};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Currency",
        "Currency",
        "/api/v1/currencies",
        KeyKind::Code,
        permission!("currencies.view"),
        vec![
            Field::new(Column::Code, "Code of the currency, its key, such as `EUR`.").listed(),
            Field::new(Column::Name, "Name of the currency, such as `Euro`.").listed(),
            Field::new(Column::Symbol, "Symbol of the currency, such as `€`.").listed(),
        ],
    )
    .described("A currency in which amounts are displayed.")
    .labelled(Column::Name)
    .deleted(permission!("currencies.delete"))
    .restored(
        permission!("currencies.restore"),
        LiveRecord::Rejected,
        Body::Bare(&["id", "code", "name", "symbol", "is_active", "deleted_at"]),
    )
    .written(
        permission!("currencies.create"),
        permission!("currencies.update"),
        vec![
            Input::new(
                "code",
                Rule::CurrencyCode,
                "Code of ISO 4217, such as `EUR`; unique among all currencies, including deleted ones.",
            )
            .unique(),
            Input::new("name", Rule::NAME, "Name of the currency, 1 to 255 characters."),
            Input::new("symbol", Rule::NAME, "Symbol of the currency, such as `€`, 1 to 255 characters.")
                .or(DefaultValue::Null),
        ],
    )
}
