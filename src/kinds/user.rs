//! Users.

use super::permission::permission;
use entity::user::{Column, Entity};

use crate::{
    resources::{Body, Field, KeyKind, Resource, WhenLive},
    store::Stale,
};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "User",
        "User",
        KeyKind::Uuid,
        permission!("users.view", own),
        vec![Field::new(Column::Email, "Its address.").listed()],
    )
    .described("An account.")
    .labelled(Column::Email)
    .owning_itself()
    .deleted(permission!("users.delete", own))
    .restored(
        permission!("users.restore", own),
        "/api/v1/users/{uuid}/restore",
        WhenLive::Accepted,
        Body::Wrapped(&["id", "uuid", "email", "is_active", "deleted_at"]),
    )
    .making_stale(Stale::Credentials)
}
