//! Rows that are written: by the database's rules, and so that they can be taken back.

use adopt::{Wanted, Writing, Written, write_row};
use sea_orm::DbBackend;
use serde_json::{Map, Value as Json, json};

use super::Store;

const POSTGRES: DbBackend = DbBackend::Postgres;
const SQLITE: DbBackend = DbBackend::Sqlite;

/// A name, tables, the key of a row or none, values, and what is in the table's query after, or what is said.
type Case = (DbBackend, &'static str, &'static str, Option<&'static str>, Json, &'static str);

const NAMES: &str = "CREATE TABLE \"it's \"\"A\"\"\" (\"i d\" int PRIMARY KEY, \"$1\" text); INSERT INTO \"it's \"\"A\"\"\" VALUES (1, 'x')";

fn cases() -> Vec<Case> {
    let typed = "CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE DOMAIN name AS text NOT NULL;
        CREATE TABLE a (id int PRIMARY KEY, l text[], m mood, j jsonb, t timestamptz, n numeric(6,2), b bytea, short varchar(3), d name);
        INSERT INTO a (id, d) VALUES (1, 'd')";
    let plain = "CREATE TABLE a (id int PRIMARY KEY, n int CHECK (n < 10), s text DEFAULT 's'); INSERT INTO a VALUES (1, 1, 'x')";
    let kept = "CREATE TABLE a (id int PRIMARY KEY, n int); INSERT INTO a VALUES (1, 1); \
        CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.n > 5 THEN RAISE 'too many'; END IF; \
          IF NEW.n = 5 THEN RETURN NULL; END IF; NEW.n := NEW.n * 10; RETURN NEW; END $$; \
        CREATE TRIGGER t BEFORE UPDATE ON a FOR EACH ROW EXECUTE FUNCTION f()";
    let parts = "CREATE TABLE a (id int PRIMARY KEY, n int) PARTITION BY RANGE (id); CREATE TABLE a_1 PARTITION OF a DEFAULT; INSERT INTO a VALUES (1, 1)";
    let deferred = "CREATE TABLE p (id int PRIMARY KEY); CREATE TABLE a (id int PRIMARY KEY, \
        p int REFERENCES p DEFERRABLE INITIALLY DEFERRED); INSERT INTO a VALUES (1, NULL)";
    let values = json!({ "l": ["x", null], "m": "ok", "j": { "b": [1] }, "t": "2026-01-02T03:04:05Z", "n": 1.5, "b": "\\x00ff", "short": "abc" });
    vec![
        (POSTGRES, "types", typed, Some("1"), values, "\"short\":\"abc\",\"d\":\"d\""),
        (POSTGRES, "no value of an enum", typed, Some("1"), json!({ "m": "none" }), "Invalid"),
        (POSTGRES, "too long", typed, Some("1"), json!({ "short": "abcd" }), "Invalid"),
        (POSTGRES, "NUL", typed, Some("1"), json!({ "d": "\u{0}" }), "Invalid"),
        (POSTGRES, "a column that is gone", plain, Some("1"), json!({ "x": 1 }), "Refused"),
        (POSTGRES, "a trigger rewrites", kept, Some("1"), json!({ "n": 2 }), "\"n\":20"),
        (POSTGRES, "a trigger leaves out", kept, Some("1"), json!({ "n": 5 }), "Refused"),
        (POSTGRES, "a trigger raises", kept, Some("1"), json!({ "n": 6 }), "too many"),
        (POSTGRES, "a partition", parts, Some("1"), json!({ "n": 2 }), "\"n\":2"),
        (POSTGRES, "a new one in a partition", parts, None, json!({ "id": 2, "n": 2 }), "\"n\":2"),
        (POSTGRES, "a reference, at the end", deferred, Some("1"), json!({ "p": 7 }), "Refused"),
        (POSTGRES, "a default", plain, None, json!({ "id": 2, "n": 3 }), "\"s\":\"s\""),
        (POSTGRES, "names", NAMES, Some("1"), json!({ "$1": "it's \"y\"" }), "\"it's \\\"y\\\"\""),
        (POSTGRES, "null", plain, Some("1"), json!({ "n": null }), "\"n\":null"),
        (POSTGRES, "a constraint", plain, Some("1"), json!({ "n": 20 }), "a_n_check"),
        (POSTGRES, "no such row", plain, Some("7"), json!({ "n": 2 }), "Gone"),
        (POSTGRES, "no value of the key", plain, Some("x"), json!({ "n": 2 }), "Gone"),
        (SQLITE, "a default", plain, None, json!({ "id": 2, "n": 3 }), "\"s\":\"s\""),
        (SQLITE, "names", NAMES, Some("1"), json!({ "$1": "it's \"y\"" }), "\"it's \\\"y\\\"\""),
        (SQLITE, "null", plain, Some("1"), json!({ "n": null }), "\"n\":null"),
        (SQLITE, "truth", plain, Some("1"), json!({ "n": true, "s": false }), "\"n\":1"),
        (SQLITE, "a constraint", plain, Some("1"), json!({ "n": 20 }), "CHECK"),
        (SQLITE, "a taken key", plain, None, json!({ "id": 1 }), "UNIQUE"),
        (SQLITE, "no such row", plain, Some("7"), json!({ "n": 2 }), "Gone"),
    ]
}

async fn store_of(backend: DbBackend) -> Option<Store> {
    if backend == POSTGRES { Store::postgres().await } else { Some(Store::sqlite().await) }
}

fn all_of(values: &Json) -> &Map<String, Json> {
    values.as_object().unwrap()
}

#[tokio::test]
async fn rows_are_written_by_the_rules_of_the_database() {
    for (backend, name, tables, key, values, expected) in cases() {
        let Some(store) = store_of(backend).await else { continue };
        store.run(tables).await;
        store.adopt(&[("record = \"deletes\"", "record = \"all\"")]).await;
        let kind = if tables == NAMES { "it's \"A\"" } else { "a" };
        let key = key.map(|it| [it.to_owned()]);
        let key = key.as_ref().map(<[String; 1]>::as_slice);
        let writing = Writing {
            kind,
            key,
            values: all_of(&values),
            expects: None,
            by: "account 7",
            own: None,
        };
        let written = write_row(&store.database, writing).await.unwrap();
        let text = match &written {
            Written::Row(row) => row.values.clone().unwrap().replace(": ", ":"),
            other => format!("{other:?}"),
        };
        assert!(text.contains(expected), "{backend:?} {name}: {text}");
        // What was refused has left nothing, and what was written is taken back.
        let wanted = Wanted { changes: true, ..Wanted::default() };
        let undone = adopt::undo(&store.database, &wanted, false).await.unwrap();
        let is_written = matches!(written, Written::Row(_));
        assert_eq!(undone.removals.len(), usize::from(is_written), "{backend:?} {name}");
        if backend == POSTGRES && is_written {
            assert_eq!(undone.removals[0].person.as_deref(), Some("account 7"), "{name}");
        }
        store.drop().await;
    }
}

/// Whoever writes the row, and whatever: the version is another one.
#[tokio::test]
async fn versions_change_with_rows() {
    for backend in [POSTGRES, SQLITE] {
        let Some(store) = store_of(backend).await else { continue };
        store.run("CREATE TABLE a (id int PRIMARY KEY, n int); INSERT INTO a VALUES (1, 1)").await;
        store.adopt(&[("record = \"deletes\"", "record = \"all\"")]).await;
        let key = ["1".to_owned()];
        let write = async |n: i64, version: Option<&str>| {
            let (values, is_it) = (json!({ "n": n }), |of: &str| Some(of) == version);
            let expects = version.map(|_| &is_it as &(dyn Fn(&str) -> bool + Sync));
            let (key, values) = (Some(&key[..]), all_of(&values));
            let writing = Writing { kind: "a", key, values, expects, by: "account 7", own: None };
            write_row(&store.database, writing).await.unwrap()
        };
        let Written::Row(first) = write(2, None).await else { panic!() };
        let Written::Row(second) = write(3, first.version.as_deref()).await else { panic!() };
        assert_eq!(write(4, first.version.as_deref()).await, Written::Changed);
        store.run("UPDATE a SET n = 5").await;
        assert_eq!(write(4, second.version.as_deref()).await, Written::Changed);
        assert!(matches!(write(4, None).await, Written::Row(_)));
        store.adopt(&[]).await;
        assert!(matches!(write(6, None).await, Written::Refused(_)), "it isn't recorded any more");
        store.drop().await;
    }
}
