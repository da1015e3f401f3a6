//! Reads what was removed in SQL from tables of other programs, and what is recorded of their rows.

use adopt::{Gap, Listed, Removed};
use entity::Timestamp;

use super::usable::{COUNTED, LabelledRow, Usable, unless_nothing};
use crate::{
    app::{AdoptedTable, App},
    auth::Call,
    error::Error,
};

/// Rows that a list may read of each removal: few have as many, and the time of those that have is taken from the budget.
const EXPECTED: u64 = 10_000;

/// What is kept of a table.
pub struct TableCoverage {
    /// The table.
    pub table: AdoptedTable,
    /// Since when; `None`: nothing is kept.
    pub since: Option<Timestamp>,
    /// What isn't kept any more.
    pub gaps: Vec<Gap>,
    /// Whether the caller may bring back what was removed.
    pub can_restore: bool,
    /// The columns that the caller may set in new rows.
    pub creatable: Vec<String>,
    /// Those that the caller may change.
    pub updatable: Vec<String>,
}

/// What is kept of each table that the caller may view; without the coverage only which tables there are.
///
/// # Errors
/// When the database can't be reached.
pub async fn tables(app: &App, call: &Call, covered: bool) -> Result<Vec<TableCoverage>, Error> {
    let Some(usable) = Usable::of(app, call, None, |it| &it.view) else { return Ok(Vec::new()) };
    let kept = if covered {
        let permit = app.point_reader(call, 1).await?;
        unless_nothing(adopt::coverage(usable.adopted.database(&permit)).await)?
    } else {
        Vec::new()
    };
    let of = |table: AdoptedTable| {
        let kept = kept.iter().find(|it| it.kind == table.name);
        let gaps = kept.map_or_else(|| vec![Gap::NothingKept], |it| it.gaps.clone());
        let since = kept.and_then(|it| Timestamp::parse(&it.since));
        let may = |permission| call.caller.require(permission).is_ok();
        let open = |columns: &[String], permission| {
            if may(permission) { columns.to_vec() } else { Vec::new() }
        };
        TableCoverage {
            since,
            gaps,
            can_restore: may(&table.restore),
            creatable: open(&table.creatable, &table.create),
            updatable: open(&table.updatable, &table.update),
            table,
        }
    };
    Ok(usable.tables.into_iter().map(of).collect())
}

/// A page of what was removed, the newest first, of tables that the caller may view.
///
/// # Errors
/// When the database can't be reached, and `TooExpensive`.
pub async fn removals(
    app: &App,
    call: &Call,
    (tables, changes): (Option<&[String]>, bool),
    after: Option<&str>,
    size: u64,
) -> Result<Vec<Removed>, Error> {
    let Some(usable) = Usable::of(app, call, tables, |it| &it.view) else { return Ok(Vec::new()) };
    let permit = app.reader(call, usable.rows(size.saturating_mul(EXPECTED))).await?;
    let (database, own) = (usable.adopted.database(&permit), usable.own(call, &permit).await?);
    let listed = Listed { kinds: &usable.names(), changes, own: &own };
    unless_nothing(adopt::removals(database, listed, after, size).await)
}

/// A page of the rows that a transaction removed, of tables that the caller may view.
///
/// # Errors
/// When the database can't be reached, and `TooExpensive`.
pub async fn removed_rows(
    app: &App,
    call: &Call,
    removal: &str,
    (tables, changes): (Option<&[String]>, bool),
    after: i64,
    size: u64,
) -> Result<Vec<LabelledRow>, Error> {
    let Some(usable) = Usable::of(app, call, tables, |it| &it.view) else { return Ok(Vec::new()) };
    let permit = app.reader(call, COUNTED).await?;
    let (database, own) = (usable.adopted.database(&permit), usable.own(call, &permit).await?);
    let listed = Listed { kinds: &usable.names(), changes, own: &own };
    let rows = adopt::removed_rows(database, removal, listed, after, size).await;
    let rows = unless_nothing(rows)?;
    usable.labelled(app, call, rows)
}

/// A page of what is recorded of one row, the newest first, of a table that the caller may view.
///
/// # Errors
/// `BadRequest` where its changes aren't recorded, when the database can't be reached, and `TooExpensive`.
pub async fn row_history(
    app: &App,
    call: &Call,
    (table, key): (&str, &[String]),
    before: i64,
    size: u64,
) -> Result<Vec<LabelledRow>, Error> {
    let Some(usable) = Usable::one(app, call, table) else { return Ok(Vec::new()) };
    if !usable.tables.iter().all(|it| it.records_changes) {
        return Err(Error::bad_request(format!("key: changes of {table} are not recorded")));
    }
    let of = usable.key(key)?;
    let permit = app.reader(call, size).await?;
    let (database, own) = (usable.adopted.database(&permit), usable.own(call, &permit).await?);
    let rows = adopt::row_history(database, (table, &of, own.first()), key, before, size).await;
    usable.labelled(app, call, unless_nothing(rows)?)
}
