//! The fields of an account that show its grants and access tokens.

use async_graphql::registry::{MetaField, Registry};

use super::{
    roles::{ROLE, of_role},
    tokens::{CONNECTION, types},
};
use crate::{
    api::graphql::{
        execute::{Context, Load},
        resolve::lists::{first, last_place},
        schema::{add_types, field, forward_arguments, requires, with_arguments},
    },
    error::Error,
    kinds::{ROLES, TOKENS},
    operations::accounts::{TokenPlace, check_tokens_of},
    resources::Resource,
};

/// The fields that accounts have besides those of other records.
pub fn account_fields(resource: &Resource) -> Vec<MetaField> {
    if !resource.is_account() {
        return Vec::new();
    }
    let tokens = "The access tokens of the account that are neither revoked nor expired, those that expire \
                  last first. Null, with an error, for a caller who may not view them.";
    let permissions = "The names of the permissions that the account is granted directly, sorted. Null, \
                       with an error, for a caller who may not view roles.";
    let roles = "The roles of the account, by name; deleted ones grant nothing until they are restored. \
                 Null, with an error, for a caller who may not view roles.";
    let tokens = with_arguments(field("accessTokens", CONNECTION, tokens), forward_arguments());
    vec![
        requires(&ROLES.view, field("permissions", "[String!]", permissions)),
        requires(&ROLES.view, field("roles", format!("[{ROLE}!]"), roles)),
        requires(&TOKENS.view, tokens),
    ]
}

/// Registers the types of roles and access tokens.
pub fn register(registry: &mut Registry) {
    add_types(registry, [of_role()].into_iter().chain(types()));
}

/// The access tokens of an account, loaded together with those of others.
pub fn tokens(ctx: Context<'_>, account: i64) -> Result<Load<'static>, Error> {
    check_tokens_of(ctx.call, account)?;
    Ok(Load::Tokens(first(ctx)?, last_place(ctx, TokenPlace::decode)?))
}
