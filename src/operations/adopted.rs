//! Reads and brings back what was removed in SQL from tables of other programs.

use adopt::{Listed, NOTHING_KEPT, Outcome, Removed, RemovedRow, Undone, Wanted};
use entity::Timestamp;
use sea_orm::DbErr;
use serde_json::Value;
use std::sync::Arc;

use crate::{
    app::{AdoptedTable, AdoptedTables, App},
    auth::{Call, Permission},
    error::Error,
    operations::rows::RawJson,
};

/// Rows that an undo, or a page of the rows of a removal, may read.
const COUNTED: u64 = adopt::COUNTED as u64;
/// Rows that a list may read of each removal: few have as many, and the time of those that have is taken from the budget.
const EXPECTED: u64 = 10_000;

/// What is kept of a table.
pub struct TableCoverage {
    /// The table.
    pub table: AdoptedTable,
    /// Since when; `None`: nothing is kept.
    pub since: Option<Timestamp>,
    /// What isn't kept any more, sentence by sentence.
    pub gaps: Vec<String>,
    /// Whether the caller may bring back what was removed.
    pub can_restore: bool,
}

/// A removed or changed row, with what people know it by.
pub struct LabelledRow {
    /// The row.
    pub row: RemovedRow,
    /// Its values by column before, if they were kept and aren't too long for a list.
    pub values: Option<RawJson>,
    /// Its values after, if it was changed or created.
    pub after: Option<RawJson>,
    /// What people know it by.
    pub label: Option<String>,
}

/// Rows that came back, or would.
pub struct BroughtBack {
    /// Whether nothing was changed.
    pub is_preview: bool,
    /// How many rows of each table, and why others don't.
    pub outcomes: Vec<Outcome>,
    /// What wasn't kept of the time that was asked for.
    pub warnings: Vec<String>,
}

/// Which removals are asked for.
#[derive(Default)]
pub struct WantedRemovals {
    /// Their ids.
    pub ids: Option<Vec<String>>,
    /// They were done at this time or later.
    pub since: Option<Timestamp>,
    /// They were done at this time or earlier.
    pub until: Option<Timestamp>,
    /// Only rows of these tables.
    pub tables: Option<Vec<String>>,
    /// The role of the database that did them.
    pub role: Option<String>,
    /// Whether changes are taken back too, and what was created.
    pub changes: bool,
}

/// The tables that a caller may use, of those that are asked for.
struct Usable {
    adopted: Arc<AdoptedTables>,
    tables: Vec<AdoptedTable>,
}

impl Usable {
    /// `None`: there are none.
    fn of(
        app: &App,
        call: &Call,
        asked: Option<&[String]>,
        permission: fn(&AdoptedTable) -> &Permission,
    ) -> Option<Self> {
        let adopted = Arc::clone(app.adopted.get()?);
        let all = adopted.tables();
        let is_asked = |it: &&AdoptedTable| asked.is_none_or(|names| names.contains(&it.name));
        let may = |it: &&AdoptedTable| call.caller.require(permission(it)).is_ok();
        let tables: Vec<_> = all.iter().filter(is_asked).filter(may).cloned().collect();
        (!tables.is_empty()).then_some(Self { adopted, tables })
    }

    fn names(&self) -> Vec<String> {
        self.tables.iter().map(|it| it.name.clone()).collect()
    }

    /// Rows with what people know them by; their bytes count for the caller.
    fn labelled(
        &self,
        app: &App,
        call: &Call,
        rows: Vec<RemovedRow>,
    ) -> Result<Vec<LabelledRow>, Error> {
        let images = rows.iter().flat_map(|it| [&it.values, &it.after]);
        let bytes = images.flatten().map(String::len).sum();
        app.spend_read(call, bytes)?;
        let labelled = |mut row: RemovedRow| {
            let [values, after] =
                [row.values.take(), row.after.take()].map(|it| it.map(RawJson::of).transpose());
            let (values, after) = (values?, after?);
            let table = self.tables.iter().find(|it| it.name == row.kind);
            let column = table.and_then(|it| it.label.as_deref());
            let shown = values.as_ref().or(after.as_ref());
            let label = column.zip(shown).and_then(|(column, values)| text_of(values, column));
            Ok(LabelledRow { row, values, after, label })
        };
        rows.into_iter().map(labelled).collect::<Result<_, DbErr>>().map_err(Error::from)
    }
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
        let gaps = kept.map_or_else(|| vec![NOTHING_KEPT.to_owned()], |it| it.gaps.clone());
        let since = kept.and_then(|it| Timestamp::parse(&it.since));
        let can_restore = call.caller.require(&table.restore).is_ok();
        TableCoverage { table, since, gaps, can_restore }
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
    let permit = app.reader(call, size.saturating_mul(EXPECTED)).await?;
    let database = usable.adopted.database(&permit);
    let listed = Listed { kinds: &usable.names(), changes };
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
    let (database, names) = (usable.adopted.database(&permit), usable.names());
    let listed = Listed { kinds: &names, changes };
    let rows = adopt::removed_rows(database, removal, listed, after, size).await;
    let rows = unless_nothing(rows)?;
    usable.labelled(app, call, rows)
}

fn text_of(values: &RawJson, column: &str) -> Option<String> {
    let (_, value) = values.fields().into_iter().find(|(name, _)| name == column)?;
    match value.parse() {
        Value::Null => None,
        Value::String(text) => Some(text),
        value => Some(value.to_string()),
    }
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
    let asked = [table.to_owned()];
    let Some(usable) = Usable::of(app, call, Some(&asked), |it| &it.view) else {
        return Ok(Vec::new());
    };
    let of: Vec<_> = usable.tables.iter().flat_map(|it| &it.key).cloned().collect();
    if !usable.tables.iter().all(|it| it.records_changes) {
        return Err(Error::bad_request(format!("key: changes of {table} are not recorded")));
    }
    if key.len() != of.len() {
        return Err(Error::bad_request(format!("key must have values of {}", of.join(", "))));
    }
    let permit = app.reader(call, size).await?;
    let database = usable.adopted.database(&permit);
    let rows = adopt::row_history(database, (table, &of), key, before, size).await;
    usable.labelled(app, call, unless_nothing(rows)?)
}

/// Brings rows back into the tables where the caller may; a preview changes nothing.
///
/// # Errors
/// `Forbidden` where that are none, `Conflict` where nothing is kept, and `TooExpensive` when it takes too long.
pub async fn bring_back(
    app: &App,
    call: &Call,
    wanted: WantedRemovals,
    is_preview: bool,
) -> Result<BroughtBack, Error> {
    let Some(usable) = Usable::of(app, call, wanted.tables.as_deref(), |it| &it.restore) else {
        return Err(refusal(app, call));
    };
    let _turn = usable.adopted.turn().await;
    let permit = app.reader(call, COUNTED).await?;
    let wanted = Wanted {
        since: wanted.since.map(|it| it.to_string()),
        until: wanted.until.map(|it| it.to_string()),
        kinds: usable.names(),
        role: wanted.role,
        removals: wanted.ids,
        changes: wanted.changes,
        by: Some(format!("{ACCOUNT}{}", call.user_id)),
    };
    let undone = adopt::undo(usable.adopted.database(&permit), &wanted, is_preview).await;
    let Undone { outcomes, warnings, .. } = undone.map_err(|error| match error {
        DbErr::Custom(text) if text == NOTHING_KEPT => Error::ConflictsWith(NOTHING_KEPT),
        error => error.into(),
    })?;
    if !is_preview {
        let rows: i64 = outcomes.iter().filter(|it| it.reason.is_none()).map(|it| it.rows).sum();
        tracing::info!(account = call.user_id, rows, "removed rows were brought back");
    }
    Ok(BroughtBack { is_preview, outcomes, warnings })
}

/// Who brings rows back for an account.
const ACCOUNT: &str = "account ";

/// The account for which a row came back, if it was for one.
pub fn account_of(by: &str) -> Option<i64> {
    by.strip_prefix(ACCOUNT)?.parse().ok()
}

/// Which permissions would do, of tables that the caller knows.
fn refusal(app: &App, call: &Call) -> Error {
    let known = Usable::of(app, call, None, |it| &it.view);
    let required = known.iter().flat_map(|it| &it.tables).map(|it| it.restore.all).collect();
    Error::Forbidden { required }
}

/// What was found; nothing, where nothing is kept.
fn unless_nothing<T>(found: Result<Vec<T>, DbErr>) -> Result<Vec<T>, Error> {
    match found {
        Err(DbErr::Custom(text)) if text == NOTHING_KEPT => Ok(Vec::new()),
        found => Ok(found?),
    }
}
