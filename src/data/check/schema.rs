//! Checks the schema against this program.

use migration::{Migrator, MigratorTrait};
use sea_orm::{DatabaseConnection, DbBackend};
use std::collections::BTreeSet;

use super::{
    query::{Found, texts},
    tables::tables,
};

/// Migrations that are missing or unknown.
pub async fn changes(database: &DatabaseConnection) -> Found {
    let known: Vec<String> =
        Migrator::migrations().iter().map(|change| change.name().to_owned()).collect();
    // Queried by hand: the library fails on a migration that it doesn't know.
    let sql = match database.get_database_backend() {
        DbBackend::Postgres => {
            "SELECT table_name::text FROM information_schema.tables \
             WHERE table_schema = current_schema() AND table_name = 'seaql_migrations'"
        }
        _ => "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'seaql_migrations'",
    };
    let applied = match texts(database, sql).await?.is_empty() {
        true => Vec::new(),
        false => texts(database, "SELECT version FROM seaql_migrations ORDER BY version").await?,
    };
    let missing: Vec<&String> = known.iter().filter(|name| !applied.contains(name)).collect();
    let newer = applied.iter().filter(|name| !known.contains(name));
    let older = missing.first().map(|first| {
        let count = missing.len();
        format!(
            "older than this program: {count} changes are missing, from {first} on; run reinstate \
             migrate"
        )
    });
    let newer = newer.map(|name| {
        format!(
            "newer than this program: it has the change {name}, which this program doesn't know"
        )
    });
    Ok(older.into_iter().chain(newer).collect())
}

/// Tables and columns that are missing.
pub async fn columns(database: &DatabaseConnection) -> Found {
    let mut problems = Vec::new();
    for table in tables() {
        let name = table.name;
        let sql = match database.get_database_backend() {
            DbBackend::Postgres => format!(
                "SELECT column_name::text FROM information_schema.columns \
                 WHERE table_schema = current_schema() AND table_name = '{name}'"
            ),
            _ => format!("SELECT name FROM pragma_table_info('{name}')"),
        };
        let found: BTreeSet<String> = texts(database, &sql).await?.into_iter().collect();
        if found.is_empty() {
            problems.push(format!("the table {name} is missing"));
            continue;
        }
        let missing = table.columns.iter().filter(|column| !found.contains(column.name));
        problems.extend(missing.map(|column| format!("{name} has no column {}", column.name)));
    }
    Ok(problems)
}
