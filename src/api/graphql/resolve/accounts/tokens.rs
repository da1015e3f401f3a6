//! Resolves access tokens.

use crate::{
    api::graphql::{
        execute::{Batch, Context, Graphql, Request, Values},
        resolve::lists::{Connection, first, last_place},
    },
    error::Error,
    operations::accounts::{IssuedToken, TokenPage, TokenPlace, check_tokens_of, tokens_of},
};

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
        let of_account = |(id, TokenPage { tokens, more }): (i64, TokenPage)| {
            let cursor = |token: &IssuedToken| TokenPlace::of(token).encode();
            (id, Connection::forward(tokens, cursor, after.is_some(), more))
        };
        Ok(found.map(of_account).collect())
    }
}
