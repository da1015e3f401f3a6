//! Threads that read: a statement runs on one of them from its first row to its last.

use database::{Connection, Reads, SqliteRow, is_out_of_time};
use sea_orm::{DbBackend, DbErr, Statement};
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::time::{sleep, timeout};

use crate::{connections::ENDLESS, start};

/// Far longer than anything here takes.
const SOON: Duration = Duration::from_secs(5);

/// What a statement finds, read as one whose length nobody knows or as a short one.
async fn read(connection: &Connection, is_short: bool, sql: &str) -> Result<Vec<i64>, DbErr> {
    let statement = Statement::from_string(DbBackend::Sqlite, sql);
    let threads = connection.on_threads().unwrap();
    let number = |row: &SqliteRow<'_>| row.get(0);
    match is_short {
        true => threads.read_short(statement, number).await,
        false => threads.read(statement, number).await,
    }
}

#[tokio::test]
async fn a_statement_is_read_by_its_columns_and_writes_nothing() {
    let (database, _folder) = start().await;
    let reader = database.operator().reader;
    assert!(database.operator().writer.on_threads().is_none(), "it writes");
    let statements = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&statements);
    reader.set_metric_callback(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    for is_short in [false, true] {
        assert_eq!(read(reader, is_short, "SELECT 1 UNION SELECT 2").await, Ok(vec![1, 2]));
        let written = read(reader, is_short, "INSERT INTO t (n) VALUES (1) RETURNING n").await;
        assert!(written.is_err(), "{written:?}");
        let of_another_type = read(reader, is_short, "SELECT 'text'").await;
        assert!(of_another_type.is_err(), "{of_another_type:?}");
        assert_eq!(read(reader, is_short, "SELECT n FROM t").await, Ok(Vec::new()));
    }
    assert_eq!(statements.load(Ordering::Relaxed), 8, "each is told");
    let scoped = database.scoped(database::Role::Operator).await.unwrap();
    assert!(scoped.operator().reader.on_threads().is_none(), "a transaction sees what it wrote");
}

/// Neither the threads for short statements nor the others are used up by what nobody waits for.
#[tokio::test]
async fn what_nobody_waits_for_is_interrupted() {
    let (database, _folder) = start().await;
    let reader = database.operator().reader;
    for is_short in [false, true] {
        for _ in 0..8 {
            let endless = read(reader, is_short, ENDLESS);
            assert!(timeout(Duration::from_millis(20), endless).await.is_err());
        }
        let next = timeout(SOON, read(reader, is_short, "SELECT 3")).await;
        assert_eq!(next.unwrap(), Ok(vec![3]), "short: {is_short}");
    }
}

#[tokio::test]
async fn what_takes_too_long_is_interrupted() {
    let (database, _folder) = start().await;
    database.limit_statements(Duration::from_millis(50));
    let started = Instant::now();
    for _ in 0..2 {
        let slow = database.slow_reader().await.unwrap();
        let error = read(&slow, false, ENDLESS).await.unwrap_err();
        assert!(is_out_of_time(&error), "{error}");
        let again = read(&database.slow_reader().await.unwrap(), false, "SELECT 1").await;
        assert_eq!(again, Ok(vec![1]), "the next one has its own time");
    }
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
}

#[tokio::test]
async fn a_read_that_panics_ends_no_thread() {
    let (database, _folder) = start().await;
    let reader = database.operator().reader;
    let one = || Statement::from_string(DbBackend::Sqlite, "SELECT 1");
    for _ in 0..8 {
        let read = |_: &SqliteRow<'_>| -> Result<(), DbErr> { panic!("of the test") };
        let threads = reader.on_threads().unwrap();
        assert!(threads.read(one(), read).await.is_err());
        assert!(threads.read_short(one(), read).await.is_err());
    }
    assert_eq!(read(reader, false, "SELECT 1").await, Ok(vec![1]));
    assert_eq!(read(reader, true, "SELECT 1").await, Ok(vec![1]));
}

/// A hundred at once are answered, and one that the disk holds up delays the others for little.
#[tokio::test]
async fn short_statements_share_threads() {
    let (database, _folder) = start().await;
    let reader = database.operator().reader;
    let mut held_up = Box::pin(read(reader, true, ENDLESS));
    assert!(timeout(Duration::from_millis(20), held_up.as_mut()).await.is_err());
    let others = (0..100).map(async |number| {
        let found = read(reader, true, &format!("SELECT {number}")).await;
        assert_eq!(found, Ok(vec![number]));
    });
    timeout(SOON, futures_util::future::join_all(others)).await.unwrap();
    sleep(Duration::from_millis(5)).await;
    assert_eq!(timeout(SOON, read(reader, true, "SELECT 1")).await.unwrap(), Ok(vec![1]));
}
