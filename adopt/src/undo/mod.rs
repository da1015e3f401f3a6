//! Brings back what was removed.

mod postgres;
mod sqlite;
mod why;

use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, Statement,
    TransactionTrait,
};

pub use self::why::Why;
use crate::{
    coverage::{Coverage, coverage, must_be_adopted},
    kinds::Record,
    own::Own,
};

/// What is to come back.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Since when, RFC 3339; absent: from the first one.
    pub since: Option<String>,
    /// Until when; absent: until now.
    pub until: Option<String>,
    /// The kinds; empty: all.
    pub kinds: Vec<String>,
    /// Only what this role of the database removed.
    pub role: Option<String>,
    /// Only these removals, by their ids; absent: all.
    pub removals: Option<Vec<String>>,
    /// Whether changes that are recorded are taken back too, and what was created.
    pub changes: bool,
    /// Of these kinds only an owner's rows.
    pub own: Vec<Own>,
    /// For whom rows come back; absent: the role of the database.
    pub by: Option<String>,
}

/// What an undo does, or would do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Undone {
    /// Who removed what when, the newest first; each transaction is one.
    pub removals: Vec<Removal>,
    /// How many rows of each kind come back, and why others don't.
    pub outcomes: Vec<Outcome>,
    /// What wasn't kept of the time that was asked for, sentence by sentence.
    pub warnings: Vec<String>,
}

/// Rows of one kind that one transaction removed, changed or created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The id of the transaction, or on SQLite of the statement.
    pub id: String,
    /// When it was done, RFC 3339.
    pub at: String,
    /// The role of the database; SQLite has none.
    pub role: Option<String>,
    /// Whom the application named.
    pub person: Option<String>,
    /// The kind.
    pub kind: String,
    /// How many rows.
    pub rows: i64,
    /// What was done to them: `removed`, `changed` or `created`.
    pub done: String,
}

/// What happens to rows of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The kind.
    pub kind: String,
    /// How many rows.
    pub rows: i64,
    /// Why they don't come back; absent: they do.
    pub reason: Option<Why>,
    /// What is different about those that come back.
    pub remark: Option<Why>,
}

/// Brings rows back, in one transaction; a preview does the same, and takes it back.
///
/// # Errors
/// When the database can't be reached, keeps nothing, or refuses everything.
pub async fn undo(
    database: &DatabaseConnection,
    wanted: &Wanted,
    is_preview: bool,
) -> Result<Undone, DbErr> {
    let backend = database.get_database_backend();
    must_be_adopted(database).await?;
    let warnings = uncovered(database, wanted).await?;
    let transaction = database.begin().await?;
    let undone = match backend {
        DbBackend::Postgres => postgres::undo(&transaction, wanted).await?,
        _ => sqlite::undo(&transaction, wanted).await?,
    };
    if is_preview {
        transaction.rollback().await?
    } else {
        transaction.commit().await?
    }
    Ok(Undone { warnings, ..undone })
}

/// What wasn't kept of the kinds since the time that is asked for.
async fn uncovered(database: &DatabaseConnection, wanted: &Wanted) -> Result<Vec<String>, DbErr> {
    if wanted.since.is_none() && !wanted.changes {
        return Ok(Vec::new());
    }
    let mut warnings = Vec::new();
    for Coverage { kind, since: covered, record, gaps } in coverage(database).await? {
        if !wanted.kinds.is_empty() && !wanted.kinds.contains(&kind) {
            continue;
        }
        if wanted.since.as_ref().is_some_and(|since| *since < covered) {
            warnings.push(format!("{kind}: what is deleted is kept only since {covered}"));
        }
        if wanted.changes && record == Record::Deletes {
            warnings.push(format!("{kind}: what is changed and created is not recorded"));
        }
        warnings.extend(gaps.into_iter().map(|gap| format!("{kind}: {gap}")));
    }
    Ok(warnings)
}

/// What was done to rows that were captured.
const DONE: &str = "CASE c.action WHEN 'delete' THEN 'removed' WHEN 'hide' THEN 'removed' WHEN 'create' THEN 'created' ELSE 'changed' END";

/// What these queries say of an undo: removals, where `{done}` is what was done, and outcomes.
async fn report(
    database: &DatabaseTransaction,
    removals: &str,
    outcomes: &str,
) -> Result<Undone, DbErr> {
    let query = |sql: &str| {
        Statement::from_string(database.get_database_backend(), sql.replace("{done}", DONE))
    };
    let mut undone = Undone::default();
    for row in database.query_all_raw(query(removals)).await? {
        undone.removals.push(Removal {
            id: row.try_get_by_index(0)?,
            at: row.try_get_by_index(1)?,
            role: row.try_get_by_index(2)?,
            person: row.try_get_by_index(3)?,
            kind: row.try_get_by_index(4)?,
            rows: row.try_get_by_index(5)?,
            done: row.try_get_by_index(6)?,
        });
    }
    for row in database.query_all_raw(query(outcomes)).await? {
        undone.outcomes.push(Outcome {
            kind: row.try_get_by_index(0)?,
            rows: row.try_get_by_index(1)?,
            reason: Why::read(row.try_get_by_index::<Option<String>>(2)?.as_deref())?,
            remark: Why::read(row.try_get_by_index::<Option<String>>(3)?.as_deref())?,
        });
    }
    let said = |it: &Option<Why>| it.as_ref().map(ToString::to_string);
    undone.outcomes.sort_by_cached_key(|it| (it.kind.clone(), said(&it.reason), said(&it.remark)));
    Ok(undone)
}
