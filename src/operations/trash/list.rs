//! The bin: the deleted records of all kinds at once, the newest first, as far as the caller may
//! bring them back.

use entity::Timestamp;
use sea_orm::{
    DbBackend, ExprTrait,
    sea_query::{Condition, Expr, Func, Order, Query, SelectStatement, UnionType},
};
use std::collections::HashMap;

use super::cursor::TrashCursor;
use crate::{
    app::App,
    auth::Caller,
    error::Error,
    kinds,
    operations::{
        audit::Action,
        records::{
            Record, Value,
            read::{Listed, Trashed, Visibility, contains, numbered},
            run,
            write::Projections,
        },
    },
    resources::Resource,
};

/// What is asked of deleted records.
#[derive(Clone, Debug, Default)]
pub struct TrashedRecord {
    /// Of which kinds they are; `None`: of any.
    pub kinds: Option<Vec<&'static Resource>>,
    /// The account that deleted them.
    pub deleted_by: Option<i64>,
    /// They were deleted later than this.
    pub deleted_after: Option<Timestamp>,
    /// They were deleted earlier than this.
    pub deleted_before: Option<Timestamp>,
    /// Their label contains this text, in any case.
    pub search: Option<String>,
}

/// Which part of the bin is wanted.
#[derive(Clone, Copy, Debug)]
pub struct TrashPage {
    /// How many records at most.
    pub size: u64,
    /// The place it starts after.
    pub after: Option<TrashCursor>,
}

/// What the bin has of one kind.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The kind.
    pub resource: &'static Resource,
    /// How many records.
    pub count: i64,
    /// When the oldest was deleted.
    pub oldest: Option<Timestamp>,
}

/// A page of the bin. One statement finds it, by an index of each kind; where the readings want more
/// than a label, one more for each kind on the page reads it.
///
/// # Errors
/// `Forbidden` for a deleted caller.
pub async fn trash(
    app: &App,
    caller: &Caller,
    wanted: &TrashedRecord,
    page: TrashPage,
    projections: Option<Projections>,
) -> Result<Listed, Error> {
    let backend = app.database.backend();
    let parts =
        parts(caller, wanted, backend)?.into_iter().map(|(kind_index, resource, condition)| {
            let beyond = page.after.map(|place| place.beyond(kind_index));
            let owner = resource.owner.map_or(Expr::value(None::<i64>), Expr::col);
            Query::select()
                .expr_as(Expr::value(kind_index as i64), "rank")
                .expr_as(Expr::col("id"), "id")
                .expr_as(Expr::col(resource.label), "label")
                .expr_as(Expr::col("is_active"), "is_active")
                .expr_as(Expr::col("deleted_at"), "deleted_at")
                .expr_as(owner, "owner")
                .from(resource.table.name)
                .cond_where(condition.add_option(beyond))
                .order_by("deleted_at", Order::Desc)
                .order_by("id", Order::Desc)
                .limit(page.size + 1)
                .take()
        });
    let Some(mut all) = together(parts) else {
        return Ok(Listed { records: Vec::new(), more: false });
    };
    all.order_by("deleted_at", Order::Desc)
        .order_by("rank", Order::Asc)
        .order_by("id", Order::Desc);
    // One more than wanted says whether there are more.
    all.limit(page.size + 1);
    let rows = run(&app.database.reader, &all).await?;
    let mut records = rows
        .iter()
        .map(|row| {
            let resource = &kinds::all()[row.try_get_by_index::<i64>(0)? as usize];
            let mut known = vec![
                ("id", Value::Int(row.try_get_by_index(1)?)),
                (resource.label, Value::Text(row.try_get_by_index(2)?)),
                ("is_active", Value::Bool(row.try_get_by_index(3)?)),
                ("deleted_at", Value::Time(row.try_get_by_index(4)?)),
            ];
            let owner: Option<i64> = row.try_get_by_index(5)?;
            known.extend(resource.owner.zip(owner.map(Value::Int)));
            Ok(Record::of(resource, known))
        })
        .collect::<Result<Vec<_>, sea_orm::DbErr>>()?;
    let more = records.len() as u64 > page.size;
    records.truncate(usize::try_from(page.size).unwrap_or(usize::MAX));
    if let Some(projections) = projections {
        fill(app, &mut records, &projections).await?;
    }
    Ok(Listed { records, more })
}

/// How many records of the bin meet what is asked.
///
/// # Errors
/// As [`trash`].
pub async fn trash_count(app: &App, caller: &Caller, wanted: &TrashedRecord) -> Result<i64, Error> {
    let parts = parts(caller, wanted, app.database.backend())?;
    let parts = parts.into_iter().map(|(_, resource, condition)| {
        Query::select()
            .expr_as(Func::count(Expr::col("id")), "count")
            .from(resource.table.name)
            .cond_where(condition)
            .take()
    });
    let Some(all) = together(parts) else { return Ok(0) };
    let rows = run(&app.database.reader, &all).await?;
    let counts = rows.iter().map(|row| row.try_get_by_index::<i64>(0));
    Ok(counts.collect::<Result<Vec<_>, _>>()?.into_iter().sum())
}

/// What the bin has of each kind that the caller may bring back.
///
/// # Errors
/// As [`trash`].
pub async fn trash_summary(app: &App, caller: &Caller) -> Result<Vec<Summary>, Error> {
    let parts = parts(caller, &TrashedRecord::default(), app.database.backend())?;
    let parts = parts.into_iter().map(|(kind_index, resource, condition)| {
        Query::select()
            .expr_as(Expr::value(kind_index as i64), "rank")
            .expr_as(Func::count(Expr::col("id")), "count")
            .expr_as(Func::min(Expr::col("deleted_at")), "oldest")
            .from(resource.table.name)
            .cond_where(condition)
            .take()
    });
    let Some(mut all) = together(parts) else { return Ok(Vec::new()) };
    all.order_by("rank", Order::Asc);
    let rows = run(&app.database.reader, &all).await?;
    let summary = |row: &sea_orm::QueryResult| {
        Ok(Summary {
            resource: &kinds::all()[row.try_get_by_index::<i64>(0)? as usize],
            count: row.try_get_by_index(1)?,
            oldest: row.try_get_by_index(2)?,
        })
    };
    rows.iter().map(summary).collect::<Result<_, sea_orm::DbErr>>().map_err(Error::from)
}

/// The kinds that the caller may bring back, each with the condition for its rows.
fn parts(
    caller: &Caller,
    wanted: &TrashedRecord,
    backend: DbBackend,
) -> Result<Vec<(usize, &'static Resource, Condition)>, Error> {
    caller.refuse_deleted()?;
    let asked = |resource: &Resource| {
        let kinds = wanted.kinds.as_ref();
        kinds.is_none_or(|kinds| kinds.iter().any(|kind| kind.name == resource.name))
    };
    let kinds = kinds::all().iter().enumerate().filter(|(_, resource)| asked(resource));
    Ok(kinds
        .filter_map(|(kind_index, resource)| {
            let visibility =
                Visibility::of(caller, resource).ok().filter(Visibility::includes_trash)?;
            Some((
                kind_index,
                resource,
                wanted.condition(resource, visibility.condition(Trashed::Only), backend),
            ))
        })
        .collect())
}

impl TrashedRecord {
    fn condition(&self, resource: &Resource, scope: Condition, backend: DbBackend) -> Condition {
        let deleted_at = || Expr::col((resource.table.name, "deleted_at"));
        let search = self.search.as_deref().filter(|text| !text.is_empty());
        scope
            .add_option(self.deleted_after.map(|moment| deleted_at().gt(moment)))
            .add_option(self.deleted_before.map(|moment| deleted_at().lt(moment)))
            .add_option(search.map(|text| contains(Expr::col(resource.label), text, backend)))
            .add_option(self.deleted_by.map(|account| {
                let deletions = Query::select()
                    .column("record_id")
                    .from("record_events")
                    .and_where(Expr::col("actor_id").eq(account))
                    .and_where(Expr::col("kind").eq(resource.name))
                    .and_where(Expr::col("action").eq(Action::Deleted.name()))
                    .take();
                let last = deletions
                    .clone()
                    .and_where(Expr::col("record_id").equals((resource.table.name, "id")))
                    .and_where(Expr::col(("record_events", "created_at")).eq(deleted_at()))
                    .take();
                // The first alone narrows to what the account ever deleted, which an engine can look
                // up; the second asks of each whether that was the last time.
                Condition::all().add(Expr::col("id").in_subquery(deletions)).add(Expr::exists(last))
            }))
    }
}

/// One statement of all the parts. Each is a subquery of its own, since SQLite takes an order and a
/// limit nowhere else in a union.
fn together(parts: impl Iterator<Item = SelectStatement>) -> Option<SelectStatement> {
    let mut parts =
        parts.map(|part| Query::select().expr(Expr::cust("*")).from_subquery(part, "part").take());
    let first = parts.next()?;
    let union = parts.fold(first, |mut all, part| all.union(UnionType::All, part).take());
    Some(Query::select().expr(Expr::cust("*")).from_subquery(union, "bin").take())
}

/// Reads what else is wanted of the records, those of a kind by one statement. One that has come
/// back meanwhile stays as it was found.
async fn fill(app: &App, records: &mut [Record], projections: &Projections) -> Result<(), Error> {
    let mut kinds: HashMap<&str, (&'static Resource, Vec<i64>)> = HashMap::new();
    for record in records.iter() {
        let entry = kinds.entry(record.resource.name);
        entry.or_insert((record.resource, Vec::new())).1.push(record.id());
    }
    let mut read: HashMap<(&str, i64), Record> = HashMap::new();
    for (resource, ids) in kinds.into_values() {
        let projection = projections(resource)
            .with(resource, &["id", "deleted_at", "is_active", resource.label])
            .with(resource, resource.owner.as_slice());
        let statement = resource.select(&projection, numbered(&ids, app.database.backend()));
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
