//! A table of visits, written by many tasks at once, and read meanwhile.
//!
//! ```sh
//! cargo run -p database --example visits
//! ```

use database::{Database, DatabaseError, Role, Schema, column, is_out_of_time};
use futures_util::future::try_join_all;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, Statement};
use std::{
    error::Error,
    time::{Duration, Instant},
};

/// Writes that wait at once, each of an account of its own.
const WRITES: i64 = 500;

/// The tables of this program.
struct Tables;

impl Schema for Tables {
    const LOCK: i64 = 1;

    async fn is_current(&self, connection: &impl ConnectionTrait) -> Result<bool, DatabaseError> {
        self.is_usable(connection).await.map_err(DatabaseError::Migration)
    }

    async fn is_usable(&self, connection: &impl ConnectionTrait) -> Result<bool, DbErr> {
        let table = "SELECT name FROM sqlite_master WHERE name = 'visits'";
        Ok(!column::<String>(connection, table).await?.is_empty())
    }

    async fn update(&self, transaction: &DatabaseTransaction) -> Result<(), DbErr> {
        let table = "CREATE TABLE visits (id INTEGER PRIMARY KEY, account INTEGER NOT NULL)";
        transaction.execute_unprepared(table).await.map(drop)
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let url = format!("sqlite://{}?mode=rwc", folder.path().join("visits.db").display());
    let database = Database::open(&url).await?;
    database.limit_statements(Duration::from_millis(200));
    database.migrate(&Tables).await?;
    println!("ready: {}", database.is_ready(&Tables).await);

    // Each is a transaction of its own, and is stored when its future ends. Those that wait share a
    // flush of the disk.
    let permitted = |account| database.unlimited(Role::Permitted(account));
    let writer = permitted(1).writer.sqlite_writer().ok_or("the file has a writer")?;
    let started = Instant::now();
    let write = |account: i64| {
        let insert = "INSERT INTO visits (account) VALUES (?)";
        let insert = Statement::from_sql_and_values(DbBackend::Sqlite, insert, [account.into()]);
        writer.run(account, move |transaction| transaction.execute(&insert))
    };
    let written: u64 = try_join_all((0..WRITES).map(write)).await?.into_iter().sum();
    println!("{written} durable writes in {:?}", started.elapsed());

    // A reader sees what is committed, and doesn't wait for who writes.
    let transaction = permitted(1).begin().await?;
    transaction.execute_unprepared("DELETE FROM visits").await?;
    let reader = permitted(2).reader;
    println!("while one deletes them: {} visits", count(reader).await?);
    drop(transaction);
    println!("after it was dropped: {} visits", count(reader).await?);

    let endless =
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT SUM(i) FROM n";
    let started = Instant::now();
    match column::<i64>(&*database.slow_reader().await?, endless).await {
        Err(error) if is_out_of_time(&error) => {
            println!("too slow: ended after {:?}", started.elapsed())
        }
        other => println!("unexpected: {other:?}"),
    }
    for pool in database.pools() {
        println!("pool {}: {} of {} connections open", pool.name, pool.size, pool.limit);
    }
    Ok(())
}

async fn count(connection: &impl ConnectionTrait) -> Result<i64, DbErr> {
    Ok(column(connection, "SELECT COUNT(*) FROM visits").await?.pop().unwrap_or_default())
}
