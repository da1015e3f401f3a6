//! Lists the deleted records of all kinds that the caller may restore.

use sea_orm::{
    DbErr, QueryResult,
    sea_query::{Condition, Expr, ExprTrait, Order},
};
use std::collections::HashMap;
use uuid::Uuid;

use super::{
    cursor::{Beyond, TrashCursor, TrashOrder},
    filter::TrashedRecord,
};
use crate::{
    app::App,
    auth::{Call, Caller},
    error::Error,
    kinds,
    operations::{
        audit::{EVENTS, is_auditable},
        rows::{
            Projections, Record, Value,
            read::{Page, RecordPage, Trashed, Visibility, by_kind, union, with_ids},
            run, run_count,
        },
    },
    resources::{Columns, KeyKind, Resource},
    store::{SKIPPED, readable},
};

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
    order: TrashOrder,
    page: Page<TrashCursor>,
    projections: Option<Projections>,
) -> Result<RecordPage, Error> {
    let mut listed = read(app, call, wanted, order, page).await?;
    if page.size > 0 && listed.is_unreadable() {
        let longer = Page { size: SKIPPED, ..page };
        listed = read(app, call, wanted, order, longer).await?.part(page.size, page.backward);
    }
    if let Some(projections) = projections {
        fill(app, call, &mut listed.records, &projections).await?;
    }
    Ok(listed)
}

async fn read(
    app: &App,
    call: &Call,
    wanted: &TrashedRecord,
    order: TrashOrder,
    page: Page<TrashCursor>,
) -> Result<RecordPage, Error> {
    let retention = app.retention();
    let kinds = parts(app, call, wanted)?;
    // The deletions by an account are of records that the caller may not restore, too.
    let is_narrow = wanted.deleted_by.is_some() && kinds.iter().any(|it| it.is_own);
    let most =
        if wanted.is_search() || is_narrow { rows(app, call, &kinds).await? } else { page.size };
    let direction = order.direction(page.backward);
    let permit = app.reader(call, most).await?;
    let parts = kinds.into_iter().filter_map(|Part { resource, wanted, condition, .. }| {
        let beyond = page.from.map(|it| (it, it.beyond(resource, order, direction, retention)));
        let from = match beyond {
            None | Some((_, Beyond::All)) => None,
            Some((cursor, Beyond::From(time))) => Some((cursor, time)),
            Some((_, Beyond::Nothing)) => return None,
        };
        let beyond = from.map(|(cursor, time)| cursor.condition(resource, time, direction));
        let owner = resource.owner.map_or(Expr::value(None::<i64>), Expr::col);
        let Columns { id, is_active, deleted_at, .. } = resource.columns;
        let key = |kind, none| {
            if resource.key == kind { Expr::col(resource.key_column) } else { none }
        };
        let newest_first = direction.newest_first;
        let mut part = wanted.select_from(resource, from.map(|(_, time)| (time, newest_first)));
        part.expr_as(Expr::value(resource.kind_index() as i64), "kind_index")
            .expr_as(Expr::col(id), "record_id")
            .expr_as(Expr::col(resource.label), "label")
            .expr_as(Expr::col(is_active), "is_active")
            .expr_as(Expr::col(deleted_at), "time_deleted")
            .expr_as(owner, "owner")
            .expr_as(key(KeyKind::Uuid, Expr::value(None::<Uuid>)), "uuid")
            .expr_as(key(KeyKind::Code, Expr::value(None::<String>)), "code")
            .cond_where(condition.add_option(beyond));
        wanted.sort(&mut part, resource, newest_first);
        Some(part.limit(page.size + 1).take())
    });
    let Some(mut all) = union(parts) else { return Ok(RecordPage::default()) };
    if order == TrashOrder::DeletedAt {
        let (time, kind) =
            if page.backward { (Order::Asc, Order::Desc) } else { (Order::Desc, Order::Asc) };
        all.order_by("time_deleted", time.clone())
            .order_by("kind_index", kind)
            .order_by("record_id", time);
        // With one more record than the page holds, the next page exists.
        all.limit(page.size + 1);
    }
    let rows = run(&*permit, &all).await?;
    drop(permit);
    let mut records = readable("trash", &rows, record);
    if order == TrashOrder::PurgeAt {
        // The periods of kinds differ, and are no columns. Each kind has at most a page.
        let place = |it: &Record| TrashCursor::of(it).map(|it| it.by_purge(retention));
        records.sort_by_cached_key(place);
        if page.backward {
            records.reverse();
        }
    }
    let more = rows.len() as u64 > page.size;
    records.truncate(usize::try_from(page.size).unwrap_or(usize::MAX));
    // An account can have deleted a record twice at the same time.
    records.dedup_by_key(|record| (record.resource, record.id()));
    if page.backward {
        records.reverse();
    }
    Ok(RecordPage { records, more })
}

/// The columns that [`trash`] reads of each record without a further statement.
pub fn read_by_list(resource: &Resource) -> Vec<&'static str> {
    let Columns { id, is_active, deleted_at, .. } = resource.columns;
    let columns = [id, resource.key_column, resource.label, is_active, deleted_at];
    columns.into_iter().chain(resource.owner).collect()
}

fn record(row: &QueryResult) -> Result<Record, DbErr> {
    let resource = &kinds::registered()[row.try_get_by_index::<i64>(0)? as usize];
    let owner: Option<i64> = row.try_get_by_index(5)?;
    let owner = resource.owner.map(|column| (column, owner.map_or(Value::Null, Value::Int)));
    let uuid: Option<Uuid> = row.try_get_by_index(6)?;
    let code: Option<String> = row.try_get_by_index(7)?;
    let key = uuid.map(Value::Uuid).or(code.map(Value::Text));
    let Columns { id, is_active, deleted_at, .. } = resource.columns;
    let columns = [
        (id, Value::Int(row.try_get_by_index(1)?)),
        (resource.label, Value::Text(row.try_get_by_index(2)?)),
        (is_active, Value::Bool(row.try_get_by_index(3)?)),
        (deleted_at, Value::Time(row.try_get_by_index(4)?)),
    ];
    let key = key.map(|key| (resource.key_column, key));
    Ok(Record::of(resource, columns.into_iter().chain(owner).chain(key)))
}

/// Counts the deleted records that match the filter.
///
/// # Errors
/// As [`trash`].
pub async fn trash_count(app: &App, call: &Call, wanted: &TrashedRecord) -> Result<i64, Error> {
    let parts = parts(app, call, wanted)?;
    let permit = app.reader(call, rows(app, call, &parts).await?).await?;
    let parts = parts.into_iter().map(|Part { resource, wanted, condition, .. }| {
        let id = Expr::col((resource.table.name, resource.columns.id));
        let count = match wanted.deleted_by {
            // An account can have deleted a record more than once.
            Some(_) => id.count_distinct(),
            None => Expr::cust("COUNT(*)"),
        };
        wanted.select_from(resource, None).expr(count).cond_where(condition).take()
    });
    let Some(all) = union(parts) else { return Ok(0) };
    Ok(run_count(&*permit, &all).await?)
}

/// Estimates how many rows may be read. These are all visible deleted ones of the kinds, and the
/// deletions by an account.
pub(crate) async fn rows(app: &App, call: &Call, parts: &[Part]) -> Result<u64, Error> {
    let mut rows = 0;
    for Part { resource, wanted, visible, .. } in parts {
        rows += app.rows_found(call, resource.table.name, || visible.clone()).await?.0;
        if let Some(deletions) = wanted.deletions(resource) {
            rows += app.rows_found(call, EVENTS, || deletions).await?.0;
        }
    }
    Ok(rows)
}

/// A kind whose trash the caller may view.
pub(crate) struct Part {
    /// The kind.
    pub resource: &'static Resource,
    /// The filter for the kind.
    pub wanted: TrashedRecord,
    /// The condition for its rows.
    pub condition: Condition,
    /// The condition for the rows that the caller may view.
    visible: Condition,
    /// Whether these are only its own.
    is_own: bool,
}

/// The kinds whose trash is visible, with conditions for their rows.
pub(crate) fn parts(
    app: &App,
    caller: &Caller,
    wanted: &TrashedRecord,
) -> Result<Vec<Part>, Error> {
    caller.refuse_deleted()?;
    let backend = app.database.backend();
    // Why a record was deleted is for those who may audit it (D26).
    let auditable = match wanted.deletion_reason {
        Some(_) => is_auditable(caller)?,
        None => Condition::all(),
    };
    let part = |resource: &'static Resource| {
        let wanted = wanted.of_kind(resource, app.retention())?;
        let visibility =
            Visibility::of(caller, resource).ok().filter(Visibility::includes_trash)?;
        let visible = visibility.condition(Trashed::Only);
        let is_own = visibility.account(Trashed::Only).is_some();
        let condition = wanted.condition(resource, visible.clone(), auditable.clone(), backend);
        Some(Part { resource, wanted, condition, visible, is_own })
    };
    Ok(kinds::registered().iter().filter_map(part).collect())
}

/// Reads the records' other columns, a statement per kind. A record that was restored meanwhile is
/// shown as it was before; one that was purged is left out.
async fn fill(
    app: &App,
    call: &Call,
    records: &mut Vec<Record>,
    projections: &Projections,
) -> Result<(), Error> {
    let mut read: HashMap<(&str, i64), Record> = HashMap::new();
    for (resource, ids) in by_kind(records.iter().map(|it| (it.resource, it.id()))) {
        let projection = projections(resource).with(resource, &read_by_list(resource));
        let with_ids = with_ids(resource, &ids, app.database.backend());
        let permit = app.point_reader(call, ids.len()).await?;
        for record in resource.read(&*permit, &projection, with_ids).await? {
            read.insert((resource.name, record.id()), record);
        }
    }
    records.retain_mut(|record| {
        let whole = read.remove(&(record.resource.name, record.id()));
        whole.map(|whole| record.complete(whole)).is_some()
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use entity::ColumnType;

    use crate::kinds;

    #[test]
    fn labels_are_texts() {
        for resource in kinds::registered() {
            let label = resource.table.column(resource.label).map(|column| column.column_type);
            assert_eq!(label, Some(ColumnType::Text), "{}", resource.name);
        }
    }
}
