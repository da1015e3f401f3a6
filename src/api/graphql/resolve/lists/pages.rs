//! Resolves lists of records.

use super::{arguments, objects::Connection};
use crate::{
    api::graphql::execute::{Context, Object},
    error::Error,
    operations::records::{
        Record,
        read::{Cursor, Listed, Page, Wanted, count, list},
    },
    resources::Resource,
};

/// Resolves the list of a kind.
pub async fn read(ctx: Context<'_>, resource: &'static Resource) -> Result<Box<dyn Object>, Error> {
    page(ctx, arguments::wanted(ctx, resource)?).await
}

/// Reads the page in the arguments. Records are counted only when `totalCount` is selected.
pub async fn page(ctx: Context<'_>, wanted: Wanted) -> Result<Box<dyn Object>, Error> {
    let resource = wanted.resource;
    let page = arguments::page(ctx, &wanted.order)?;
    let projection = ctx.field.projection(resource);
    let listed = list(ctx.app, ctx.call, &wanted, &page, projection).await?;
    let total = match ctx.field.selection.has("totalCount") {
        true => Some(count(ctx.app, ctx.call, &wanted).await?),
        false => None,
    };
    Ok(Box::new(connection(wanted, &page, listed, total)))
}

/// The page of a list.
pub fn connection(
    Wanted { order, .. }: Wanted,
    page: &Page,
    listed: Listed,
    total: Option<i64>,
) -> Connection<Record> {
    let from = page.from.is_some();
    let (previous, next) = match page.backward {
        true => (listed.more, from),
        false => (from, listed.more),
    };
    let cursor = Box::new(move |record: &Record| Cursor::of(record, &order).encode(&order));
    Connection { nodes: listed.records, cursor, previous, next, total }
}
