//! The statements that let a database keep what is removed from its tables.

mod key;
mod postgres;
mod sqlite;
mod values;

use sea_orm::DbBackend;

pub(crate) use key::key_of;
pub(crate) use postgres::TABLES;
pub(crate) use sqlite::{
    KEPT as KEPT_ON_SQLITE, UPGRADES as UPGRADES_ON_SQLITE, image as image_on_sqlite,
    value as value_on_sqlite,
};
pub(crate) use values::value_at;

use crate::{catalogue::Table, kinds::Kind, sql};

/// A kind with its name and its table.
pub(crate) struct Adopted<'a> {
    pub name: &'a str,
    pub kind: &'a Kind,
    pub table: &'a Table,
}

/// The statements that begin to keep what is removed, in order. They can run again.
///
/// `before` are the triggers that are there already.
pub(crate) fn install(
    backend: DbBackend,
    adopted: &[Adopted<'_>],
    before: &[Trigger],
) -> Vec<String> {
    match backend {
        DbBackend::Postgres => postgres::install(adopted, before),
        _ => sqlite::install(adopted, before),
    }
}

/// The statements that take everything away again. Nothing that was kept is left.
pub(crate) fn remove(backend: DbBackend, triggers: &[Trigger]) -> Vec<String> {
    match backend {
        DbBackend::Postgres => postgres::remove(triggers),
        _ => sqlite::remove(triggers),
    }
}

/// The statement that forgets what was kept before a time, RFC 3339.
pub(crate) fn forget(backend: DbBackend, before: &str) -> String {
    let table = match backend {
        DbBackend::Postgres => "reinstate.captured",
        _ => "reinstate_captured",
    };
    format!("DELETE FROM {table} WHERE at < {}", sql::text(before))
}

/// A trigger of ours, by its name and table.
pub(crate) struct Trigger {
    pub name: String,
    pub schema: String,
    pub table: String,
    pub is_enabled: bool,
}

/// The triggers that a kind takes, each with the statement that creates it.
pub(crate) fn planned(backend: DbBackend, adopted: &Adopted<'_>) -> Vec<(Trigger, String)> {
    match backend {
        DbBackend::Postgres => postgres::triggers(adopted),
        _ => sqlite::triggers(adopted),
    }
}

/// The query for what is covered: kinds, since when, settings and columns.
pub(crate) const fn coverage(backend: DbBackend) -> &'static str {
    match backend {
        DbBackend::Postgres => postgres::COVERAGE,
        _ => sqlite::COVERAGE,
    }
}

/// The columns of a table as the coverage has them.
pub(crate) fn columns(backend: DbBackend, kind: &Kind, table: &Table) -> serde_json::Value {
    match backend {
        DbBackend::Postgres => postgres::columns(table),
        _ => sqlite::columns(kind, table),
    }
}

/// The query for our triggers: names, schemas, tables, and whether they are enabled.
pub(crate) const fn triggers(backend: DbBackend) -> &'static str {
    match backend {
        DbBackend::Postgres => postgres::TRIGGERS,
        _ => sqlite::TRIGGERS,
    }
}
