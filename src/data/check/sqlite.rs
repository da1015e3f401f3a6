//! Checks of SQLite: file and foreign keys.

use sea_orm::{DatabaseConnection, sqlx::sqlite::SqliteConnectOptions};
use std::{fs, os::unix::fs::PermissionsExt};

use super::schema::{Problems, rows};
use crate::store::database::column;

/// Damage of the file, and indexes that disagree with their tables.
pub async fn storage(database: &DatabaseConnection) -> Problems {
    let lines: Vec<String> = column(database, "PRAGMA integrity_check(20)").await?;
    Ok(lines.into_iter().filter(|line| line != "ok").collect())
}

/// The warning that others on this machine can read the file of a database.
pub fn exposed(url: &str) -> Option<String> {
    let options = url.strip_prefix("sqlite:").and(url.parse::<SqliteConnectOptions>().ok())?;
    let path = options.get_filename();
    let mode = fs::metadata(path).ok()?.permissions().mode() & 0o777;
    let warning = format!("others can read {} (mode {mode:o}): chmod 600", path.display());
    (mode & 0o044 != 0).then_some(warning)
}

/// Rows that refer to a missing row.
pub async fn references(database: &DatabaseConnection) -> Problems {
    let violations = rows(database, "PRAGMA foreign_key_check").await?;
    let problem = |row: &sea_orm::QueryResult| {
        let (table, parent): (String, String) =
            (row.try_get_by_index(0)?, row.try_get_by_index(2)?);
        // A WITHOUT ROWID table has no row id.
        let which = match row.try_get_by_index::<Option<i64>>(1)? {
            Some(id) => format!("{table}: row {id}"),
            None => format!("{table}: a row"),
        };
        Ok(format!("{which} refers to a missing row of {parent}"))
    };
    violations.iter().map(problem).collect()
}
