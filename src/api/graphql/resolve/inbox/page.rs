//! The inbox of the caller, a field of `viewer`.

use async_graphql::Value;

use crate::{
    api::graphql::{
        execute::{Context, Object},
        resolve::lists,
    },
    error::Error,
    kinds,
    operations::inbox,
};

/// Reads a page of the caller's inbox.
pub async fn page(ctx: Context<'_>) -> Result<Box<dyn Object>, Error> {
    ctx.call.require(&kinds::notifications().view)?;
    let unread_only = ctx.argument("unreadOnly") == Some(Value::Boolean(true));
    lists::page(ctx, inbox::inbox(ctx.call, unread_only)).await
}
