//! Rows that can be read, without those that can't (D40).

use sea_orm::{DbErr, QueryResult};

use crate::telemetry::metrics::UNREADABLE_ROWS;

/// Reads the rows of a table. What can't be read is left out, logged and counted, so that one row
/// doesn't keep others from anybody.
pub fn readable<T>(
    table: &'static str,
    rows: &[QueryResult],
    read: impl Fn(&QueryResult) -> Result<T, DbErr>,
) -> Vec<T> {
    let read = |row| match read(row) {
        Ok(value) => Some(value),
        Err(error) => {
            let id: Option<i64> = row.try_get("", "id").ok();
            tracing::error!(%error, table, id, "a row can't be read and is left out");
            UNREADABLE_ROWS.inc();
            None
        }
    };
    rows.iter().filter_map(read).collect()
}
