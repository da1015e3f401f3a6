//! Translations.

use super::permission::permission;
use entity::translation::{Column, Entity};

use crate::{
    resources::{Body, Field, KeyKind, Resource, WhenLive},
    store::Stale,
};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Translation",
        "Translation",
        KeyKind::Id,
        permission!("translations.view"),
        vec![
            Field::new(Column::Key, "Key by which a frontend asks for it.").listed(),
            Field::new(Column::Locale, "Code of the locale it is written in.").listed(),
            Field::new(Column::Value, "The text.").large(),
            Field::new(Column::Group, "Group of texts that are loaded together.").listed(),
        ],
    )
    .described("A text of the interface in one language.")
    .labelled(Column::Key)
    .deleted(permission!("translations.delete"))
    .restored(
        permission!("translations.restore"),
        "/api/v1/admin/translations/{id}/restore",
        WhenLive::Accepted,
        Body::Bare(&["id", "key", "locale", "value", "group", "is_active", "deleted_at"]),
    )
    .making_stale(Stale::Translations)
}
