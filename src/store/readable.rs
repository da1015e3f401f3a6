//! Rows that can be read, without those that can't (D40).

use sea_orm::{DbErr, QueryResult};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{store::database::SqliteRow, telemetry::metrics::UNREADABLE_ROWS};

/// A row of either driver.
pub trait StoredRow {
    /// The number in its column `id`, if it can be read.
    fn id(&self) -> Option<i64>;
}

impl StoredRow for QueryResult {
    fn id(&self) -> Option<i64> {
        self.try_get("", "id").ok()
    }
}

impl StoredRow for SqliteRow<'_> {
    fn id(&self) -> Option<i64> {
        self.named("id").ok()
    }
}

/// Rows that a page reads where none of the first can be read. It would have no position to go on from.
pub const SKIPPED: u64 = 1_000;

/// Reads the rows of a table, without those that can't be read.
pub fn readable<T>(
    table: &'static str,
    rows: &[QueryResult],
    read: impl Fn(&QueryResult) -> Result<T, DbErr>,
) -> Vec<T> {
    rows.iter().filter_map(|row| read_row(table, row, &read)).collect()
}

/// Reads a row of a table. If it can't be read, that is logged and counted, so that one row doesn't
/// keep others from anybody.
pub fn read_row<R: StoredRow, T>(
    table: &'static str,
    row: &R,
    read: impl FnOnce(&R) -> Result<T, DbErr>,
) -> Option<T> {
    // The driver panics for times that chrono can't count to, such as `infinity` of PostgreSQL.
    match catch_unwind(AssertUnwindSafe(|| read(row))) {
        Ok(Ok(value)) => Some(value),
        failed => {
            let id = row.id();
            let error = failed.map_or(None, Result::err);
            tracing::error!(?error, table, id, "a row can't be read and is left out");
            UNREADABLE_ROWS.inc();
            None
        }
    }
}
