//! Locales.

use entity::locale::{Column, Entity};

use crate::permission;
use crate::resources::{Body, DefaultValue, Field, Input, KeyKind, LiveRecord, Resource, Rule};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Locale",
        "Locale",
        "/api/v1/admin/locales",
        KeyKind::Code,
        permission!("locales.view"),
        vec![
            Field::new(Column::Code, "Language tag of the locale, its key, such as `pt-BR`.")
                .listed(),
            Field::new(Column::Name, "English name, such as `Brazilian Portuguese`.").listed(),
            Field::new(
                Column::NativeName,
                "Name in the language itself, such as `Português (Brasil)`.",
            )
            .listed(),
            Field::new(Column::SortOrder, "Position in lists, from 0.").listed(),
        ],
    )
    .described("A language of the administration interface.")
    .labelled(Column::Name)
    .deleted(permission!("locales.delete"))
    .restored(
        permission!("locales.restore"),
        LiveRecord::Rejected,
        Body::Bare(&[
            "id",
            "code",
            "name",
            "native_name",
            "sort_order",
            "is_active",
            "deleted_at",
            "created_at",
            "updated_at",
        ]),
    )
    .updated(
        permission!("locales.update"),
        writable(),
        Body::Bare(&["id", "code", "name", "native_name", "sort_order", "is_active", "updated_at"]),
    )
    .created("create", permission!("locales.create"), writable(), Body::Whole)
}

fn writable() -> Vec<Input> {
    vec![
        Input::new(
            "code",
            Rule::LanguageTag,
            "Language tag, such as `pt-BR`; unique among all locales, including deleted ones.",
        )
        .unique(),
        Input::new("name", Rule::NAME, "English name, 1 to 255 characters."),
        Input::new("native_name", Rule::NAME, "Name in the language itself, 1 to 255 characters.")
            .or(DefaultValue::Null),
        Input::new("sort_order", Rule::Int, "Position in lists, from 0 to 2,147,483,647.")
            .or(DefaultValue::Zero),
        Input::new("is_active", Rule::Bool, "Whether the locale is in use.").or(DefaultValue::True),
    ]
}
