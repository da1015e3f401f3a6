//! Reads lists of records, a page at a time.

use sea_orm::{
    ConnectionTrait, DbBackend,
    sea_query::{Condition, Expr, NullOrdering, Order, SelectStatement},
};

use super::{
    cursor::Cursor,
    filter::{Filter, Sort, collated},
    union::{found_first, union},
    visibility::{Trashed, Visibility},
};
use crate::{
    app::App,
    auth::{Call, Caller},
    error::Error,
    operations::rows::{Record, run_count},
    resources::{Columns, Projection, Resource},
    store::SKIPPED,
};

/// Live and deleted records, read apart.
const APART: [Trashed; 2] = [Trashed::Without, Trashed::Only];

/// Records of a page by default.
pub const PAGE_SIZE: u64 = 20;
/// Most records of a page.
pub const MAX_PAGE_SIZE: u64 = 100;

/// The filter and order of a list.
#[derive(Clone, Debug)]
pub struct ListQuery {
    /// The kind.
    pub resource: &'static Resource,
    /// Whether it includes deleted records.
    pub trashed: Trashed,
    /// The filter.
    pub filter: Option<Filter>,
    /// The sort order. It ends with the id, so that no two records have the same position.
    pub order: Vec<Sort>,
}

/// The part of a list to read.
#[derive(Clone, Copy, Debug)]
pub struct Page<P = Cursor> {
    /// Most records of the page.
    pub size: u64,
    /// The position where the page starts, or a backward page ends. `None`: the start, or the end.
    pub from: Option<P>,
    /// Whether the list is read backward, from its end.
    pub backward: bool,
}

/// A page of a list, in its order even when read backward.
#[derive(Clone, Debug, Default)]
pub struct RecordPage {
    /// The records.
    pub records: Vec<Record>,
    /// Whether there are more in the direction of reading.
    pub more: bool,
}

/// Reads a page of visible records in one statement.
///
/// # Errors
/// `Forbidden` without the permission to view the kind; `TooExpensive`.
pub async fn list(
    app: &App,
    call: &Call,
    wanted: &ListQuery,
    page: &Page,
    projection: &Projection,
) -> Result<RecordPage, Error> {
    let listed = read(app, call, wanted, page, projection).await?;
    if page.size == 0 || !listed.is_unreadable() {
        return Ok(listed);
    }
    let longer = Page { size: SKIPPED, ..page.clone() };
    Ok(read(app, call, wanted, &longer, projection).await?.part(page.size, page.backward))
}

async fn read(
    app: &App,
    call: &Call,
    wanted: &ListQuery,
    page: &Page,
    projection: &Projection,
) -> Result<RecordPage, Error> {
    let backend = app.database.backend();
    let names: Vec<&str> = wanted.order.iter().map(|sort| sort.field).collect();
    let projection = projection.with(wanted.resource, &names);
    let visibility = Visibility::of(call, wanted.resource)?;
    // With one more record than the page holds, the next page exists.
    let limit = page.size + 1;
    let (rows, few) = wanted.page(app, call, visibility, limit, false).await?;
    // A long statement takes longest to build, and who doesn't wait for it builds none.
    let permit = app.reader(call, rows).await?;
    let Some(mut found) = select_page(visibility, wanted, page, &projection, (backend, few)) else {
        return Ok(RecordPage::default());
    };
    let statement = match parts(wanted, page) {
        [_] => {
            let mut one = backend.build(&found);
            // In the text: for a parameter PostgreSQL expects a tenth of the table, and therefore
            // plans each request anew.
            one.sql.push_str(&format!(" LIMIT {limit}"));
            one
        }
        _ => backend.build(found.limit(limit)),
    };
    let read = wanted.resource.fetch(&*permit, &projection, statement).await?;
    drop(permit);
    let more = read.len() as u64 > page.size;
    let records: Vec<Record> = read.into_iter().flatten().collect();
    app.spend_read(call, records.iter().map(Record::bytes).sum())?;
    Ok(RecordPage::of(records, more, page))
}

impl RecordPage {
    /// The page of the records that were read for it. One more is read if there are more.
    pub(crate) fn of(mut records: Vec<Record>, more: bool, page: &Page) -> Self {
        records.truncate(usize::try_from(page.size).unwrap_or(usize::MAX));
        if page.backward {
            records.reverse();
        }
        Self { records, more }
    }

    /// Whether no record of the page can be read.
    pub(crate) const fn is_unreadable(&self) -> bool {
        self.records.is_empty() && self.more
    }

    /// The first records of a longer page.
    pub(crate) fn part(mut self, size: u64, backward: bool) -> Self {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let rest = self.records.len().saturating_sub(size);
        self.more = rest > 0 || self.more && !self.is_unreadable();
        if backward {
            drop(self.records.drain(..rest))
        } else {
            self.records.truncate(size)
        }
        self
    }
}

/// Selects a page with one more record, sorted. The caller of the function limits it. `few`: an index
/// finds few records, in whatever order.
pub(crate) fn select_page(
    visibility: Visibility,
    wanted: &ListQuery,
    page: &Page,
    projection: &Projection,
    (backend, few): (DbBackend, bool),
) -> Option<SelectStatement> {
    let part =
        |trashed: &Trashed| part(visibility, wanted, page, *trashed, projection, (backend, few));
    match parts(wanted, page) {
        [one] => Some(part(one)),
        several => {
            let parts = several.iter().map(|trashed| part(trashed).limit(page.size + 1).take());
            let mut all = union(parts)?;
            sort(&mut all, wanted.order.iter(), page.backward, backend);
            Some(all)
        }
    }
}

/// Selects a list's records after the start of a page, sorted.
fn part(
    visibility: Visibility,
    wanted: &ListQuery,
    page: &Page,
    trashed: Trashed,
    projection: &Projection,
    (backend, few): (DbBackend, bool),
) -> SelectStatement {
    let order = order_within(wanted, trashed);
    let beyond = page.from.as_ref().map(|from| from.beyond(&order, page.backward, backend));
    let condition = within(visibility, wanted, trashed, backend).add_option(beyond);
    let part = wanted.resource.select_page(projection, condition);
    let constant = match trashed {
        Trashed::Without => Some(wanted.resource.columns.deleted_at),
        _ => None,
    };
    let order = order.iter().filter(|sort| Some(sort.field) != constant);
    let mut part = found_first(part, few, backend);
    sort(&mut part, order, page.backward, backend);
    part
}

/// Counts the records of the whole list that the caller may view.
///
/// # Errors
/// As [`list`].
pub async fn count(app: &App, call: &Call, wanted: &ListQuery) -> Result<i64, Error> {
    let permit = app.reader(call, wanted.rows_of_count(app, call).await?).await?;
    count_within(&*permit, call, wanted).await
}

/// Like [`count`], in a transaction that has changed some of the records.
pub(crate) async fn count_within(
    connection: &impl ConnectionTrait,
    caller: &Caller,
    wanted: &ListQuery,
) -> Result<i64, Error> {
    let visibility = Visibility::of(caller, wanted.resource)?;
    let parts = APART.iter().filter(|it| [**it, Trashed::With].contains(&wanted.trashed));
    let parts = parts.map(|trashed| {
        let backend = connection.get_database_backend();
        wanted.resource.count(within(visibility, wanted, *trashed, backend))
    });
    let Some(statement) = union(parts) else { return Ok(0) };
    Ok(run_count(connection, &statement).await?)
}

/// The condition that a row is in the list and visible.
pub(crate) fn condition(
    caller: &Caller,
    wanted: &ListQuery,
    backend: DbBackend,
) -> Result<Condition, Error> {
    Ok(within(Visibility::of(caller, wanted.resource)?, wanted, wanted.trashed, backend))
}

fn within(
    visibility: Visibility,
    wanted: &ListQuery,
    trashed: Trashed,
    backend: DbBackend,
) -> Condition {
    let filter = wanted.filter.as_ref().map(|filter| filter.condition(backend));
    Condition::all().add(visibility.condition(trashed)).add_option(filter)
}

/// The parts of a list that are read apart. Each has an index of its own.
fn parts(wanted: &ListQuery, page: &Page) -> &'static [Trashed] {
    let Columns { deleted_at, created_at, .. } = wanted.resource.columns;
    let first =
        wanted.order.first().filter(|first| [deleted_at, created_at].contains(&first.field));
    match (wanted.trashed, first, &page.from) {
        (Trashed::Without, ..) => &[Trashed::Without],
        (Trashed::Only, ..) => &[Trashed::Only],
        (Trashed::With, None, _) => &[Trashed::With],
        // Live records come first or last, so a cursor can be beyond all records of one part.
        (Trashed::With, Some(first), Some(from)) if first.field == deleted_at => {
            match (first.descending != page.backward, from.begins_with_null()) {
                (true, false) => &[Trashed::Only],
                (false, true) => &[Trashed::Without],
                _ => &APART,
            }
        }
        (Trashed::With, ..) => &APART,
    }
}

/// The order within a part. Where all records are deleted, the time of deletion is not null.
fn order_within(wanted: &ListQuery, trashed: Trashed) -> Vec<Sort> {
    let nullable = |sort: &Sort| {
        let deletion = sort.field == wanted.resource.columns.deleted_at;
        sort.nullable && !(deletion && trashed == Trashed::Only)
    };
    wanted.order.iter().map(|sort| Sort { nullable: nullable(sort), ..*sort }).collect()
}

/// Sorts the rows of a statement.
pub(crate) fn sort<'a>(
    statement: &mut SelectStatement,
    order: impl Iterator<Item = &'a Sort>,
    backward: bool,
    backend: DbBackend,
) {
    for Sort { field, column_type, nullable, descending } in order {
        let (order, nulls) = if *descending != backward {
            (Order::Desc, NullOrdering::First)
        } else {
            (Order::Asc, NullOrdering::Last)
        };
        let column = collated(Expr::col(*field), *column_type, backend);
        // NULLS FIRST or LAST on a column without nulls would keep SQLite from using its indexes.
        if *nullable {
            statement.order_by_expr_with_nulls(column, order, nulls)
        } else {
            statement.order_by_expr(column, order)
        };
    }
}
