//! Resolves access tokens.

use async_graphql::registry::{MetaField, Registry};

use crate::{
    api::graphql::{
        execute::{Context, Object, Writer},
        plan::Field,
        resolve::{
            arguments::account,
            lists::{Connection, first, last_place},
        },
        schema::{
            BIG_INT, DATE_TIME, account_arguments, add_types, field, forward_arguments, object,
            pages, with_arguments, without_total,
        },
    },
    error::Error,
    kinds::global_id,
    operations::accounts::{IssuedToken, TokenPage, TokenPlace, check_tokens_of, tokens_of},
};

/// The type of an access token.
pub const ACCESS_TOKEN: &str = "AccessToken";
/// The type of a page of tokens.
pub const CONNECTION: &str = "AccessTokenConnection";

/// Registers the types.
pub fn register(registry: &mut Registry) {
    let token = object(
        ACCESS_TOKEN,
        "An access token, without its value.",
        [
            field("id", "ID!", "Global, opaque id of the token."),
            field("databaseId", format!("{BIG_INT}!"), "Id of the token."),
            field("name", "String", "The name that its issuer gave it."),
            field(
                "permissions",
                "[String!]",
                "The names of the permissions that it is limited to; null: it has all of its \
                 account.",
            ),
            field("issuedBy", BIG_INT, "Id of the account that issued it; null: an operator did."),
            field("createdAt", format!("{DATE_TIME}!"), "When the token was issued."),
            field("expiresAt", format!("{DATE_TIME}!"), "When the token expires."),
            field("revokedAt", DATE_TIME, "When the token was revoked; null if it was not."),
        ],
    );
    let pages = pages(ACCESS_TOKEN, ACCESS_TOKEN, "access tokens").map(without_total);
    add_types(registry, [token].into_iter().chain(pages));
}

/// Describes the query of the tokens of an account.
pub fn describe(name: &str) -> MetaField {
    let described = field(name, CONNECTION, "");
    with_arguments(described, account_arguments().into_iter().chain(forward_arguments()))
}

/// Reads a page of an account's tokens, by default the caller's.
pub async fn read(ctx: Context<'_>) -> Result<Box<dyn Object>, Error> {
    let of = account(ctx, "userId", "user")?.unwrap_or(ctx.call.user_id);
    check_tokens_of(ctx.call, of)?;
    let (size, after) = (first(ctx)?, last_place(ctx, TokenPlace::decode)?);
    let mut pages = tokens_of(ctx.app, ctx.call, &[of], size, after).await?;
    Ok(Box::new(connection(pages.remove(&of).unwrap_or_default(), after.is_some())))
}

/// A page of tokens.
pub fn connection(page: TokenPage, previous: bool) -> Connection<IssuedToken> {
    Connection {
        nodes: page.tokens,
        cursor: Box::new(|token| TokenPlace::of(token).encode()),
        previous,
        next: page.more,
        total: None,
    }
}

impl Object for IssuedToken {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "id" => to.plain(&global_id::named(ACCESS_TOKEN, self.id)),
            "databaseId" => to.value(self.id),
            "name" => to.value(&self.name),
            "permissions" => to.value(&self.permissions),
            "issuedBy" => to.value(self.issued_by),
            "createdAt" => to.time(self.created_at),
            "expiresAt" => to.time(self.expires_at),
            "revokedAt" => to.value(self.revoked_at),
            _ => to.unknown(field),
        }
    }
}
