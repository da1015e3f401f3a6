//! Resolves access tokens, and the fields of an account that show them and its grants.

use async_graphql::registry::{MetaField, Registry};

use crate::{
    api::graphql::{
        execute::{Batch, Context, Graphql, Request, Values},
        resolve::lists::{Connection, first, last_place},
        schema::{
            add_types, field, forward_arguments, pages, requires, with_arguments, without_total,
        },
    },
    error::Error,
    kinds::{ROLES, TOKENS},
    operations::{
        accounts::{IssuedToken, TokenPage, TokenPlace, check_tokens_of, tokens_of},
        audit::ROLE,
    },
    resources::Resource,
    views::ACCESS_TOKEN,
};

/// The type of a page of tokens.
const CONNECTION: &str = "AccessTokenConnection";

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

/// Registers the types of roles, access tokens and their pages.
pub fn register(registry: &mut Registry) {
    add_types(registry, pages(ACCESS_TOKEN, ACCESS_TOKEN, "access tokens").map(without_total));
}

/// Pages of the access tokens of accounts: their size, and the token after which they start.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tokens(u64, Option<TokenPlace>);

impl Tokens {
    /// The page in the arguments of a field, for a caller that may view the account's tokens.
    pub fn of(account: i64, ctx: Context<'_>) -> Result<Self, Error> {
        check_tokens_of(ctx.call, account)?;
        Ok(Self(first(ctx)?, last_place(ctx, TokenPlace::decode)?))
    }
}

impl Batch<Graphql> for Tokens {
    type Key = i64;
    type Value = Connection<IssuedToken>;

    async fn load(self, Request { app, call, .. }: &Request<'_>, ids: &[i64]) -> Values<Self> {
        let Self(size, after) = self;
        let found = tokens_of(app, call, ids, size, after).await?.into_iter();
        Ok(found.map(|(id, page)| (id, connection(page, after.is_some()))).collect())
    }
}

/// A page of tokens.
fn connection(page: TokenPage, previous: bool) -> Connection<IssuedToken> {
    Connection {
        nodes: page.tokens,
        cursor: Box::new(|token| TokenPlace::of(token).encode()),
        previous,
        next: page.more,
        total: None,
    }
}
