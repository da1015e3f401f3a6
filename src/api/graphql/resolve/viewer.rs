//! Resolves `viewer`: the caller, an account with the credential of the request.

use async_graphql::{Value, registry::Registry};
use std::sync::Arc;

use crate::{
    api::graphql::{
        execute::{Context, Object},
        resolve::{accounts, lists},
        schema::add_views,
    },
    error::Error,
    kinds::{TOKENS, accounts as kind, notifications},
    operations::{accounts::own_tokens, callers::kind_access, inbox::inbox, rows::read},
    views::{View, Viewer},
};

/// The type of the caller.
pub const VIEWER: &str = "Viewer";

/// Reads the fields of the caller that are selected.
pub async fn viewer(ctx: Context<'_>) -> Result<Viewer, Error> {
    let (app, caller) = (ctx.app, ctx.call);
    let user = if ctx.field.selection.has("user") {
        Some(read::viewer(app, caller, ctx.field.projection(kind())).await?)
    } else {
        None
    };
    let roles =
        if ctx.field.selection.has("roles") { read::roles(app, caller).await? } else { Vec::new() };
    // A refusal is the field's own.
    let shows_tokens =
        ctx.field.selection.has("accessTokens") && caller.require(&TOKENS.view).is_ok();
    let tokens = if shows_tokens { own_tokens(app, caller).await? } else { Vec::new() };
    let kinds = kind_access(caller)?;
    Ok(Viewer { user, roles, kinds, tokens, caller: Arc::clone(&caller.caller) })
}

/// Reads a page of the caller's inbox.
pub async fn inbox_page(ctx: Context<'_>) -> Result<Box<dyn Object>, Error> {
    ctx.call.require(&notifications().view)?;
    let unread_only = ctx.argument("unreadOnly") == Some(Value::Boolean(true));
    lists::page(ctx, inbox(ctx.call, unread_only)).await
}

/// Registers the types.
pub fn register(registry: &mut Registry) {
    accounts::register(registry);
    add_views(registry, [Viewer::about()]);
}
