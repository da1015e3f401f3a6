//! Rows that are there: each is found once by pages, and by its key.

use adopt::{Having, NO_COLUMN, Place, PresentRow, present_row, present_rows};
use sea_orm::DbBackend;

use super::Store;

const POSTGRES: &[(&str, &str)] = &[
    ("numbers", "CREATE TABLE a (id int PRIMARY KEY, n int); INSERT INTO a SELECT i, i FROM generate_series(-2, 12) i"),
    ("texts", "CREATE TABLE a (id text PRIMARY KEY); INSERT INTO a VALUES ('a'), ('B'), ('b'), (''), ('ä\"''\\'), ('1'), ('10'), ('9')"),
    ("two columns", "CREATE TABLE a (x int, y text, PRIMARY KEY (x, y)); INSERT INTO a SELECT i / 3, chr(97 + i % 3) FROM generate_series(0, 10) i"),
    (
        "other types",
        "CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE DOMAIN day AS date;
         CREATE TABLE a (m mood, d day, u uuid DEFAULT gen_random_uuid(), b bytea, PRIMARY KEY (m, d, u, b));
         INSERT INTO a (m, d, b) SELECT 'ok', now()::date - i, '\\x00ff' FROM generate_series(1, 5) i;
         INSERT INTO a (m, d, b) VALUES ('sad', 'infinity', 'x')",
    ),
    ("names", "CREATE TABLE \"it's \"\"A\"\"\" (\"i d\" int PRIMARY KEY, \"$1\" int); INSERT INTO \"it's \"\"A\"\"\" SELECT i, 1 FROM generate_series(1, 5) i"),
    (
        "lengths",
        "CREATE TABLE a (c char(5), v varchar(3), n numeric(4, 1), b bit(3), PRIMARY KEY (c, v, n, b));
         INSERT INTO a VALUES ('ab', 'abc', 1.5, '101'), ('a', 'ab', 1.5, '101'), ('abcde', '', 2, '111')",
    ),
    (
        "partitions",
        "CREATE TABLE a (id int PRIMARY KEY) PARTITION BY RANGE (id);
         CREATE TABLE a_1 PARTITION OF a FOR VALUES FROM (0) TO (4); CREATE TABLE a_2 PARTITION OF a DEFAULT;
         INSERT INTO a SELECT generate_series(1, 7)",
    ),
    (
        "values as they are",
        "CREATE TABLE a (id int PRIMARY KEY, j json, l text[], long text);
         INSERT INTO a SELECT i, '{\"b\": [1, null]}', '{x,NULL}', repeat('x', 20000 * i) FROM generate_series(1, 5) i",
    ),
];
const SQLITE: &[(&str, &str)] = &[
    (
        "numbers",
        "CREATE TABLE a (id INTEGER PRIMARY KEY, n REAL); INSERT INTO a VALUES (-1, 0.5), (1, 9e999), (2, NULL), (10, 1), (9, 2)",
    ),
    (
        "texts",
        "CREATE TABLE a (id TEXT PRIMARY KEY NOT NULL); INSERT INTO a VALUES ('a'), ('B'), (''), ('ä\"''\\'), ('1'), ('10'), ('9')",
    ),
    (
        "two columns",
        "CREATE TABLE a (x INT, y TEXT, PRIMARY KEY (x, y)) WITHOUT ROWID; INSERT INTO a VALUES (1, 'a'), (1, 'b'), (2, 'a'), (0, 'z'), (3, '')",
    ),
    (
        "blobs",
        "CREATE TABLE a (id BLOB PRIMARY KEY NOT NULL); INSERT INTO a VALUES (x'00ff'), (x'01'), (x''), (x'61'), (x'ffff')",
    ),
    (
        "mixed types",
        "CREATE TABLE a (id PRIMARY KEY NOT NULL); INSERT INTO a VALUES (1), (1.5), ('1'), (x'01'), ('a' || char(0) || 'b')",
    ),
    (
        "names",
        "CREATE TABLE \"it's \"\"A\"\"\" (\"i d\" INTEGER PRIMARY KEY, \"$1\" INT); INSERT INTO \"it's \"\"A\"\"\" VALUES (1, 1), (2, 1), (3, 1)",
    ),
];

/// All rows of the only kind, by pages of two.
async fn all(store: &Store, kind: &str) -> Vec<PresentRow> {
    let mut found = Vec::<PresentRow>::new();
    loop {
        let after = found.last().map(|it| Place::parse(&it.place.to_string()).unwrap());
        let page = present_rows(&store.database, (kind, None), None, after.as_ref(), 2).await;
        let page = page.unwrap_or_else(|error| panic!("{found:?}: {error}"));
        let is_last = page.len() < 2;
        found.extend(page);
        if is_last {
            return found;
        }
        assert!(found.len() < 100, "the pages end: {found:?}");
    }
}

#[tokio::test]
async fn rows_that_are_there_are_found() {
    let cases = POSTGRES.iter().map(|it| (DbBackend::Postgres, it));
    for (backend, (name, tables)) in cases.chain(SQLITE.iter().map(|it| (DbBackend::Sqlite, it))) {
        let store = match backend {
            DbBackend::Postgres => Store::postgres().await,
            _ => Some(Store::sqlite().await),
        };
        let Some(store) = store else { continue };
        store.run(tables).await;
        let kinds = adopt::parse(&store.adopt(&[]).await).unwrap();
        let (kind, of) = kinds.first_key_value().unwrap();
        let found = all(&store, kind).await;
        let mut places: Vec<_> = found.iter().map(|it| it.place.to_string()).collect();
        places.sort();
        places.dedup();
        let table = of.table.replace('"', "\"\"");
        let count = store.rows(&format!("SELECT CAST(count(*) AS TEXT) FROM \"{table}\"")).await;
        assert_eq!(
            [found.len().to_string(), places.len().to_string()],
            [&count[0][..]; 2],
            "{name}"
        );
        // A key of mixed types isn't known by its text alone.
        for row in found.iter().filter(|_| !matches!(*name, "mixed types" | "blobs")) {
            let by_key = present_row(&store.database, (kind, None), &row.key).await.unwrap();
            assert_eq!(by_key.as_ref(), Some(row), "{name}");
        }
        let none = vec!["none".to_owned(); of.key.len()];
        assert_eq!(
            present_row(&store.database, (kind, None), &none).await.unwrap(),
            None,
            "{name}"
        );
        store.drop().await;
    }
}

#[tokio::test]
async fn rows_are_shown_as_they_are_now() {
    for store in [Store::postgres().await, Some(Store::sqlite().await)].into_iter().flatten() {
        store
            .run("CREATE TABLE a (id INT PRIMARY KEY NOT NULL, name TEXT, password TEXT); INSERT INTO a VALUES (1, 'x', 'secret')")
            .await;
        let hide = "deleted = \"captured\"\nhide = [\"password\"]";
        store.adopt(&[("deleted = \"captured\"", hide)]).await;
        store.run("ALTER TABLE a ADD n INT DEFAULT 7").await;
        let rows = all(&store, "a").await;
        let values = rows[0].values.as_deref().unwrap().replace(' ', "");
        assert_eq!(rows.len(), 1);
        for (column, is_shown) in
            [(r#""id":1"#, true), (r#""name":"x""#, true), (r#""n":7"#, true), ("secret", false)]
        {
            assert_eq!(values.contains(column), is_shown, "{values}");
        }
        assert_eq!(present_rows(&store.database, ("b", None), None, None, 2).await.unwrap(), []);
        store.run("DROP TABLE a").await;
        assert_eq!(present_rows(&store.database, ("a", None), None, None, 2).await.unwrap(), []);
        store.drop().await;
    }
}

#[tokio::test]
async fn rows_are_found_by_their_values() {
    for store in [Store::postgres().await, Some(Store::sqlite().await)].into_iter().flatten() {
        let is_postgres = store.database.get_database_backend() == DbBackend::Postgres;
        let types = if is_postgres {
            ["varchar(1)", "numeric(4, 2)", "timestamptz", "json"]
        } else {
            ["TEXT", "REAL", "TEXT", "TEXT"]
        };
        let [name, total, at, notes] = types;
        let table = format!(
            "CREATE TABLE a (id INT PRIMARY KEY NOT NULL, \"it's $1\" {name}, total {total}, at {at}, notes {notes}, password TEXT);
             INSERT INTO a SELECT 1, 'x', 1.5, '2026-01-01T00:00:00Z', '{{}}', 'secret';
             INSERT INTO a SELECT 2, 'x', NULL, NULL, NULL, 'secret'; INSERT INTO a SELECT 3, '', 2, NULL, NULL, ''"
        );
        store.run(&table).await;
        let hide = "deleted = \"captured\"\nhide = [\"password\"]";
        store.adopt(&[("deleted = \"captured\"", hide)]).await;
        for (column, value, expected) in [
            ("it's $1", Some("x"), Some("1, 2")),
            ("it's $1", Some(""), Some("3")),
            ("it's $1", Some("xy"), Some("")),
            ("it's $1", Some("x' OR 1=1 --"), Some("")),
            ("id", Some("2"), Some("2")),
            ("total", Some("1.50"), Some("1")),
            ("total", Some("1.501"), Some("")),
            ("total", Some("many"), Some("")),
            ("total", None, Some("2")),
            ("at", Some("2026-01-01T00:00:00Z"), Some("1")),
            ("password", Some("secret"), None),
            ("none", Some("x"), None),
            ("notes", Some("{}"), (!is_postgres).then_some("1")),
        ] {
            let having = Some(Having { column, value });
            let found = present_rows(&store.database, ("a", None), having, None, 9).await;
            let keys =
                |rows: Vec<PresentRow>| rows.into_iter().flat_map(|it| it.key).collect::<Vec<_>>();
            match (found.map(keys), expected) {
                (Ok(keys), Some(expected)) => {
                    assert_eq!(keys.join(", "), expected, "{column} {value:?}")
                }
                (Err(error), None) => assert!(error.to_string().contains(NO_COLUMN), "{error}"),
                (found, _) => panic!("{column} {value:?}: {found:?}"),
            }
        }
        let having = Some(Having { column: "it's $1", value: Some("x") });
        let first = present_rows(&store.database, ("a", None), having, None, 1).await.unwrap();
        let next = present_rows(&store.database, ("a", None), having, Some(&first[0].place), 9)
            .await
            .unwrap();
        assert_eq!(next.iter().map(|it| &it.key[0][..]).collect::<Vec<_>>(), ["2"]);
        store.drop().await;
    }
}
