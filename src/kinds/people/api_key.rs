//! API keys.

use entity::api_key::{Column, Entity};

use crate::{
    auth::CredentialKind,
    permission,
    resources::{Body, DefaultValue, Field, Input, KeyKind, Resource, Rule},
    store::Stale,
};

pub(in crate::kinds) fn resource() -> Resource {
    Resource::new::<Entity>(
        "ApiKey",
        "API key",
        "/api/v1/api-keys",
        KeyKind::Uuid,
        permission!("api.keys.view", own),
        vec![
            Field::new(Column::Name, "Name of the key, such as `Order feed`.").listed().personal(),
            Field::new(
                Column::Permissions,
                "Names of the permissions it may use, such as `reports.view`. It can't do more than its owner.",
            )
            .texts()
            .large(),
            Field::new(Column::Metadata, "Additional data: any JSON object.").large().personal(),
            Field::new(Column::ExpiresAt, "When it expires, such as `2030-12-31T23:59:59Z`; null if it doesn't.").listed(),
            Field::new(
                Column::Prefix,
                "First characters of its value, for recognition, such as `rsak_3f9a`; null if the value was not \
                 generated.",
            )
            .listed(),
            Field::new(
                Column::LastFour,
                "Last four characters of its value, for recognition; null if the value was not \
                 generated.",
            )
            .listed(),
            Field::new(
                Column::LastUsedAt,
                "When it was last used, accurate to a minute; null if never.",
            )
            .listed(),
        ],
    )
    .described("A credential that acts as its owner, limited to its own permissions.")
    .labelled(Column::Name)
    .owned_through(Column::UserId, "The user that the key acts as.")
    .updated(
        permission!("api.keys.update", own),
        writable(),
        Body::Bare(&["id", "uuid", "name", "expires_at", "is_active", "updated_at"]),
    )
    .deleted(permission!("api.keys.delete", own))
    .created(
        "create",
        permission!("api.keys.create", own),
        writable().into_iter().chain([owner()]).collect(),
        Body::Whole,
    )
    .authenticating(CredentialKind::ApiKey)
    .making_stale(Stale::Credentials)
}

fn owner() -> Input {
    Input::new(
        "user_id",
        Rule::Account,
        "Id of the user that the key acts as; the caller if absent.",
    )
    .or(DefaultValue::Caller)
}

/// The writable fields. An incomplete PUT doesn't revive a key that is inactive or has expired.
fn writable() -> Vec<Input> {
    vec![
        Input::new("name", Rule::NAME, "Name of the key, 1 to 255 characters."),
        Input::new("expires_at", Rule::DateTime, "When it expires, such as `2030-12-31T23:59:59Z`; null if it doesn't. That of a new key is in the \
             future. A later end takes every permission of the key.")
            .or(DefaultValue::Null)
            .deciding_sign_in()
            .kept(),
        Input::new(
            "permissions",
            Rule::Permissions,
            "Names of the permissions it may use, such as `reports.view`: at most 500. The caller must hold \
             those that it adds.",
        )
        .or(DefaultValue::Empty),
        Input::new("metadata", Rule::Json, "Additional data: any JSON object of at most 64 KiB.")
            .or(DefaultValue::Null),
        Input::new("is_active", Rule::Bool, "Whether the key is accepted. Activating it takes every permission of the key.")
            .or(DefaultValue::True)
            .deciding_sign_in()
            .kept(),
    ]
}
