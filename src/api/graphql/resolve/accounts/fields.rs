//! The fields of an account that show its grants and access tokens.

use async_graphql::registry::MetaField;

use super::{roles::ROLE, tokens::CONNECTION};
use crate::{
    api::graphql::{
        execute::{Load, Writer},
        plan::Field,
        resolve::lists::{first, last_place},
        schema::{field, forward_arguments, permission, with_arguments},
    },
    auth::Permission,
    kinds::{ROLES, TOKENS},
    operations::{
        accounts::{TokenPlace, check_tokens_of},
        records::Record,
    },
    resources::Resource,
};

/// The fields that accounts have besides those of other records.
pub fn account_fields(resource: &Resource) -> Vec<MetaField> {
    if !resource.is_account() {
        return Vec::new();
    }
    let of = |shown: MetaField, required: &Permission| MetaField {
        directive_invocations: vec![permission(required)],
        ..shown
    };
    let tokens = field(
        "accessTokens",
        CONNECTION,
        "The access tokens of the account that are neither revoked nor expired, those that expire \
         last first. Null, with an error, for a caller who may not view them.",
    );
    vec![
        of(
            field(
                "permissions",
                "[String!]",
                "The names of the permissions that the account is granted directly, sorted. Null, \
                 with an error, for a caller who may not view roles.",
            ),
            &ROLES.view,
        ),
        of(
            field(
                "roles",
                format!("[{ROLE}!]"),
                "The live roles of the account, by name. Null, with an error, for a caller who may \
                 not view roles.",
            ),
            &ROLES.view,
        ),
        of(with_arguments(tokens, forward_arguments()), &TOKENS.view),
    ]
}

/// Writes the permissions that an account is granted directly.
pub fn permissions<'p>(account: &Record, field: &'p Field, to: &mut Writer<'p>) {
    match to.request.call.require(&ROLES.view) {
        Ok(_) => to.load(field, Load::Permissions(account.id())),
        Err(error) => to.refuse(field, &error),
    }
}

/// Writes the roles of an account.
pub fn roles<'p>(account: &Record, field: &'p Field, to: &mut Writer<'p>) {
    match to.request.call.require(&ROLES.view) {
        Ok(_) => to.load(field, Load::Roles(account.id())),
        Err(error) => to.refuse(field, &error),
    }
}

/// Writes the access tokens of an account, loaded together with those of others.
pub fn tokens<'p>(account: &Record, field: &'p Field, to: &mut Writer<'p>) {
    let load = || {
        let ctx = to.at(field);
        check_tokens_of(ctx.call, account.id())?;
        Ok(Load::Tokens {
            id: account.id(),
            size: first(ctx)?,
            after: last_place(ctx, TokenPlace::decode)?,
        })
    };
    match load() {
        Ok(load) => to.load(field, load),
        Err(error) => to.refuse(field, &error),
    }
}
