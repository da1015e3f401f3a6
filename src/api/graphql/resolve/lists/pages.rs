//! Resolves lists of records.

use async_graphql::Context;

use super::{arguments, objects::Connection};
use crate::{
    api::graphql::resolve::{records::look_ahead::projection, select::Object},
    app::App,
    auth::Caller,
    error::Error,
    operations::records::read::{Cursor, Wanted, count, list},
    resources::Resource,
};

/// Resolves the list of a kind.
pub async fn read(
    ctx: &Context<'_>,
    app: &App,
    caller: &Caller,
    resource: &'static Resource,
) -> Result<Box<dyn Object>, Error> {
    caller.require(&resource.view)?;
    page(ctx, app, caller, &arguments::wanted(ctx, resource)?).await
}

/// Reads the page in the arguments. Records are counted only when `totalCount` is selected.
pub async fn page(
    ctx: &Context<'_>,
    app: &App,
    caller: &Caller,
    wanted: &Wanted,
) -> Result<Box<dyn Object>, Error> {
    let resource = wanted.resource;
    let page = arguments::page(ctx, &wanted.order)?;
    let listed = list(app, caller, wanted, &page, projection(ctx, resource)).await?;
    let total = if ctx.look_ahead().field("totalCount").exists() {
        Some(count(app, caller, wanted).await?)
    } else {
        None
    };
    let cursors = listed
        .records
        .iter()
        .map(|record| Cursor::of(record, &wanted.order).encode(&wanted.order))
        .collect();
    let from = page.from.is_some();
    let (previous, next) = match page.backward {
        true => (listed.more, from),
        false => (from, listed.more),
    };
    let (of, nodes) = (resource.name, listed.records);
    Ok(Box::new(Connection { of, nodes, cursors, previous, next, total }))
}
