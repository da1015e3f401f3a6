//! Who waits for whom, and for how long.

use database::{Connection, Database, Role, is_out_of_time, is_outage};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, Statement};
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};
use tokio::time::timeout;

use crate::{numbers, start};

/// A statement that never ends by itself.
pub const ENDLESS: &str = "WITH RECURSIVE all_numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM all_numbers) \
     SELECT COUNT(*) FROM all_numbers";
/// How a file is lost.
type Loss = fn(&Path);

const INSERT: &str = "INSERT INTO t (n) VALUES (1)";
/// Far longer than anything here takes.
const SOON: Duration = Duration::from_secs(5);

async fn query(connection: &Connection, sql: &str) -> Result<Vec<QueryResult>, DbErr> {
    connection.query_all_raw(Statement::from_string(DbBackend::Sqlite, sql)).await
}

async fn insert(database: &Database) -> Result<(), DbErr> {
    database.operator().writer.execute_unprepared(INSERT).await.map(drop)
}

#[tokio::test]
async fn a_reader_does_not_wait_for_a_transaction_that_writes() {
    let (database, _folder) = start().await;
    let transaction = database.operator().begin().await.unwrap();
    transaction.execute_unprepared(INSERT).await.unwrap();
    assert_eq!(timeout(SOON, numbers(&database)).await.unwrap(), [0_i64; 0]);
    transaction.commit().await.unwrap();
    assert_eq!(numbers(&database).await, [1]);
}

#[tokio::test]
async fn a_writer_waits_for_a_transaction_that_writes() {
    let (database, _folder) = start().await;
    let transaction = database.operator().begin().await.unwrap();
    let mut second = Box::pin(insert(&database));
    assert!(timeout(Duration::from_millis(50), second.as_mut()).await.is_err());
    transaction.commit().await.unwrap();
    second.await.unwrap();
    assert_eq!(numbers(&database).await, [1]);
}

/// Whether it is the plain transaction or a database that is scoped to one.
#[tokio::test]
async fn a_dropped_transaction_is_rolled_back() {
    let (database, _folder) = start().await;
    for _ in 0..2 {
        let transaction = database.operator().begin().await.unwrap();
        transaction.execute_unprepared(INSERT).await.unwrap();
        drop(transaction);
        let scoped = database.scoped(Role::Permitted(7)).await.unwrap();
        insert(&scoped).await.unwrap();
        drop(scoped);
    }
    assert_eq!(numbers(&database).await, [0_i64; 0]);
    let scoped = database.scoped(Role::Permitted(7)).await.unwrap();
    insert(&scoped).await.unwrap();
    assert_eq!(numbers(&scoped).await, [1], "it sees what it wrote");
    scoped.commit().await.unwrap();
    assert_eq!(numbers(&database).await, [1]);
}

#[tokio::test]
async fn a_statement_that_takes_too_long_is_interrupted() {
    let (database, _folder) = start().await;
    database.limit_statements(Duration::from_millis(50));
    let started = Instant::now();
    for _ in 0..2 {
        let reader = database.slow_reader().await.unwrap();
        let error = query(&reader, ENDLESS).await.unwrap_err();
        assert!(is_out_of_time(&error), "{error}");
        // The next one to take the connection has its own time.
        let again = query(&database.slow_reader().await.unwrap(), "SELECT 1").await;
        assert_eq!(again.unwrap().len(), 1);
    }
    let scoped = database.scoped(Role::Permitted(7)).await.unwrap();
    let reading = scoped.reading();
    let error = query(scoped.operator().reader, ENDLESS).await.unwrap_err();
    assert!(is_out_of_time(&error), "{error}");
    drop(reading);
    scoped.roll_back().await.unwrap();
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
}

/// It only reads, whatever it is asked.
#[tokio::test]
async fn a_reader_writes_nothing() {
    let (database, _folder) = start().await;
    database.limit_statements(SOON);
    let slow = database.slow_reader().await.unwrap();
    for connection in [database.operator().reader, &database.background, &slow] {
        assert!(connection.execute_unprepared(INSERT).await.is_err());
        assert!(query(connection, "INSERT INTO t (n) VALUES (1) RETURNING n").await.is_err());
    }
    assert_eq!(numbers(&database).await, [0_i64; 0]);
}

/// SQLite would go on writing to the file that it has opened, and the change would be gone.
#[tokio::test]
async fn a_change_is_not_acknowledged_once_the_file_is_lost() {
    let cases: [(&str, Loss); 3] = [
        ("deleted", |file| fs::remove_file(file).unwrap()),
        ("replaced", |file| fs::rename(file.with_file_name("other.db"), file).unwrap()),
        ("truncated", |file| {
            fs::File::options().write(true).open(file).unwrap().set_len(0).unwrap()
        }),
    ];
    for (how, lose) in cases {
        let (database, folder) = start().await;
        fs::write(folder.path().join("other.db"), "").unwrap();
        insert(&database).await.unwrap();
        lose(&folder.path().join("data.db"));
        let writer = database.operator().writer.sqlite_writer().unwrap();
        let statement = Statement::from_string(DbBackend::Sqlite, "INSERT INTO t (n) VALUES (2)");
        let written = writer.run(7, move |it| it.execute(&statement)).await;
        assert!(written.as_ref().is_err_and(is_outage), "{how}: {written:?}");
        let begun = database.operator().begin().await.map(drop);
        assert!(begun.as_ref().is_err_and(is_outage), "{how}: {begun:?}");
    }
}
