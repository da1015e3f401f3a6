//! The thread that writes to SQLite.

use chrono::DateTime;
use database::{Database, SERVER, SqliteTransaction, SqliteWriter, StoredTime, is_duplicate};
use futures_util::{FutureExt, future::join_all};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, Statement, Value};
use serde_json::json;
use uuid::Uuid;

use crate::{numbers, start};

/// Writes of each of four ways.
const WRITES: i64 = 50;

fn writer(database: &Database) -> &SqliteWriter {
    database.operator().writer.sqlite_writer().unwrap()
}

fn statement<const N: usize>(sql: &str, values: [Value; N]) -> Statement {
    Statement::from_sql_and_values(DbBackend::Sqlite, sql, values)
}

fn insert(number: i64) -> Statement {
    statement("INSERT INTO t (n) VALUES (?)", [number.into()])
}

fn run(transaction: &SqliteTransaction<'_>, statement: &Statement) -> Result<(), DbErr> {
    transaction.query(statement, |_| Ok(())).map(drop)
}

/// The row that a statement returns on the connection of the pool.
async fn in_pool(database: &Database, statement: Statement) -> QueryResult {
    database.operator().writer.query_one_raw(statement).await.unwrap().unwrap()
}

/// What one connection stores the other one reads, and both store the same.
#[tokio::test]
async fn all_connections_store_values_alike() {
    let (database, _folder) = start().await;
    let time = |text: &str| DateTime::parse_from_rfc3339(text).unwrap().to_utc();
    let values: Vec<Value> = vec![
        true.into(),
        false.into(),
        7_i32.into(),
        i64::MAX.into(),
        7_u64.into(),
        0.5_f64.into(),
        "Grüße".into(),
        "".into(),
        vec![0_u8, 255].into(),
        Uuid::from_u128(7).into(),
        time("2026-11-20T15:36:00Z").into(),
        time("2026-11-20T15:36:00.5Z").into(),
        time("2026-11-20T15:36:00.123456Z").into(),
        json!({ "a": [1, null, "ü"] }).into(),
        json!("text").into(),
        None::<bool>.into(),
        None::<i64>.into(),
        None::<String>.into(),
        None::<Uuid>.into(),
        None::<serde_json::Value>.into(),
    ];
    for value in values {
        let stored = "INSERT INTO t (v) VALUES (?) RETURNING typeof(v) || quote(v)";
        let stored = statement(stored, [value.clone()]);
        let row = in_pool(&database, stored.clone()).await;
        let expected: String = row.try_get_by_index(0).unwrap();
        let write = move |transaction: &SqliteTransaction<'_>| {
            transaction.query(&stored, |row| row.get::<String>(0))
        };
        let found = writer(&database).run(SERVER, write).await.unwrap();
        assert_eq!(found, [expected], "{value:?}");
    }
    for (text, expected) in [
        ("2026-11-20T15:36:00.500+00:00", Some("2026-11-20T15:36:00.500+00:00")),
        ("2026-11-20T15:36:00+00:00", Some("2026-11-20T15:36:00+00:00")),
        ("2026-11-20 15:36:00", Some("2026-11-20T15:36:00+00:00")),
        ("yesterday", None),
    ] {
        let given = statement("SELECT ?", [text.into()]);
        let read = move |transaction: &SqliteTransaction<'_>| {
            transaction.query(&given, |row| row.get::<StoredTime>(0).map(|it| it.0.to_rfc3339()))
        };
        let found =
            writer(&database).run(SERVER, read).await.ok().and_then(|mut found| found.pop());
        assert_eq!(found.as_deref(), expected, "{text}");
    }
}

/// What savepoints copy stays in memory, and both connections that write flush and checkpoint alike.
#[tokio::test]
async fn both_connections_write_alike() {
    let (database, _folder) = start().await;
    for (name, expected) in [
        ("synchronous", Some(2)),
        ("foreign_keys", Some(1)),
        ("wal_autocheckpoint", None),
        ("temp_store", Some(2)),
    ] {
        let pragma = statement(&format!("PRAGMA {name}"), []);
        let row = in_pool(&database, pragma.clone()).await;
        let of_pool: i64 = row.try_get_by_index(0).unwrap();
        let read = move |transaction: &SqliteTransaction<'_>| {
            transaction.query(&pragma, |row| row.get::<i64>(0))
        };
        assert_eq!(writer(&database).run(SERVER, read).await.unwrap(), [of_pool], "{name}");
        assert!(expected.is_none_or(|it| it == of_pool), "{name}: {of_pool}");
    }
}

/// Each write fails alone and with its own error, whether or not it shares a transaction.
#[tokio::test]
async fn a_failed_write_is_rolled_back_alone() {
    let (database, _folder) = start().await;
    let others = database.operator().begin().await.unwrap();
    let write = |number: i64| {
        let database = database.clone();
        tokio::spawn(async move {
            let write = move |transaction: &SqliteTransaction<'_>| {
                run(transaction, &insert(number))?;
                match number % 4 {
                    1 => run(transaction, &insert(number)),
                    2 => panic!("a write that is expected to panic"),
                    3 => run(transaction, &statement("nonsense", [])),
                    _ => Ok(()),
                }
            };
            writer(&database).run(SERVER, write).await
        })
    };
    let writes: Vec<_> = (0..12).map(write).collect();
    // All of them wait for this transaction.
    tokio::task::yield_now().await;
    others.commit().await.unwrap();
    let mut outcomes = join_all(writes).await;
    // Each of these has a transaction of its own.
    for number in 12..16 {
        outcomes.push(write(number).await);
    }
    for (number, ended) in outcomes.into_iter().enumerate() {
        let outcome = ended.unwrap();
        assert_eq!(outcome.is_ok(), number % 4 == 0, "{number}: {outcome:?}");
        let duplicate = outcome.as_ref().is_err_and(is_duplicate);
        assert_eq!(duplicate, number % 4 == 1, "{number}: {outcome:?}");
    }
    assert_eq!(numbers(&database).await, [0, 4, 8, 12]);
}

/// A transaction that ended by itself fails all its writes, and no later one.
#[tokio::test]
async fn a_lost_transaction_writes_nothing() {
    let (database, _folder) = start().await;
    for number in 0..3 {
        let write = move |transaction: &SqliteTransaction<'_>| {
            run(transaction, &insert(number))?;
            let ended = if number == 1 { "ROLLBACK" } else { "SELECT 1" };
            run(transaction, &statement(ended, []))
        };
        assert_eq!(writer(&database).run(SERVER, write).await.is_ok(), number != 1, "{number}");
    }
    assert_eq!(numbers(&database).await, [0, 2]);
}

/// Of writes that wait, the first of each account come first.
#[tokio::test]
async fn accounts_take_turns() {
    let (database, _folder) = start().await;
    let others = database.operator().begin().await.unwrap();
    let write = |account: i64| {
        writer(&database).run(account, move |transaction: &SqliteTransaction<'_>| {
            run(transaction, &statement("INSERT INTO t (v) VALUES (?)", [account.into()]))
        })
    };
    let mut writes = Box::pin(join_all([1; 20].into_iter().chain([2]).map(write)));
    assert!(writes.as_mut().now_or_never().is_none());
    others.commit().await.unwrap();
    for outcome in writes.await {
        outcome.unwrap();
    }
    let all = statement("SELECT n FROM t WHERE v = 2", []);
    let row = in_pool(&database, all).await;
    assert_eq!(row.try_get_by_index::<i64>(0), Ok(2));
}

/// The thread, transactions and single statements take turns.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn all_writers_take_turns() {
    let (database, _folder) = start().await;
    let write = |number: i64| {
        let database = database.clone();
        tokio::spawn(async move {
            match number % 4 {
                0 => {
                    let transaction = database.operator().begin().await?;
                    transaction.execute_raw(insert(number)).await?;
                    transaction.commit().await
                }
                1 => database.operator().writer.execute_raw(insert(number)).await.map(drop),
                2 => {
                    // Dropped: rolled back.
                    let transaction = database.operator().begin().await?;
                    transaction.execute_raw(insert(number)).await.map(drop)
                }
                _ => {
                    let write = move |it: &SqliteTransaction<'_>| run(it, &insert(number));
                    writer(&database).run(SERVER, write).await
                }
            }
        })
    };
    for ended in join_all((0..4 * WRITES).map(write)).await {
        ended.unwrap().unwrap();
    }
    let expected: Vec<i64> = (0..4 * WRITES).filter(|number| number % 4 != 2).collect();
    assert_eq!(numbers(&database).await, expected);
}
