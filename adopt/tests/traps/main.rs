//! What SQL removes comes back equal, or is left out with a reason: each row a trap.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod all;
mod changed;
mod listed;
mod names;
mod own;
mod postgres;
mod present;
mod random;
mod sqlite;
mod support;
mod types;
mod written;

use adopt::Listed;
use sea_orm::{ConnectionTrait, DbBackend};
use support::Store;

/// A database, a mistake in it, and what an undo makes of it.
struct Trap {
    name: &'static str,
    /// The tables with their rows.
    tables: &'static str,
    /// Replacements in `kinds.toml`.
    kinds: &'static [(&'static str, &'static str)],
    /// What removes rows.
    mistake: &'static str,
    /// What others do before it is undone.
    meanwhile: &'static str,
    /// A query whose result is the same before the mistake and after the undo; empty: none is.
    same: &'static str,
    /// Kinds with how many rows, and why they are left out or what is different; empty: they come back equal.
    outcomes: &'static [(&'static str, i64, &'static str)],
}

const TRAP: Trap =
    Trap { name: "", tables: "", kinds: &[], mistake: "", meanwhile: "", same: "", outcomes: &[] };

impl Trap {
    /// Makes the mistake and undoes it, after a preview that says the same and changes nothing.
    async fn spring(&self, store: &Store) {
        let name = self.name;
        store.run(self.tables).await;
        let as_it_was = store.definitions().await;
        let kinds = store.adopt(self.kinds).await;
        let before = store.rows(self.same).await;
        store.run(self.mistake).await;
        store.run(self.meanwhile).await;
        let mistaken = store.rows(self.same).await;
        assert!(self.same.is_empty() || !self.meanwhile.is_empty() || before != mistaken, "{name}");
        let preview = store.undo(true).await;
        assert_eq!(store.rows(self.same).await, mistaken, "{name}: a preview changes nothing");
        let undone = store.undo(false).await;
        assert_eq!(preview, undone, "{name}: a preview says what is done");
        let outcomes = all::of(&undone);
        let outcomes: Vec<_> = outcomes
            .iter()
            .map(|(kind, rows, said)| (kind.as_str(), *rows, said.as_str()))
            .collect();
        assert_eq!(outcomes, self.outcomes, "{name}\n{kinds}");
        if !self.same.is_empty() {
            assert_eq!(store.rows(self.same).await, before, "{name}: all is as it was");
        }
        let again = store.undo(false).await;
        let is_left = |it: &&adopt::Outcome| it.reason.is_none();
        assert_eq!(again.outcomes.iter().find(is_left), None, "{name}: nothing comes back twice");
        store.remove().await;
        if self.meanwhile.is_empty() {
            assert_eq!(store.definitions().await, as_it_was, "{name}: nothing of ours is left");
        }
    }
}

#[tokio::test]
async fn what_sql_removes_from_postgres_comes_back() {
    for trap in postgres::TRAPS.iter().chain(changed::TRAPS) {
        if let Some(store) = Store::postgres().await {
            trap.spring(&store).await;
            store.drop().await;
        }
    }
}

/// With `beyond = "refuse"` a statement that removes more than is kept fails, and nothing is lost.
#[tokio::test]
async fn what_is_more_than_is_kept_is_refused() {
    for store in [Store::postgres().await, Some(Store::sqlite().await)].into_iter().flatten() {
        store.run("CREATE TABLE a (id INT PRIMARY KEY NOT NULL); INSERT INTO a VALUES (1), (2), (3), (4)").await;
        let is_postgres = store.database.get_database_backend() == DbBackend::Postgres;
        let most = if is_postgres { "most = 100000" } else { "deleted = \"captured\"" };
        let refuse = [
            (most, "most = 3"),
            ("beyond = \"count\"", "beyond = \"refuse\""),
            ("record = \"deletes\"", "record = \"all\""),
        ];
        store.adopt(&refuse).await;
        for (statement, is_refused) in [
            ("DELETE FROM a", true),
            ("UPDATE a SET id = id + 10", true),
            ("INSERT INTO a VALUES (5), (6), (7), (8)", true),
            ("DELETE FROM a WHERE id < 4", false),
        ] {
            let done = store.database.execute_unprepared(statement).await;
            let says = done.as_ref().err().map(ToString::to_string).unwrap_or_default();
            assert_eq!(
                says.contains("of a at once are not kept"),
                is_refused,
                "{statement}: {says}"
            );
        }
        assert_eq!(store.rows("SELECT CAST(id AS TEXT) FROM a").await, ["4"]);
        store.drop().await;
    }
}

/// What an earlier version kept is brought back with what is kept since, and transactions follow its numbers.
#[tokio::test]
async fn what_earlier_versions_kept_is_brought_back() {
    let Some(store) = Store::postgres().await else { return };
    store.run("CREATE TABLE a (id INT PRIMARY KEY); INSERT INTO a VALUES (1), (2)").await;
    store.adopt(&[]).await;
    store.run("DELETE FROM a WHERE id = 1").await;
    store
        .run(
            "CREATE SEQUENCE reinstate.statement;
             CREATE FUNCTION reinstate.transaction_of(number bigint) RETURNS bigint LANGUAGE sql RETURN 1;
             ALTER TABLE reinstate.captured ADD statement bigint NOT NULL DEFAULT 1, ALTER transaction DROP DEFAULT;
             UPDATE reinstate.captured SET transaction = 1",
        )
        .await;
    store.adopt(&[]).await;
    store.run("DELETE FROM a WHERE id = 2").await;
    let listed = Listed { kinds: &["a".to_owned()], changes: false, own: &[] };
    let removals = adopt::removals(&store.database, listed, None, 5).await.unwrap();
    assert_eq!(removals.iter().map(|it| it.parts[0].rows).collect::<Vec<_>>(), [1, 1]);
    assert_eq!(removals[1].id, "1", "the newest are first");
    assert_eq!(store.undo(false).await.outcomes[0].rows, 2);
    store.remove().await;
    assert_eq!(
        store.rows("SELECT nspname FROM pg_namespace WHERE nspname = 'reinstate'").await,
        [""; 0]
    );
    store.drop().await;
}

/// What a migration of the application takes from what is kept is said.
#[tokio::test]
async fn gaps_are_told() {
    let stores = [Store::postgres().await, Some(Store::sqlite().await)];
    for store in stores.into_iter().flatten() {
        let is_postgres = store.database.get_database_backend() == DbBackend::Postgres;
        store.run("CREATE TABLE a (id INT PRIMARY KEY); CREATE TABLE b (id INT PRIMARY KEY)").await;
        store.adopt(&[]).await;
        let gaps = async || {
            let all = adopt::coverage(&store.database).await.unwrap();
            let said =
                |gaps: Vec<adopt::Gap>| gaps.iter().map(ToString::to_string).collect::<Vec<_>>();
            all.into_iter().map(|it| (it.kind, said(it.gaps).join("; "))).collect::<Vec<_>>()
        };
        let none = [("a".to_owned(), String::new()), ("b".to_owned(), String::new())];
        assert_eq!(gaps().await, none);
        let (change, said) = if is_postgres {
            (
                "ALTER TABLE a ADD n INT; ALTER TABLE b DISABLE TRIGGER reinstate_removed",
                "its trigger reinstate_removed is disabled",
            )
        } else {
            (
                "ALTER TABLE a ADD n INT; DROP TRIGGER reinstate_removed_b",
                "it lacks the trigger reinstate_removed_b",
            )
        };
        store.run(change).await;
        let told = ["its columns have changed", said];
        assert_eq!(gaps().await.iter().map(|it| it.1.as_str()).collect::<Vec<_>>(), told);
        store.adopt(&[]).await;
        assert_eq!(gaps().await, none);
        store.drop().await;
    }
}

#[tokio::test]
async fn what_sql_removes_from_sqlite_comes_back() {
    for trap in sqlite::TRAPS {
        trap.spring(&Store::sqlite().await).await;
    }
}
