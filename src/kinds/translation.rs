//! Translations.

use entity::translation::{Column, Entity};

use crate::{
    permission,
    resources::{Body, Field, Input, KeyKind, LiveRecord, Resource, Rule},
    store::Stale,
};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Translation",
        "Translation",
        "/api/v1/admin/translations",
        KeyKind::Id,
        permission!("translations.view"),
        vec![
            Field::new(Column::Key, "Key that frontends look it up by, such as `undo`.").listed(),
            Field::new(Column::Locale, "Code of its locale, such as `pt-BR`.").listed(),
            Field::new(Column::Value, "The translated text.").large(),
            Field::new(
                Column::Group,
                "Group of texts that frontends load together, such as `buttons`.",
            )
            .listed(),
        ],
    )
    .described("A text of the administration interface in one language.")
    .labelled(Column::Key)
    .deleted(permission!("translations.delete"))
    .restored(
        permission!("translations.restore"),
        LiveRecord::Returned,
        Body::Bare(&["id", "key", "locale", "value", "group", "is_active", "deleted_at"]),
    )
    .written(
        permission!("translations.create"),
        permission!("translations.update"),
        vec![
            Input::new("key", Rule::NAME, "Key that frontends look it up by, 1 to 255 characters."),
            Input::new("locale", Rule::Reference, "Code of its locale, such as `pt-BR`."),
            Input::new(
                "group",
                Rule::NAME,
                "Group of texts that frontends load together, 1 to 255 characters.",
            ),
            Input::new("value", Rule::TEXT, "The translated text, at most 65,535 characters."),
        ],
    )
    .catalogued(Column::Key, Column::Value)
    .making_stale(Stale::Translations)
}
