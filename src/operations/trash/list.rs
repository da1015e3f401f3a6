//! The bin: the deleted records of all kinds at once, the newest first, as far as the caller may
//! bring them back.

use entity::{
    Timestamp,
    record_event::{self, Column},
};
use sea_orm::{
    ColumnTrait, DbBackend, DbErr, DeriveIden, EntityTrait, ExprTrait, QueryFilter, QueryResult,
    QuerySelect, QueryTrait,
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
            read::{Listed, Trashed, Visibility, contains, with_ids},
            run,
            write::Projections,
        },
    },
    resources::{Columns, Resource},
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
    let parts = parts(caller, wanted, backend)?.into_iter().map(|(resource, condition)| {
        let beyond = page.after.map(|cursor| cursor.beyond(resource));
        let owner = resource.owner.map_or(Expr::value(None::<i64>), Expr::col);
        let Columns { id, is_active, deleted_at, .. } = resource.columns;
        Query::select()
            .expr_as(Expr::value(resource.kind_index() as i64), Selected::KindIndex)
            .expr_as(Expr::col(id), Selected::Id)
            .expr_as(Expr::col(resource.label), Selected::Label)
            .expr_as(Expr::col(is_active), Selected::IsActive)
            .expr_as(Expr::col(deleted_at), Selected::DeletedAt)
            .expr_as(owner, Selected::Owner)
            .from(resource.table.name)
            .cond_where(condition.add_option(beyond))
            .order_by(deleted_at, Order::Desc)
            .order_by(id, Order::Desc)
            .limit(page.size + 1)
            .take()
    });
    let Some(mut all) = together(parts) else {
        return Ok(Listed { records: Vec::new(), more: false });
    };
    all.order_by(Selected::DeletedAt, Order::Desc)
        .order_by(Selected::KindIndex, Order::Asc)
        .order_by(Selected::Id, Order::Desc);
    // One more than the page holds tells whether there are more.
    all.limit(page.size + 1);
    let rows = run(&app.database.reader, &all).await?;
    let mut records = rows.iter().map(record).collect::<Result<Vec<_>, _>>()?;
    let more = records.len() as u64 > page.size;
    records.truncate(usize::try_from(page.size).unwrap_or(usize::MAX));
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
pub async fn trash_count(app: &App, caller: &Caller, wanted: &TrashedRecord) -> Result<i64, Error> {
    let parts = parts(caller, wanted, app.database.backend())?;
    let parts = parts.into_iter().map(|(resource, condition)| {
        Query::select()
            .expr_as(Func::count(Expr::col(resource.columns.id)), Summarized::Count)
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
    let parts = parts.into_iter().map(|(resource, condition)| {
        let Columns { id, deleted_at, .. } = resource.columns;
        Query::select()
            .expr_as(Expr::value(resource.kind_index() as i64), Summarized::KindIndex)
            .expr_as(Func::count(Expr::col(id)), Summarized::Count)
            .expr_as(Func::min(Expr::col(deleted_at)), Summarized::Oldest)
            .from(resource.table.name)
            .cond_where(condition)
            .take()
    });
    let Some(mut all) = together(parts) else { return Ok(Vec::new()) };
    all.order_by(Summarized::KindIndex, Order::Asc);
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

/// The columns of the statement that counts by kind, in order.
#[derive(DeriveIden)]
enum Summarized {
    KindIndex,
    Count,
    Oldest,
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

impl TrashedRecord {
    fn condition(&self, resource: &Resource, scope: Condition, backend: DbBackend) -> Condition {
        let Columns { id, deleted_at, .. } = resource.columns;
        let deleted_at = || Expr::col((resource.table.name, deleted_at));
        let search = self.search.as_deref().filter(|text| !text.is_empty());
        scope
            .add_option(self.deleted_after.map(|moment| deleted_at().gt(moment)))
            .add_option(self.deleted_before.map(|moment| deleted_at().lt(moment)))
            .add_option(search.map(|text| contains(Expr::col(resource.label), text, backend)))
            .add_option(self.deleted_by.map(|account| {
                let event = |column| Expr::col((record_event::Entity, column));
                let deletions = record_event::Entity::find()
                    .select_only()
                    .column(Column::RecordId)
                    .filter(Column::ActorId.eq(account))
                    .filter(Column::Kind.eq(resource.name))
                    .filter(Column::Action.eq(Action::Deleted.name()));
                let last = deletions
                    .clone()
                    .filter(event(Column::RecordId).equals((resource.table.name, id)))
                    .filter(event(Column::CreatedAt).eq(deleted_at()));
                // An engine can look up the first condition: all that the account ever deleted. The
                // second one checks for each record that no other account deleted it later.
                Condition::all()
                    .add(Expr::col(id).in_subquery(deletions.into_query()))
                    .add(Expr::exists(last.into_query()))
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
