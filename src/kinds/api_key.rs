//! API keys.

use super::permission::permission;
use entity::api_key::{Column, Entity};

use crate::{
    auth::CredentialKind,
    resources::{Body, DefaultValue, Field, Input, KeyKind, Resource, Rule},
    store::Stale,
};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "ApiKey",
        "API key",
        KeyKind::Uuid,
        permission!("api.keys.view", own),
        vec![
            Field::new(Column::Name, "Name by which its owner knows it.").listed(),
            Field::new(
                Column::Permissions,
                "Names of the permissions it may use, as far as its owner holds them.",
            )
            .texts()
            .large(),
            Field::new(Column::Metadata, "Free JSON object.").large(),
            Field::new(Column::ExpiresAt, "When it stops working; null: never.").listed(),
            Field::new(
                Column::Prefix,
                "How its value begins, for recognition; null where somebody chose the value.",
            )
            .listed(),
            Field::new(
                Column::LastFour,
                "The last four characters of its value, for recognition; null where somebody chose \
                 the value.",
            )
            .listed(),
            Field::new(
                Column::LastUsedAt,
                "When it was last used, a minute behind at most; null: never.",
            )
            .listed(),
        ],
    )
    .described("A credential that acts as its owner, within permissions of its own.")
    .labelled(Column::Name)
    .owned_through(Column::UserId, "The account it acts as.")
    .updated(
        permission!("api.keys.update", own),
        "/api/v1/api-keys/{uuid}",
        writable(),
        Body::Bare(&["id", "uuid", "name", "expires_at", "is_active", "updated_at"]),
    )
    .deleted(permission!("api.keys.delete", own))
    .created(
        "create",
        permission!("api.keys.create", own),
        writable().into_iter().chain([owner()]).collect(),
        None,
    )
    .authenticating(CredentialKind::ApiKey)
    .making_stale(Stale::Credentials)
}

fn owner() -> Input {
    Input::new(
        "user_id",
        Rule::Account,
        "Number of the account it acts as; the caller's when left out.",
    )
    .or(DefaultValue::Caller)
}

fn writable() -> Vec<Input> {
    vec![
        Input::new("name", Rule::NAME, "Name by which its owner knows it, 1 to 255 characters."),
        Input::new("expires_at", Rule::DateTime, "When it stops working; null: never.")
            .or(DefaultValue::Null),
        Input::new(
            "permissions",
            Rule::Permissions,
            "Names of the permissions it may use; whoever adds one must hold it.",
        )
        .or(DefaultValue::Empty),
        Input::new("metadata", Rule::Json, "Free JSON object, at most 64 KiB.")
            .or(DefaultValue::Null),
        Input::new("is_active", Rule::Bool, "Whether it works.").or(DefaultValue::True),
    ]
}
