//! Reading many records, a page at a time.

use sea_orm::{
    ConnectionTrait, DbBackend,
    sea_query::{Alias, Condition, Expr, Func, NullOrdering, Order, Query, SelectStatement},
};

use super::{
    cursor::Cursor,
    filter::{Filter, Sort, collated},
    visibility::{Trashed, Visibility},
};
use crate::{
    app::App,
    auth::Caller,
    error::Error,
    operations::records::{record::Record, statement::run},
    resources::{Projection, Resource},
};

/// Which records of a kind are wanted, and in which order.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The kind.
    pub resource: &'static Resource,
    /// Whether deleted ones are among them.
    pub trashed: Trashed,
    /// What they are narrowed to.
    pub filter: Option<Filter>,
    /// What they are sorted by. It ends with the number of the record, so that no two share a place.
    pub order: Vec<Sort>,
}

/// Which part of a list is wanted.
#[derive(Clone, Debug)]
pub struct Page {
    /// How many records at most.
    pub size: u64,
    /// The place it starts after; backward, before. `None`: the start; backward, the end.
    pub from: Option<Cursor>,
    /// Whether it is read from its end.
    pub backward: bool,
}

/// A part of a list, in the list's order whichever way it was read.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The records.
    pub records: Vec<Record>,
    /// Whether there are more in the direction of reading.
    pub more: bool,
}

/// A page of the records that the caller sees, in one statement.
///
/// # Errors
/// `Forbidden` for one who may see none.
pub async fn list(
    app: &App,
    caller: &Caller,
    wanted: &Wanted,
    page: &Page,
    projection: &Projection,
) -> Result<Listed, Error> {
    let backend = app.database.backend();
    let mut condition = condition(caller, wanted, backend)?;
    if let Some(cursor) = &page.from {
        condition = condition.add(cursor.beyond(&wanted.order, page.backward, backend));
    }
    let names: Vec<&str> = wanted.order.iter().map(|sort| sort.field).collect();
    let projection = projection.with(wanted.resource, &names);
    let mut statement = wanted.resource.select(&projection, condition);
    sort(&mut statement, &wanted.order, page.backward, backend);
    // One more than wanted says whether there are more.
    statement.limit(page.size + 1);
    let rows = run(&app.database.reader, &statement).await?;
    let mut records = rows
        .iter()
        .map(|row| Record::from_row(wanted.resource, &projection, row))
        .collect::<Result<Vec<_>, _>>()?;
    let more = records.len() as u64 > page.size;
    if more {
        records.pop();
    }
    if page.backward {
        records.reverse();
    }
    Ok(Listed { records, more })
}

/// How many records the caller sees in the whole list.
///
/// # Errors
/// `Forbidden` for one who may see none.
pub async fn count(app: &App, caller: &Caller, wanted: &Wanted) -> Result<i64, Error> {
    count_within(&app.database.reader, caller, wanted).await
}

/// The same, in a transaction that has changed some of them.
pub(crate) async fn count_within(
    connection: &impl ConnectionTrait,
    caller: &Caller,
    wanted: &Wanted,
) -> Result<i64, Error> {
    let condition = condition(caller, wanted, connection.get_database_backend())?;
    let statement = Query::select()
        .expr_as(Func::count(Expr::col(wanted.resource.columns.id)), Alias::new("count"))
        .from(wanted.resource.table.name)
        .cond_where(condition)
        .take();
    let rows = run(connection, &statement).await?;
    Ok(rows.first().map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default())
}

/// The condition that a row is in the list, for the caller.
pub(crate) fn condition(
    caller: &Caller,
    wanted: &Wanted,
    backend: DbBackend,
) -> Result<Condition, Error> {
    let visibility = Visibility::of(caller, wanted.resource)?;
    let filter = wanted.filter.as_ref().map(|filter| filter.condition(backend));
    Ok(Condition::all().add(visibility.condition(wanted.trashed)).add_option(filter))
}

fn sort(statement: &mut SelectStatement, order: &[Sort], backward: bool, backend: DbBackend) {
    for Sort { field, column_type, nullable, descending } in order {
        let (order, nulls) = match *descending != backward {
            true => (Order::Desc, NullOrdering::First),
            false => (Order::Asc, NullOrdering::Last),
        };
        let column = collated(Expr::col(*field), *column_type, backend);
        // Where nothing can be missing, saying so would keep SQLite from its indexes.
        match nullable {
            true => statement.order_by_expr_with_nulls(column, order, nulls),
            false => statement.order_by_expr(column, order),
        };
    }
}
