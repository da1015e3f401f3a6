//! What SQLite can tell of itself.

use sea_orm::DatabaseConnection;

use super::check::{Found, rows, texts};

/// Whether its file is whole, and its indexes agree with their tables.
pub async fn storage(database: &DatabaseConnection) -> Found {
    let told = texts(database, "PRAGMA integrity_check(20)").await?;
    Ok(told.into_iter().filter(|line| line != "ok").collect())
}

/// The rows that refer to rows that aren't there.
pub async fn references(database: &DatabaseConnection) -> Found {
    let told = rows(database, "PRAGMA foreign_key_check").await?;
    let problem = |row: &sea_orm::QueryResult| {
        let (table, parent): (String, String) =
            (row.try_get_by_index(0)?, row.try_get_by_index(2)?);
        // A table without numbers has none to tell.
        let which = match row.try_get_by_index::<Option<i64>>(1)? {
            Some(id) => format!("{table}: row {id}"),
            None => format!("{table}: a row"),
        };
        Ok(format!("{which} refers to a row of {parent} that isn't there"))
    };
    told.iter().map(problem).collect()
}
