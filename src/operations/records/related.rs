//! Lists the records that belong to each of several records.

use sea_orm::sea_query::{Expr, Query};
use std::collections::HashMap;

use crate::operations::rows::{
    Record, Row, Value,
    read::{
        Filter, ListQuery, Page, RecordPage, Test, Visibility, condition, one_of, select_page,
        sort, union, with_ids,
    },
    run,
};
use crate::{app::App, auth::Call, error::Error, kinds::Related, resources::Projection};

/// Most records that one statement reads.
const RECORDS_AT_ONCE: u64 = 1_000;
/// Most records whose pages one statement reads. Each is a part of it.
const PAGES_AT_ONCE: u64 = 64;
/// Most parameters of one statement; SQLite takes 32,766.
const PARAMETERS: u64 = 30_000;

/// Reads a page of visible children for each record. One statement reads those of 64 records.
/// Records without any are left out.
///
/// The part for each record ends with its page, however many records belong to it.
///
/// # Errors
/// `Forbidden` without the permission to view the kind; `TooExpensive`.
pub async fn list_related(
    app: &App,
    call: &Call,
    related: Related,
    ids: &[i64],
    wanted: &ListQuery,
    page: &Page,
    projection: &Projection,
) -> Result<HashMap<i64, RecordPage>, Error> {
    let visibility = Visibility::of(call, related.resource)?;
    let backend = app.database.backend();
    let names: Vec<&str> = wanted.order.iter().map(|sort| sort.field).collect();
    let projection = projection.with(related.resource, &names);
    let projection = projection.with(related.resource, &[related.column]);
    let limit = page.size + 1;
    let parameters = wanted.filter.as_ref().map_or(0, Filter::parameters) + 20;
    let most = (1 + RECORDS_AT_ONCE / limit).min(PAGES_AT_ONCE).min(PARAMETERS / parameters).max(1);
    let keys = keys(app, call, related, ids).await?;
    let (mut found, mut is_whole) = (HashMap::<i64, Vec<Record>>::new(), true);
    for keys in keys.chunks(usize::try_from(most).unwrap_or(1)) {
        let size = limit * keys.len() as u64;
        let of_these = wanted.with(belong(related, values(keys)));
        let (rows, few) = of_these.page(app, call, visibility, size, true).await?;
        let permit = app.reader(call, rows).await?;
        let parts = padded(keys).filter_map(|key| {
            let wanted = wanted.with(belong(related, vec![key]));
            let mut part = select_page(visibility, &wanted, page, &projection, (backend, few))?;
            Some(part.limit(limit).take())
        });
        let Some(mut all) = union(parts) else { continue };
        sort(&mut all, wanted.order.iter(), page.backward, backend);
        let rows = run(&*permit, &all).await?;
        drop(permit);
        let records = related.resource.records(&projection, &rows);
        app.spend_read(call, records.iter().map(Record::bytes).sum())?;
        // Behind one that can't be read there may be more.
        is_whole &= records.len() == rows.len();
        for record in records {
            let key = record.value(related.column);
            if let Some((id, _)) = keys.iter().find(|(_, known)| known == key) {
                found.entry(*id).or_default().push(record);
            }
        }
    }
    let listed = |records: Vec<Record>| {
        let more = records.len() as u64 > page.size || !is_whole;
        RecordPage::of(records, more, page)
    };
    Ok(found.into_iter().map(|(id, records)| (id, listed(records))).collect())
}

/// Counts the children of each record that the caller may view.
///
/// # Errors
/// As [`list_related`].
pub async fn count_related(
    app: &App,
    call: &Call,
    related: Related,
    ids: &[i64],
    wanted: &ListQuery,
) -> Result<HashMap<i64, i64>, Error> {
    let backend = app.database.backend();
    let condition = condition(call, wanted, backend)?;
    let keys = keys(app, call, related, ids).await?;
    let column_type = related.resource.column_type(related.column);
    let bound = values(&keys).into_iter().map(|key| key.into_sql(column_type)).collect();
    let statement = Query::select()
        .column(related.column)
        .expr(Expr::cust("COUNT(*)"))
        .from(related.resource.table.name)
        .cond_where(condition)
        .and_where(one_of(Expr::col(related.column), bound, backend))
        .group_by_col(related.column)
        .take();
    let of_these = wanted.with(belong(related, values(&keys)));
    let permit = app.reader(call, of_these.rows_of_count(app, call).await?).await?;
    let rows = run(&*permit, &statement).await?;
    let mut counts = HashMap::new();
    for row in &rows {
        let key = row.value(column_type, 0)?;
        if let Some((id, _)) = keys.iter().find(|(_, known)| *known == key) {
            counts.insert(*id, row.try_get_by_index(1)?);
        }
    }
    Ok(counts)
}

/// The values by which records refer to the records with these ids.
async fn keys(
    app: &App,
    call: &Call,
    related: Related,
    ids: &[i64],
) -> Result<Vec<(i64, Value)>, Error> {
    let parent = related.parent;
    if related.key == parent.columns.id {
        return Ok(ids.iter().map(|id| (*id, Value::Int(*id))).collect());
    }
    let statement = Query::select()
        .columns([parent.columns.id, related.key])
        .from(parent.table.name)
        .cond_where(with_ids(parent, ids, app.database.backend()))
        .take();
    let rows = run(&*app.point_reader(call, ids.len()).await?, &statement).await?;
    let column_type = parent.column_type(related.key);
    let keys = rows.iter().map(|row| Ok((row.try_get_by_index(0)?, row.value(column_type, 1)?)));
    keys.collect()
}

/// The condition that records refer to one of these keys.
fn belong(related: Related, mut keys: Vec<Value>) -> Filter {
    let test = match keys.len() {
        1 => Test::Is(keys.remove(0)),
        _ => Test::IsIn(keys),
    };
    Filter::Field(related.column, related.resource.column_type(related.column), test)
}

/// Pads the keys with keys of no record. There are few numbers of keys then, each of which has a
/// statement of its own.
fn padded(keys: &[(i64, Value)]) -> impl Iterator<Item = Value> {
    let none = match keys.first() {
        Some((_, Value::Text(_))) => Value::Text(String::new()),
        _ => Value::Int(0),
    };
    let more = keys.len().next_power_of_two() - keys.len();
    values(keys).into_iter().chain(std::iter::repeat_n(none, more))
}

fn values(keys: &[(i64, Value)]) -> Vec<Value> {
    keys.iter().map(|(_, key)| key.clone()).collect()
}
