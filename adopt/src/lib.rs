//! Keeps what is deleted from tables that other programs own, and brings it back.
//!
//! [`adopt`] reads the catalogue and writes `kinds.toml`; [`statements`] are the triggers that it takes, and
//! [`undo`] brings rows back.

mod accounts;
mod capture;
mod catalogue;
mod coded;
mod coverage;
mod history;
mod kinds;
mod own;
mod present;
mod removals;
mod retention;
mod rows;
mod sql;
mod typed;
mod undo;

use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement, TransactionTrait};
use std::fmt::Write;

pub use accounts::own_rows;
pub use catalogue::{Column, JsonType, Table, tables};
pub use coverage::{Coverage, Gap, NOTHING_KEPT, coverage};
pub use history::{erasing, row_history};
pub use kinds::{Beyond, Kind, Kinds, Owner, Record, parse};
pub use own::Own;
pub use present::{
    Having, NO_COLUMN, Place, PresentRow, Writing, Written, present_row, present_rows, write_row,
};
pub use removals::{COUNTED, Listed, Part, Removed, removals};
pub use retention::forget_old;
pub use rows::{RemovedRow, removed_rows};
pub use sql::refused;
pub use typed::{TypedKind, typed_kinds};
pub use undo::{Outcome, Removal, Undone, Wanted, Why, undo};

/// What can be adopted of a database, and what is to be known about the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The text of `kinds.toml`.
    pub kinds: String,
    /// Sentences about what is left out or doesn't come back, and why.
    pub remarks: Vec<String>,
}

/// Proposes how the tables of a database are adopted. Changes nothing.
///
/// # Errors
/// When the catalogue can't be read.
pub async fn adopt(database: &impl ConnectionTrait) -> Result<Proposal, DbErr> {
    let tables = tables(database).await?;
    let remarks = tables.iter().flat_map(|table| match table.obstacle() {
        Some(obstacle) => vec![format!("{} is left out: it {obstacle}", table.title())],
        None => Kind::of(table).warnings(table),
    });
    let counts = database.get_database_backend() == DbBackend::Postgres;
    Ok(Proposal {
        remarks: remarks.collect(),
        kinds: kinds::write(&tables, counts.then_some(kinds::MOST)).map_err(DbErr::Custom)?,
    })
}

/// The statements that begin to keep what is removed from these kinds, and what they don't reach.
///
/// # Errors
/// What is wrong with a kind, or that the catalogue can't be read.
pub async fn statements(
    database: &impl ConnectionTrait,
    kinds: &Kinds,
) -> Result<(Vec<String>, Vec<String>), DbErr> {
    let tables = tables(database).await?;
    let (mut adopted, mut warnings) = (Vec::new(), Vec::new());
    for (name, kind) in kinds {
        let table = kind.table(name, &tables).map_err(DbErr::Custom)?;
        warnings.extend(kind.warnings(table));
        adopted.push(capture::Adopted { name, kind, table });
    }
    let (backend, before) = (database.get_database_backend(), triggers(database).await?);
    let mut statements = Vec::new();
    if backend == DbBackend::Sqlite {
        let read = Statement::from_string(backend, capture::KEPT_ON_SQLITE);
        let kept = database.query_all_raw(read).await?;
        let kept: Vec<String> =
            kept.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?;
        let lacks = |name: &str| !kept.is_empty() && !kept.iter().any(|it| it == name);
        let upgrades = capture::UPGRADES_ON_SQLITE.into_iter().filter(|(name, _)| lacks(name));
        statements.extend(upgrades.map(|(_, sql)| sql.to_owned()));
    }
    statements.extend(capture::install(backend, &adopted, &before));
    Ok((statements, warnings))
}

/// The statements that take everything away that was installed, with all that was kept.
///
/// # Errors
/// When the catalogue can't be read.
pub async fn removal(database: &impl ConnectionTrait) -> Result<Vec<String>, DbErr> {
    Ok(capture::remove(database.get_database_backend(), &triggers(database).await?))
}

/// The statements that forget what was kept before a time, RFC 3339.
///
/// # Errors
/// When nothing is kept, or the database can't be reached.
pub async fn forgetting(
    database: &impl ConnectionTrait,
    before: &str,
) -> Result<Vec<String>, DbErr> {
    coverage::must_be_adopted(database).await?;
    Ok(vec![capture::forget(database.get_database_backend(), before)])
}

/// Runs statements in one transaction.
///
/// # Errors
/// When one of them fails; then nothing has changed.
pub async fn apply(database: &DatabaseConnection, statements: &[String]) -> Result<(), DbErr> {
    let transaction = database.begin().await?;
    for statement in statements {
        transaction.execute_unprepared(statement).await?;
    }
    transaction.commit().await
}

/// The statements as a script, which does all or nothing.
pub fn script(statements: &[String]) -> String {
    let mut script = String::from("BEGIN;\n");
    for statement in statements {
        let _ = writeln!(script, "{statement};");
    }
    script + "COMMIT;\n"
}

async fn triggers(database: &impl ConnectionTrait) -> Result<Vec<capture::Trigger>, DbErr> {
    let backend = database.get_database_backend();
    let read = Statement::from_string(backend, capture::triggers(backend));
    let rows = database.query_all_raw(read).await?;
    let triggers = rows.iter().map(|row| {
        Ok(capture::Trigger {
            name: row.try_get_by_index(0)?,
            schema: row.try_get_by_index(1)?,
            table: row.try_get_by_index(2)?,
            is_enabled: row.try_get_by_index(3)?,
        })
    });
    triggers.collect()
}
