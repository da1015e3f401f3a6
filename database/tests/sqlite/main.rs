//! SQLite in a file: one thread writes, readers don't wait, and what takes too long is ended.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod connections;
mod opening;
mod readers;
mod writer;

use database::{Database, column};
use sea_orm::ConnectionTrait;
use tempfile::TempDir;

/// A database in a file of its own, with a table of numbers; and the folder of the file.
async fn start() -> (Database, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::open(&url(&folder)).await.unwrap();
    let table = "CREATE TABLE t (n INTEGER PRIMARY KEY, v)";
    database.operator().writer.execute_unprepared(table).await.unwrap();
    (database, folder)
}

fn url(folder: &TempDir) -> String {
    format!("sqlite://{}?mode=rwc", folder.path().join("data.db").display())
}

/// The numbers that are committed.
async fn numbers(database: &Database) -> Vec<i64> {
    column(database.operator().reader, "SELECT n FROM t ORDER BY n").await.unwrap()
}
