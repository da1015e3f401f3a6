//! Which files are opened, and how they come to have tables.

use database::{Database, DatabaseError, Opening, Schema, column};
use futures_util::future::{join, join_all};
use sea_orm::{
    ConnectionTrait, Database as Connector, DatabaseTransaction, DbErr, TransactionTrait,
};
use std::{fs, os::unix::fs::PermissionsExt, time::Duration};
use tokio::time::{sleep, timeout};

use crate::{numbers, start, url};

/// The tables of a program: one, with a row for each update.
struct Numbers;

impl Schema for Numbers {
    const LOCK: i64 = 7;

    async fn is_current(&self, connection: &impl ConnectionTrait) -> Result<bool, DatabaseError> {
        self.is_usable(connection).await.map_err(DatabaseError::Migration)
    }

    async fn is_usable(&self, connection: &impl ConnectionTrait) -> Result<bool, DbErr> {
        let found = column::<String>(connection, "SELECT name FROM sqlite_master WHERE name = 't'");
        Ok(!found.await?.is_empty())
    }

    async fn update(&self, transaction: &DatabaseTransaction) -> Result<(), DbErr> {
        transaction.execute_unprepared("CREATE TABLE t (n INTEGER PRIMARY KEY)").await?;
        transaction.execute_unprepared("INSERT INTO t DEFAULT VALUES").await.map(drop)
    }
}

/// Why it can't be opened; no message repeats a password.
#[tokio::test]
async fn what_can_not_be_opened_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let existing = Opening { must_exist: Some("init creates one"), ..Opening::default() };
    let missing = url(&folder).replace("?mode=rwc", "");
    for (url, opening, expected) in [
        (
            "mysql://root:secret@db/name",
            Opening::default(),
            "must begin with sqlite: or postgres://",
        ),
        ("postgres://root:secret@db:none/name", Opening::default(), "must be like"),
        (&missing, Opening::default(), "write it as sqlite://FILE?mode=rwc to create the file"),
        (&url(&folder), existing, "init creates one"),
    ] {
        let error = Database::open_with(url, opening).await.err().unwrap();
        let message = error.to_string();
        assert!(message.contains(expected) && !message.contains("secret"), "{message}");
        assert!(!error.is_transient(), "{message}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn a_new_file_is_for_its_owner_alone() {
    let (_database, folder) = start().await;
    for file in fs::read_dir(folder.path()).unwrap().map(Result::unwrap) {
        let mode = file.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{:?}", file.path());
    }
}

/// As several processes do that start at once.
#[tokio::test]
async fn tables_are_created_once() {
    let folder = tempfile::tempdir().unwrap();
    let open = async |_| Database::open(&url(&folder)).await.unwrap();
    let databases = join_all((0..4).map(open)).await;
    assert!(!databases[0].is_ready(&Numbers).await);
    let migrated = join_all(databases.iter().map(|it| it.migrate(&Numbers))).await;
    assert!(migrated.iter().all(Result::is_ok), "{migrated:?}");
    assert_eq!(numbers(&databases[0]).await, [1]);
    assert!(databases[1].is_ready(&Numbers).await);
}

/// Statements fail once the file is lost, those that only read included.
#[tokio::test]
async fn a_supervised_file_is_missed() {
    let (database, folder) = start().await;
    let supervised = tokio::spawn(database.supervise(Numbers));
    database.wait_until_checked().await;
    assert!(database.is_up() && database.is_ready(&Numbers).await);
    fs::remove_file(folder.path().join("data.db")).unwrap();
    timeout(Duration::from_secs(5), database.wait_for_outage()).await.unwrap();
    assert!(!database.is_up() && !database.is_ready(&Numbers).await);
    let read = column::<i64>(database.operator().reader, "SELECT n FROM t").await;
    assert!(read.as_ref().is_err_and(database::is_outage), "{read:?}");
    assert!(!supervised.is_finished());
}

/// A file that is locked for longer than a request waits is opened once it is free.
#[tokio::test]
async fn a_locked_file_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let other = Connector::connect(url(&folder)).await.unwrap();
    let other = other.begin().await.unwrap();
    other.execute_unprepared("CREATE TABLE t (n)").await.unwrap();
    let free = async {
        sleep(Duration::from_millis(4_500)).await;
        other.commit().await.unwrap();
    };
    let url = url(&folder);
    let (database, ()) = join(Database::open(&url), free).await;
    let database = database.unwrap();
    let count = column::<i64>(database.operator().reader, "SELECT count(*) FROM t");
    assert_eq!(count.await.unwrap(), [0]);
}
