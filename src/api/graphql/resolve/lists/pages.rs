//! Resolves lists of records: those of a kind, and those that belong to a record.

use super::{arguments, objects::Connection};
use crate::{
    api::graphql::execute::{Batch, Context, Graphql, Object, Request, Values},
    error::Error,
    kinds::Related,
    operations::{
        records::{count_related, list_related},
        rows::{
            Record,
            read::{Cursor, ListQuery, Page, RecordPage, Sort, count, list},
        },
    },
    resources::Resource,
};

/// Resolves the list of a kind.
pub async fn read(ctx: Context<'_>, resource: &'static Resource) -> Result<Box<dyn Object>, Error> {
    let wanted = if ctx.field.arguments.iter().all(|(name, _)| name != "where") {
        arguments::wanted(ctx, resource)?
    } else {
        // A long filter takes a while, and may be that of many fields.
        let _turn = ctx.app.concurrency.processor(&ctx.app.database, ctx.call).await.exact();
        arguments::wanted(ctx, resource)?
    };
    Ok(Box::new(page(ctx, wanted).await?))
}

/// Reads the page in the arguments.
pub async fn page(ctx: Context<'_>, wanted: ListQuery) -> Result<Connection<Record>, Error> {
    let page = arguments::page(ctx, &wanted.order)?;
    let projection = ctx.projection(wanted.resource);
    let listed = list(ctx.app, ctx.call, &wanted, &page, projection).await?;
    let total = total(ctx, count(ctx.app, ctx.call, &wanted)).await?;
    Ok(connection(listed, &page, cursor(wanted.order), total))
}

/// The number of items of whole lists, which are counted only when `totalCount` is selected.
pub async fn total<T>(
    ctx: Context<'_>,
    count: impl Future<Output = Result<T, Error>>,
) -> Result<Option<T>, Error> {
    if ctx.field.selection.has("totalCount") { count.await.map(Some) } else { Ok(None) }
}

/// What encodes the cursors of records in this order.
fn cursor(order: Vec<Sort>) -> impl Fn(&Record) -> String {
    move |record| Cursor::of(record, &order).encode(&order)
}

/// What was read of a list, as the page that was asked for.
pub fn connection<P>(
    listed: RecordPage,
    page: &Page<P>,
    cursor: impl Fn(&Record) -> String + Send + Sync + 'static,
    total: Option<i64>,
) -> Connection<Record> {
    let from = page.from.is_some();
    let (previous, next) = if page.backward { (listed.more, from) } else { (from, listed.more) };
    Connection { nodes: listed.records, cursor: Box::new(cursor), previous, next, total }
}

/// Pages of records that belong to others, in the arguments of the field with that number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RelatedPages(pub Related, pub usize);

impl Batch<Graphql> for RelatedPages {
    type Key = i64;
    type Value = Connection<Record>;

    async fn load(self, request: &Request<'_>, ids: &[i64]) -> Values<Self> {
        let (Self(related, field), Request { app, call, .. }) = (self, request);
        call.require(&related.resource.view)?;
        let ctx = request.numbered(field)?;
        let wanted = arguments::wanted(ctx, related.resource)?;
        let page = arguments::page(ctx, &wanted.order)?;
        let projection = ctx.projection(related.resource);
        let mut listed = list_related(app, call, related, ids, &wanted, &page, projection).await?;
        let counts = total(ctx, count_related(app, call, related, ids, &wanted)).await?;
        let of_record = |id: &i64| {
            let total = counts.as_ref().map(|it| it.get(id).copied().unwrap_or_default());
            let listed = listed.remove(id).unwrap_or_default();
            (*id, connection(listed, &page, cursor(wanted.order.clone()), total))
        };
        Ok(ids.iter().map(of_record).collect())
    }
}
