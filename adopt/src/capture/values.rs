//! How values that are bound as JSON are read.

use sea_orm::DbBackend;

use super::sqlite;

/// The value at a place of a bound array of JSON, as PostgreSQL's type.
pub(crate) fn value_at(backend: DbBackend, array: &str, at: usize, of: Option<&String>) -> String {
    match (backend, of) {
        (DbBackend::Postgres, Some(of)) => format!("CAST({array}::json ->> {at} AS {of})"),
        _ => sqlite::value(array, at),
    }
}
