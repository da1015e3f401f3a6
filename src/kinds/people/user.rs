//! Users.

use entity::user::{Column, Entity};

use crate::{
    permission,
    resources::{Body, Field, Input, KeyKind, LiveRecord, Resource, Rule},
    store::Stale,
};

pub(in crate::kinds) fn resource() -> Resource {
    Resource::new::<Entity>(
        "User",
        "User",
        "/api/v1/users",
        KeyKind::Uuid,
        permission!("users.view", own),
        vec![
            Field::new(Column::Email, "Email address, such as `erin@example.com`.")
                .listed()
                .personal(),
        ],
    )
    .described("An account, which has permissions and roles and can sign in.")
    .labelled(Column::Email)
    .owning_itself()
    .deleted(permission!("users.delete", own))
    .restored(
        permission!("users.restore", own),
        LiveRecord::Returned,
        Body::Wrapped(&["id", "uuid", "email", "is_active", "deleted_at"]),
    )
    .written(
        permission!("users.create"),
        permission!("users.update", own),
        vec![
            Input::new(
                "email",
                Rule::Email,
                "Email address, such as `erin@example.com`; unique among all users, including deleted ones. \
                 Whoever changes it must hold every permission that the account holds, and where an address may \
                 sign in, may update all users.",
            )
            .unique()
            .deciding_sign_in(),
        ],
    )
    .making_stale(Stale::Credentials)
}
