//! Counts the deleted records of each kind.

use entity::Timestamp;
use sea_orm::sea_query::{Expr, ExprTrait, Order, Query};

use super::{
    filter::TrashedRecord,
    list::{Part, parts, rows},
};
use crate::{
    app::App,
    auth::Call,
    error::Error,
    kinds,
    operations::{
        records::is_held,
        rows::{read::union, run},
    },
    resources::Resource,
};

/// The deleted records of one kind.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The kind.
    pub resource: &'static Resource,
    /// The number of records.
    pub count: i64,
    /// When the oldest was deleted.
    pub oldest: Option<Timestamp>,
    /// When that can be purged.
    pub purge_at: Option<Timestamp>,
    /// The number of those on hold.
    pub held: i64,
}

/// Counts the deleted records of each kind that the caller may restore.
///
/// # Errors
/// As [`super::trash`].
pub async fn trash_summary(app: &App, call: &Call) -> Result<Vec<Summary>, Error> {
    let parts = parts(app, call, &TrashedRecord::default())?;
    let permit = app.reader(call, rows(app, call, &parts).await?).await?;
    let parts = parts.into_iter().map(|Part { resource, condition, .. }| {
        let table = resource.table.name;
        // The end of an index: with the count, it would be looked for among all rows.
        let oldest = Query::select()
            .expr(Expr::col(resource.columns.deleted_at).min())
            .from(table)
            .cond_where(condition.clone())
            .take();
        let held = resource.count(condition.clone().add(is_held(resource)));
        Query::select()
            .expr_as(Expr::value(resource.kind_index() as i64), "kind_index")
            .expr_as(Expr::cust("COUNT(*)"), "count")
            .expr_as(Expr::SubQuery(None, Box::new(oldest.into())), "oldest")
            .expr_as(Expr::SubQuery(None, Box::new(held.into())), "held")
            .from(table)
            .cond_where(condition)
            .take()
    });
    let Some(mut all) = union(parts) else { return Ok(Vec::new()) };
    all.order_by("kind_index", Order::Asc);
    let rows = run(&*permit, &all).await?;
    let summary = |row: &sea_orm::QueryResult| {
        let resource = &kinds::registered()[row.try_get_by_index::<i64>(0)? as usize];
        let (oldest, held): (Option<Timestamp>, _) =
            (row.try_get_by_index(2)?, row.try_get_by_index(3)?);
        let purge_at = oldest.and_then(|it| app.retention().ends(resource.table.name, it));
        Ok(Summary { resource, count: row.try_get_by_index(1)?, oldest, purge_at, held })
    };
    rows.iter().map(summary).collect::<Result<_, sea_orm::DbErr>>().map_err(Error::from)
}
