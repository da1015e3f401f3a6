//! Where all is recorded: changes and what was created are taken back too, each row a trap.

use adopt::{Listed, Wanted, removals, removed_rows};
use sea_orm::{ConnectionTrait, DbBackend};
use std::time::Duration;

use super::{Store, postgres, random::next, sqlite};

const ALL: &[(&str, &str)] = &[(r#"record = "deletes""#, r#"record = "all""#)];

/// What somebody does, and what an undo makes of it.
struct Trap {
    name: &'static str,
    tables: &'static str,
    mistake: &'static str,
    /// What others do before it is undone.
    meanwhile: &'static str,
    /// Rows of `a` before the mistake are there again after the undo.
    same: bool,
    /// Kinds with how many rows, and why they are left out or what is different.
    outcomes: &'static [(&'static str, i64, &'static str)],
}

const TRAP: Trap =
    Trap { name: "", tables: A, mistake: "", meanwhile: "", same: true, outcomes: &[] };
const A: &str = "
    CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT UNIQUE, n INTEGER);
    INSERT INTO a VALUES (1, 'x', 1), (2, 'y', 2), (3, NULL, NULL)";
const REFERRED: &str = "
    CREATE TABLE b (id INTEGER PRIMARY KEY);
    CREATE TABLE a (id INTEGER PRIMARY KEY, b_id INTEGER REFERENCES b ON DELETE CASCADE, n INTEGER);
    INSERT INTO b VALUES (1); INSERT INTO a VALUES (1, 1, 1)";
const AGAIN: &str = "its earlier state comes back";

const TRAPS: &[Trap] = &[
    Trap { name: "a change", mistake: "UPDATE a SET n = 9 WHERE id < 3", outcomes: &[("a", 2, "")], ..TRAP },
    Trap { name: "what changes nothing", mistake: "UPDATE a SET n = n", ..TRAP },
    Trap { name: "a creation", mistake: "INSERT INTO a VALUES (4, 'z', 4)", outcomes: &[("a", 1, "")], ..TRAP },
    Trap {
        name: "all of these to one row",
        mistake: "
            UPDATE a SET n = 5 WHERE id = 1; UPDATE a SET name = 'q' WHERE id = 1; DELETE FROM a WHERE id = 1;
            INSERT INTO a VALUES (1, 'r', 7); UPDATE a SET n = 8 WHERE id = 1",
        outcomes: &[("a", 1, ""), ("a", 4, AGAIN)],
        ..TRAP
    },
    Trap {
        name: "a row that came and went",
        mistake: "INSERT INTO a VALUES (4, 'z', 4); DELETE FROM a WHERE id = 4",
        outcomes: &[("a", 1, ""), ("a", 1, AGAIN)],
        ..TRAP
    },
    Trap {
        name: "a unique value that goes from row to row",
        mistake: "
            UPDATE a SET name = 'free' WHERE id = 1; UPDATE a SET name = 'x' WHERE id = 2; DELETE FROM a WHERE id = 2;
            INSERT INTO a VALUES (5, 'y', 5)",
        outcomes: &[("a", 3, ""), ("a", 1, AGAIN)],
        ..TRAP
    },
    Trap {
        name: "a key that changes",
        mistake: "UPDATE a SET id = 7 WHERE id = 1",
        outcomes: &[("a", 2, "")],
        ..TRAP
    },
    Trap {
        name: "somebody else's change of the same value",
        mistake: "UPDATE a SET n = 9 WHERE id < 3",
        meanwhile: "UPDATE a SET n = 10 WHERE id = 1",
        same: false,
        outcomes: &[("a", 1, ""), ("a", 1, "it has changed since, or is gone")],
        ..TRAP
    },
    Trap {
        name: "somebody else's change of another value of the row",
        mistake: "UPDATE a SET n = 9, name = 'z' WHERE id = 1",
        meanwhile: "UPDATE a SET n = 10 WHERE id = 1",
        same: false,
        outcomes: &[(
            "a",
            1,
            "changed since, or by the database: n",
        )],
        ..TRAP
    },
    Trap {
        name: "what was created and changed by somebody else",
        mistake: "INSERT INTO a VALUES (4, 'z', 4), (5, 'q', 5)",
        meanwhile: "UPDATE a SET n = 10 WHERE id = 4",
        same: false,
        outcomes: &[("a", 1, ""), ("a", 1, "it has changed since, or is gone")],
        ..TRAP
    },
    Trap {
        name: "a reference that moves to a new row, and away from one that is gone",
        tables: REFERRED,
        mistake: "INSERT INTO b VALUES (2); UPDATE a SET b_id = 2; DELETE FROM b WHERE id = 1",
        outcomes: &[("a", 1, ""), ("b", 2, "")],
        ..TRAP
    },
    Trap {
        name: "a new row to which a new one of somebody else refers",
        tables: REFERRED,
        mistake: "INSERT INTO b VALUES (2), (3)",
        meanwhile: "INSERT INTO a VALUES (2, 2, 2)",
        same: false,
        outcomes: &[("b", 1, ""), ("b", 1, "other rows refer to it: a")],
    },
    Trap {
        name: "new rows that refer to each other",
        tables: REFERRED,
        mistake: "INSERT INTO b VALUES (2), (3); INSERT INTO a VALUES (2, 2, 2), (3, 3, 3)",
        outcomes: &[("a", 2, ""), ("b", 2, "")],
        ..TRAP
    },
];

async fn rows(store: &Store, tables: &str) -> Vec<String> {
    let columns = if tables == REFERRED { "b_id" } else { "name" };
    let sql = format!(
        "SELECT id || ' ' || coalesce(CAST({columns} AS text), '-') || ' ' || coalesce(CAST(n AS text), '-') FROM a ORDER BY id"
    );
    store.rows(&sql).await
}

fn of(undone: &adopt::Undone) -> Vec<(String, i64, String)> {
    let said = |it: &adopt::Outcome| it.reason.clone().or_else(|| it.remark.clone());
    let outcomes = undone.outcomes.iter();
    outcomes.map(|it| (it.kind.clone(), it.rows, said(it).unwrap_or_default())).collect()
}

/// All that was done so far.
async fn ids(store: &Store) -> Vec<String> {
    let kinds = ["a", "b"].map(str::to_owned);
    let listed = Listed { kinds: &kinds, changes: true };
    let all = removals(&store.database, listed, None, 100).await.unwrap();
    all.into_iter().map(|it| it.id).collect()
}

#[tokio::test]
async fn changes_are_taken_back() {
    for trap in TRAPS {
        let stores = [Store::postgres().await, Some(Store::sqlite().await)];
        for store in stores.into_iter().flatten() {
            let name = trap.name;
            store.run(trap.tables).await;
            let definitions = store.definitions().await;
            store.adopt(ALL).await;
            let before = rows(&store, trap.tables).await;
            store.run(trap.mistake).await;
            let wanted =
                Wanted { changes: true, removals: Some(ids(&store).await), ..Wanted::default() };
            // SQLite's statements have the time, in milliseconds, in place of a number.
            tokio::time::sleep(Duration::from_millis(2)).await;
            store.run(trap.meanwhile).await;
            let left = rows(&store, trap.tables).await;
            let preview = adopt::undo(&store.database, &wanted, true).await.unwrap();
            assert_eq!(rows(&store, trap.tables).await, left, "{name}: a preview changes nothing");
            let undone = adopt::undo(&store.database, &wanted, false).await.unwrap();
            assert_eq!(preview, undone, "{name}");
            let outcomes = of(&undone);
            let is_it = |(is, was): (&(String, i64, String), &(&str, i64, &str))| {
                is.0 == was.0 && is.1 == was.1 && is.2 == was.2
            };
            let all = outcomes.len() == trap.outcomes.len()
                && outcomes.iter().zip(trap.outcomes).all(is_it);
            assert!(all, "{name}: {outcomes:?}");
            if trap.same {
                assert_eq!(rows(&store, trap.tables).await, before, "{name}");
            }
            let again = adopt::undo(&store.database, &wanted, false).await.unwrap();
            assert!(again.outcomes.iter().all(|it| it.reason.is_some()), "{name}: {again:?}");
            store.remove().await;
            assert_eq!(store.definitions().await, definitions, "{name}: nothing of ours is left");
            store.drop().await;
        }
    }
}

/// What is listed of a transaction that does everything.
#[tokio::test]
async fn changes_are_listed() {
    let stores = [Store::postgres().await, Some(Store::sqlite().await)];
    for store in stores.into_iter().flatten() {
        store.run(A).await;
        store.adopt(ALL).await;
        store.run("UPDATE a SET n = 9 WHERE id < 3").await;
        let (database, kinds) = (&store.database, ["a".to_owned()]);
        let [without, with] = [false, true].map(|changes| Listed { kinds: &kinds, changes });
        assert_eq!(removals(database, without, None, 10).await.unwrap(), []);
        let all = removals(database, with, None, 10).await.unwrap();
        let part = &all[0].parts[0];
        assert_eq!((part.rows, part.changed, part.created, part.lost), (0, 2, 0, 0));
        let rows = removed_rows(database, &all[0].id, with, 0, 10).await.unwrap();
        let row = &rows[0];
        let text = |it: &Option<String>| it.clone().unwrap_or_default().replace(' ', "");
        assert_eq!((row.action.as_str(), rows.len()), ("change", 2));
        assert!(text(&row.values).contains("\"n\":1") && text(&row.after).contains("\"n\":9"));
        assert_eq!(removed_rows(database, &all[0].id, without, 0, 10).await.unwrap(), []);
        store.drop().await;
    }
}

/// A statement of somebody, who writes whatever the database takes.
fn statement(state: &mut u64, step: usize) -> String {
    let (id, other) = (1 + next(state, 10), 1 + next(state, 12));
    let order = "(SELECT id FROM orders ORDER BY total, id LIMIT 1)";
    match next(state, 11) {
        0 => format!("DELETE FROM customers WHERE id = {id}"),
        1 => format!("UPDATE customers SET name = name || '{step}' WHERE id <= {id}"),
        2 => format!("INSERT INTO customers VALUES ({}, 'Customer {id}')", 100 + step),
        3 => format!("UPDATE orders SET customer_id = {id} WHERE customer_id = {other}"),
        4 => format!("UPDATE lines SET place = place + 10 WHERE place < {other}"),
        5 => format!("DELETE FROM lines WHERE place = {other}"),
        6 => format!("INSERT INTO lines VALUES ({order}, {}, 'new')", 100 + step),
        7 => format!(
            "BEGIN; UPDATE orders SET total = total + 1; DELETE FROM orders WHERE customer_id = {id}; COMMIT"
        ),
        8 => format!("BEGIN; DELETE FROM customers WHERE id = {id}; ROLLBACK"),
        9 => format!(
            "INSERT INTO customers VALUES ({id}, 'Again {step}') ON CONFLICT (id) DO UPDATE SET name = 'Both {step}'"
        ),
        _ => format!(
            "UPDATE customers SET id = {} WHERE id = {} AND NOT EXISTS (SELECT 1 FROM orders WHERE customer_id = customers.id)",
            200 + step,
            100 + step / 2
        ),
    }
}

/// All that was there at each of two times is there again.
#[tokio::test]
async fn random_histories_are_taken_back() {
    for seed in 0..8 {
        let stores = [Store::postgres().await, Some(Store::sqlite().await)];
        for store in stores.into_iter().flatten() {
            let is_postgres = store.database.get_database_backend() == DbBackend::Postgres;
            let (shop, of_shop) = if is_postgres {
                (postgres::SHOP, postgres::OF_SHOP)
            } else {
                (sqlite::SHOP, sqlite::OF_SHOP)
            };
            store.run(shop).await;
            store.adopt(ALL).await;
            let mut state = seed + 1;
            let kinds = ["customers", "orders", "lines"].map(str::to_owned);
            let mut times = Vec::new();
            for _ in 0..2 {
                let listed = Listed { kinds: &kinds, changes: true };
                let before = removals(&store.database, listed, None, 1).await.unwrap();
                tokio::time::sleep(Duration::from_millis(2)).await;
                times.push((before.first().map(|it| it.id.clone()), store.rows(of_shop).await));
                let at_first = store.rows(of_shop).await;
                for step in 0..15 {
                    // What the database refuses isn't done.
                    drop(store.database.execute_unprepared(&statement(&mut state, step)).await);
                    drop(store.database.execute_unprepared("ROLLBACK").await);
                }
                assert_ne!(store.rows(of_shop).await, at_first, "{seed}");
            }
            while let Some((newest, rows)) = times.pop() {
                let listed = Listed { kinds: &kinds, changes: true };
                let all = removals(&store.database, listed, None, 1000).await.unwrap();
                let ids = all.into_iter().map(|it| it.id);
                let since = ids.take_while(|id| Some(id) != newest.as_ref()).collect();
                let wanted = Wanted { changes: true, removals: Some(since), ..Wanted::default() };
                let undone = adopt::undo(&store.database, &wanted, false).await.unwrap();
                let refused =
                    |it: &&adopt::Outcome| it.reason.as_deref().is_some_and(|it| it != AGAIN);
                assert_eq!(undone.outcomes.iter().find(refused), None, "{seed}");
                assert_eq!(store.rows(of_shop).await, rows, "{seed}");
            }
            store.drop().await;
        }
    }
}
