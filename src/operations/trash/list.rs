//! Lists the deleted records of all kinds that the caller may restore, the newest first.

use entity::Timestamp;
use sea_orm::{
    DbBackend, DbErr, DeriveIden, QueryResult,
    sea_query::{Condition, Expr, ExprTrait, Order, Query},
};
use std::collections::HashMap;

use super::{cursor::TrashCursor, filter::TrashedRecord};
use crate::{
    app::App,
    auth::{Call, Caller},
    error::Error,
    kinds,
    operations::records::{
        Record, Value,
        read::{Listed, Trashed, Visibility, union, with_ids},
        run,
        write::Projections,
    },
    resources::{Columns, Resource},
};

/// The part of the trash to read.
#[derive(Clone, Copy, Debug)]
pub struct TrashPage {
    /// Most records of the page.
    pub size: u64,
    /// The position after which it starts.
    pub after: Option<TrashCursor>,
}

/// The deleted records of one kind.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The kind.
    pub resource: &'static Resource,
    /// The number of records.
    pub count: i64,
    /// When the oldest was deleted.
    pub oldest: Option<Timestamp>,
}

/// Reads a page of the trash.
///
/// One statement finds it, by an index of each kind. With `projections` one more statement for each
/// kind on the page reads the other columns.
///
/// # Errors
/// `Forbidden` for a deleted caller.
pub async fn trash(
    app: &App,
    call: &Call,
    wanted: &TrashedRecord,
    page: TrashPage,
    projections: Option<Projections>,
) -> Result<Listed, Error> {
    let backend = app.database.backend();
    let kinds = parts(call, wanted, backend)?;
    let read = match wanted.is_search() {
        true => rows(app, &kinds).await?,
        false => page.size,
    };
    let parts = kinds.into_iter().map(|(resource, condition)| {
        let beyond = page.after.map(|cursor| cursor.beyond(resource));
        let owner = resource.owner.map_or(Expr::value(None::<i64>), Expr::col);
        let Columns { id, is_active, deleted_at, .. } = resource.columns;
        let mut part = wanted.select_from(resource, page.after.map(TrashCursor::deleted_at));
        part.expr_as(Expr::value(resource.kind_index() as i64), Selected::KindIndex)
            .expr_as(Expr::col(id), Selected::Id)
            .expr_as(Expr::col(resource.label), Selected::Label)
            .expr_as(Expr::col(is_active), Selected::IsActive)
            .expr_as(Expr::col(deleted_at), Selected::DeletedAt)
            .expr_as(owner, Selected::Owner)
            .cond_where(condition.add_option(beyond));
        wanted.sort(&mut part, resource);
        part.limit(page.size + 1).take()
    });
    let Some(mut all) = union(parts) else {
        return Ok(Listed { records: Vec::new(), more: false });
    };
    all.order_by(Selected::DeletedAt, Order::Desc)
        .order_by(Selected::KindIndex, Order::Asc)
        .order_by(Selected::Id, Order::Desc);
    // With one more record than the page holds, the next page exists.
    all.limit(page.size + 1);
    let lane = app.reader(call, read).await?;
    let rows = run(lane.reader.as_ref(), &all).await?;
    drop(lane);
    let mut records = rows.iter().map(record).collect::<Result<Vec<_>, _>>()?;
    let more = records.len() as u64 > page.size;
    records.truncate(usize::try_from(page.size).unwrap_or(usize::MAX));
    // An account can have deleted a record twice at the same time.
    records.dedup_by_key(|record| (record.resource.kind_index(), record.id()));
    if let Some(projections) = projections {
        fill(app, &mut records, &projections).await?;
    }
    Ok(Listed { records, more })
}

/// The columns of the statement that reads a page, in order.
#[derive(DeriveIden)]
enum Selected {
    KindIndex,
    Id,
    Label,
    IsActive,
    DeletedAt,
    Owner,
}

/// The columns that [`trash`] reads of each record without a further statement.
#[must_use]
pub fn read_by_list(resource: &Resource) -> Vec<&'static str> {
    let Columns { id, is_active, deleted_at, .. } = resource.columns;
    [id, resource.label, is_active, deleted_at].into_iter().chain(resource.owner).collect()
}

fn record(row: &QueryResult) -> Result<Record, DbErr> {
    let resource = &kinds::all()[row.try_get_by_index::<i64>(0)? as usize];
    let owner: Option<i64> = row.try_get_by_index(5)?;
    let owner = resource.owner.map(|column| (column, owner.map_or(Value::Null, Value::Int)));
    let Columns { id, is_active, deleted_at, .. } = resource.columns;
    let columns = [
        (id, Value::Int(row.try_get_by_index(1)?)),
        (resource.label, Value::Text(row.try_get_by_index(2)?)),
        (is_active, Value::Bool(row.try_get_by_index(3)?)),
        (deleted_at, Value::Time(row.try_get_by_index(4)?)),
    ];
    Ok(Record::of(resource, columns.into_iter().chain(owner)))
}

/// Counts the deleted records that match the filter.
///
/// # Errors
/// As [`trash`].
pub async fn trash_count(app: &App, call: &Call, wanted: &TrashedRecord) -> Result<i64, Error> {
    let parts = parts(call, wanted, app.database.backend())?;
    let lane = app.reader(call, rows(app, &parts).await?).await?;
    let parts = parts.into_iter().map(|(resource, condition)| {
        let id = Expr::col((resource.table.name, resource.columns.id));
        let count = match wanted.deleted_by {
            // An account can have deleted a record more than once.
            Some(_) => id.count_distinct(),
            None => Expr::cust("COUNT(*)"),
        };
        wanted.select_from(resource, None).expr(count).cond_where(condition).take()
    });
    let Some(all) = union(parts) else { return Ok(0) };
    let rows = run(lane.reader.as_ref(), &all).await?;
    let counts = rows.iter().map(|row| row.try_get_by_index::<i64>(0));
    Ok(counts.collect::<Result<Vec<_>, _>>()?.into_iter().sum())
}

/// Counts the deleted records of each kind that the caller may restore.
///
/// # Errors
/// As [`trash`].
pub async fn trash_summary(app: &App, call: &Call) -> Result<Vec<Summary>, Error> {
    let parts = parts(call, &TrashedRecord::default(), app.database.backend())?;
    let lane = app.reader(call, rows(app, &parts).await?).await?;
    let parts = parts.into_iter().map(|(resource, condition)| {
        let table = resource.table.name;
        // The end of an index: with the count, it would be looked for among all rows.
        let oldest = Query::select()
            .expr(Expr::col(resource.columns.deleted_at).min())
            .from(table)
            .cond_where(condition.clone())
            .take();
        Query::select()
            .expr_as(Expr::value(resource.kind_index() as i64), Summarized::KindIndex)
            .expr_as(Expr::cust("COUNT(*)"), Summarized::Count)
            .expr_as(Expr::SubQuery(None, Box::new(oldest.into())), Summarized::Oldest)
            .from(table)
            .cond_where(condition)
            .take()
    });
    let Some(mut all) = union(parts) else { return Ok(Vec::new()) };
    all.order_by(Summarized::KindIndex, Order::Asc);
    let rows = run(lane.reader.as_ref(), &all).await?;
    let summary = |row: &sea_orm::QueryResult| {
        Ok(Summary {
            resource: &kinds::all()[row.try_get_by_index::<i64>(0)? as usize],
            count: row.try_get_by_index(1)?,
            oldest: row.try_get_by_index(2)?,
        })
    };
    rows.iter().map(summary).collect::<Result<_, sea_orm::DbErr>>().map_err(Error::from)
}

/// The columns of the statement that counts by kind, in order.
#[derive(DeriveIden)]
enum Summarized {
    KindIndex,
    Count,
    Oldest,
}

/// About how many rows of these kinds may be read: a tenth of each, since deleted records have
/// indexes of their own.
async fn rows(app: &App, kinds: &[(&'static Resource, Condition)]) -> Result<u64, Error> {
    let mut rows = 0;
    for (resource, _) in kinds {
        rows += app.table_sizes.of(&app.database, resource.table.name).await? / 10;
    }
    Ok(rows)
}

/// The kinds whose trash the caller may view, each with the condition for its rows.
fn parts(
    caller: &Caller,
    wanted: &TrashedRecord,
    backend: DbBackend,
) -> Result<Vec<(&'static Resource, Condition)>, Error> {
    caller.refuse_deleted()?;
    let asked = |resource: &Resource| {
        let kinds = wanted.kinds.as_ref();
        kinds.is_none_or(|kinds| kinds.iter().any(|kind| kind.name == resource.name))
    };
    let kinds = kinds::all().iter().filter(|resource| asked(resource));
    Ok(kinds
        .filter_map(|resource| {
            let visibility =
                Visibility::of(caller, resource).ok().filter(Visibility::includes_trash)?;
            let visible = visibility.condition(Trashed::Only);
            Some((resource, wanted.condition(resource, visible, backend)))
        })
        .collect())
}

/// Reads the other columns of the records, by one statement for each kind. A record that was restored
/// meanwhile keeps the columns that were read before.
async fn fill(app: &App, records: &mut [Record], projections: &Projections) -> Result<(), Error> {
    let mut kinds: HashMap<&str, (&'static Resource, Vec<i64>)> = HashMap::new();
    for record in records.iter() {
        let entry = kinds.entry(record.resource.name);
        entry.or_insert((record.resource, Vec::new())).1.push(record.id());
    }
    let mut read: HashMap<(&str, i64), Record> = HashMap::new();
    for (resource, ids) in kinds.into_values() {
        let projection = projections(resource).with(resource, &read_by_list(resource));
        let with_ids = with_ids(resource, &ids, app.database.backend());
        let statement = resource.select(&projection, with_ids);
        for row in run(&app.database.reader, &statement).await? {
            let record = Record::from_row(resource, &projection, &row)?;
            read.insert((resource.name, record.id()), record);
        }
    }
    for record in records {
        let whole = read.remove(&(record.resource.name, record.id()));
        if let Some(whole) = whole.filter(Record::is_deleted) {
            *record = whole;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use entity::ColumnType;

    use crate::kinds;

    #[test]
    fn labels_are_texts() {
        for resource in kinds::all() {
            let label = resource.table.column(resource.label).map(|column| column.column_type);
            assert_eq!(label, Some(ColumnType::Text), "{}", resource.name);
        }
    }
}
