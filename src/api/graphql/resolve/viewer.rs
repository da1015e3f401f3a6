//! Resolves `viewer`: the caller, an account with the credential of the request.

use async_graphql::Value;
use std::{collections::HashMap, sync::Arc};

use crate::{
    api::graphql::{
        execute::{Batch, Context, Graphql, Request, Values},
        resolve::lists::{self, Connection},
    },
    error::Error,
    kinds::{TOKENS, accounts as kind, notifications},
    operations::{
        accounts::own_tokens,
        callers::kind_access,
        inbox::{inbox, unread_count},
        rows::{Record, read},
    },
    views::Viewer,
};

/// Reads the fields of the caller that are selected.
pub async fn viewer(ctx: Context<'_>) -> Result<Viewer, Error> {
    let (app, caller) = (ctx.app, ctx.call);
    let user = if ctx.field.selection.has("user") {
        Some(read::viewer(app, caller, ctx.projection(kind())).await?)
    } else {
        None
    };
    let roles =
        if ctx.field.selection.has("roles") { read::roles(app, caller).await? } else { Vec::new() };
    // A refusal is the field's own.
    let shows_tokens =
        ctx.field.selection.has("accessTokens") && caller.require(&TOKENS.view).is_ok();
    let tokens = if shows_tokens { own_tokens(app, caller).await? } else { Vec::new() };
    caller.caller.refuse_deleted()?;
    let kinds = if ctx.field.selection.has("kinds") { kind_access(caller)? } else { Vec::new() };
    Ok(Viewer { user, roles, kinds, tokens, caller: Arc::clone(&caller.caller) })
}

/// A page of the caller's inbox, in the arguments of the field with that number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Inbox(pub usize);

impl Batch<Graphql> for Inbox {
    type Key = ();
    type Value = Connection<Record>;

    async fn load(self, request: &Request<'_>, _: &[()]) -> Values<Self> {
        let ctx = request.numbered(self.0)?;
        ctx.call.require(&notifications().view)?;
        let unread_only = ctx.argument("unreadOnly") == Some(Value::Boolean(true));
        let page = lists::page(ctx, inbox(ctx.call, unread_only)).await?;
        Ok(HashMap::from([((), page)]))
    }
}

/// The number of the caller's unread notifications.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct UnreadCount;

impl Batch<Graphql> for UnreadCount {
    type Key = ();
    type Value = i64;

    async fn load(self, Request { app, call, .. }: &Request<'_>, _: &[()]) -> Values<Self> {
        Ok(HashMap::from([((), unread_count(app, call).await?)]))
    }
}
