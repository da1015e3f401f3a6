//! Where all is recorded: changes and what was created are taken back too, each row a trap.

use adopt::{Listed, Wanted, removals, removed_rows, row_history};
use sea_orm::DbBackend;
use std::time::Duration;

use super::Store;

pub(super) const ALL: &[(&str, &str)] = &[(r#"record = "deletes""#, r#"record = "all""#)];

/// What somebody does, and what an undo makes of it.
struct Trap {
    name: &'static str,
    tables: &'static str,
    mistake: &'static str,
    /// What others do before it is undone.
    meanwhile: &'static str,
    /// Rows of `a` before the mistake are there again after the undo.
    same: bool,
    /// Kinds with how many rows, and why they are left out or what is different; `|` is between what each engine says.
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
const LEFT_OUT: &str = "a trigger of the database leaves it out";
pub(super) const AGAIN: &str = "its earlier state comes back";

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
        name: "unique values that go on from row to row",
        tables: "
            CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT UNIQUE, n INTEGER);
            INSERT INTO a VALUES (1, 'x', 1), (2, 'y', 2), (3, 'z', 3)",
        mistake: "
            UPDATE a SET name = 'w' WHERE id = 2; UPDATE a SET name = 'y' WHERE id = 3; UPDATE a SET name = 'z' WHERE id = 1",
        outcomes: &[("a", 3, "")],
        ..TRAP
    },
    Trap {
        name: "unique values that go in a circle",
        mistake: "
            UPDATE a SET name = 'w' WHERE id = 2; UPDATE a SET name = 'y' WHERE id = 1; UPDATE a SET name = 'x' WHERE id = 2",
        same: false,
        outcomes: &[
            ("a", 2, "a_name_key is taken meanwhile|UNIQUE constraint failed: a.name"),
            ("a", 1, AGAIN),
        ],
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
        name: "a unique value that somebody else has now",
        mistake: "UPDATE a SET name = name || '!'",
        meanwhile: "INSERT INTO a VALUES (9, 'x', 9)",
        same: false,
        outcomes: &[
            ("a", 1, ""),
            ("a", 1, "a_name_key is taken meanwhile|UNIQUE constraint failed: a.name"),
        ],
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

pub(super) fn of(undone: &adopt::Undone) -> Vec<(String, i64, String)> {
    let said =
        |it: &adopt::Outcome| it.reason.as_ref().or(it.remark.as_ref()).map(ToString::to_string);
    let outcomes = undone.outcomes.iter();
    outcomes.map(|it| (it.kind.clone(), it.rows, said(it).unwrap_or_default())).collect()
}

/// Triggers that drop or change what an undo does are told.
#[tokio::test]
async fn triggers_are_told() {
    let of_postgres = "
        CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF OLD.id = 3 THEN RETURN NULL; END IF;
          IF tg_op = 'UPDATE' THEN NEW.name := 'kept'; RETURN NEW; END IF;
          RETURN OLD; END $$;
        CREATE TRIGGER keep BEFORE UPDATE OR DELETE ON a FOR EACH ROW EXECUTE FUNCTION keep()";
    let of_sqlite = "
        CREATE TRIGGER keep_row BEFORE DELETE ON a WHEN OLD.id = 3 BEGIN SELECT RAISE(IGNORE); END;
        CREATE TRIGGER keep_value BEFORE UPDATE ON a WHEN OLD.id = 3 BEGIN SELECT RAISE(IGNORE); END;
        CREATE TRIGGER keep_name AFTER UPDATE OF name ON a WHEN NEW.name <> 'kept' BEGIN
          UPDATE a SET name = 'kept' WHERE id = NEW.id; END";
    for (rows, mistake, outcomes) in [
        (
            "(1, 'x', 1), (3, 'y', 2)",
            "UPDATE a SET name = name || 'z', n = 9",
            ["changed since, or by the database: name", LEFT_OUT],
        ),
        ("(2, 'x', 1)", "INSERT INTO a VALUES (1, NULL, 1), (3, NULL, 3)", ["", LEFT_OUT]),
    ] {
        let stores = [Store::postgres().await, Some(Store::sqlite().await)];
        for store in stores.into_iter().flatten() {
            let is_postgres = store.database.get_database_backend() == DbBackend::Postgres;
            let create = "CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT, n INTEGER)";
            store.run(&format!("{create}; INSERT INTO a VALUES {rows}")).await;
            store.adopt(ALL).await;
            store.run(mistake).await;
            store.run(if is_postgres { of_postgres } else { of_sqlite }).await;
            let wanted = Wanted { changes: true, ..Wanted::default() };
            let undone = adopt::undo(&store.database, &wanted, false).await.unwrap();
            assert_eq!(of(&undone), outcomes.map(|it| ("a".to_owned(), 1, it.to_owned())));
            store.drop().await;
        }
    }
}

/// All that was done so far.
async fn ids(store: &Store) -> Vec<String> {
    let kinds = ["a", "b"].map(str::to_owned);
    let listed = Listed { kinds: &kinds, changes: true, own: &[] };
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
            tokio::time::sleep(Duration::from_millis(2)).await;
            store.run(trap.meanwhile).await;
            let left = rows(&store, trap.tables).await;
            let preview = adopt::undo(&store.database, &wanted, true).await.unwrap();
            assert_eq!(rows(&store, trap.tables).await, left, "{name}: a preview changes nothing");
            let undone = adopt::undo(&store.database, &wanted, false).await.unwrap();
            assert_eq!(preview, undone, "{name}");
            let outcomes = of(&undone);
            let is_it = |(is, was): (&(String, i64, String), &(&str, i64, &str))| {
                is.0 == was.0 && is.1 == was.1 && was.2.split('|').any(|it| it == is.2)
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
        let [without, with] =
            [false, true].map(|changes| Listed { kinds: &kinds, changes, own: &[] });
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
        store.run("UPDATE a SET n = 10; UPDATE a SET id = 7 WHERE id = 1; DELETE FROM a").await;
        let of = ("a", &["id".to_owned()][..], None);
        let history = async |key: &str, before, size| {
            let rows = row_history(database, of, &[key.to_owned()], before, size).await.unwrap();
            rows.into_iter().map(|it| (it.action, text(&it.after), it.id)).collect::<Vec<_>>()
        };
        let row = history("1", i64::MAX, 10).await;
        let actions: Vec<_> = row.iter().map(|it| it.0.as_str()).collect();
        assert_eq!(actions, ["change", "change", "change"]);
        assert_eq!((row[0].1.as_str(), row[1].1.contains("\"n\":10")), ("", true), "it moved");
        assert_eq!(history("1", row[0].2, 1).await, row[1..2], "a page");
        let moved = history("7", i64::MAX, 10).await;
        assert_eq!(moved.iter().map(|it| it.0.as_str()).collect::<Vec<_>>(), ["delete", "change"]);
        assert_eq!(history("8", i64::MAX, 10).await, []);
        assert_eq!(row_history(database, of, &[], i64::MAX, 10).await.unwrap(), []);
        let erasing = adopt::erasing(database, "a", &["7".to_owned()]).await.unwrap();
        adopt::apply(database, &erasing).await.unwrap();
        assert_eq!(history("7", i64::MAX, 10).await, []);
        let lost = removals(database, with, None, 10).await.unwrap();
        assert_eq!(lost.iter().flat_map(|it| &it.parts).map(|it| it.lost).sum::<i64>(), 2);
        let wanted = Wanted { changes: true, ..Wanted::default() };
        let undone = adopt::undo(database, &wanted, true).await.unwrap();
        let erased = undone.outcomes.iter().find(|it| it.reason == Some(adopt::Why::Erased));
        assert_eq!(erased.map(|it| it.rows), Some(2), "{undone:?}");
        store.drop().await;
    }
}
