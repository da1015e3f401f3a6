//! Traps of SQLite.

use super::{TRAP, Trap};

pub(super) const SHOP: &str = "
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE orders (id TEXT PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers ON DELETE CASCADE, total REAL);
    CREATE TABLE lines (
      order_id TEXT REFERENCES orders ON DELETE CASCADE, place INTEGER, what TEXT, PRIMARY KEY (order_id, place)
    ) WITHOUT ROWID;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) INSERT INTO customers SELECT i, 'Customer ' || i FROM n;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO orders SELECT 'o' || i, 1 + i % 10, i * 0.1 FROM n;
    INSERT INTO lines SELECT orders.id, p.id, 'thing' FROM orders, customers p WHERE p.id < 4";
pub(super) const OF_SHOP: &str = "
    SELECT id || name FROM customers UNION ALL SELECT id || customer_id || printf('%!.17g', total) FROM orders
    UNION ALL SELECT order_id || place || what FROM lines ORDER BY 1";

pub(super) const TRAPS: &[Trap] = &[
    Trap {
        name: "cascades",
        tables: SHOP,
        mistake: "DELETE FROM customers WHERE id < 5",
        same: OF_SHOP,
        outcomes: &[("customers", 4, ""), ("lines", 48, ""), ("orders", 16, "")],
        ..TRAP
    },
    Trap {
        name: "all of a table",
        tables: SHOP,
        mistake: "DELETE FROM lines; DELETE FROM orders",
        same: OF_SHOP,
        outcomes: &[("lines", 120, ""), ("orders", 40, "")],
        ..TRAP
    },
    Trap {
        name: "a unique value that is taken, and all that refers to its row",
        tables: SHOP,
        mistake: "DELETE FROM customers WHERE id < 3",
        meanwhile: "INSERT INTO customers VALUES (20, 'Customer 1')",
        outcomes: &[
            ("customers", 1, ""),
            ("customers", 1, "UNIQUE constraint failed: customers.name"),
            ("lines", 12, ""),
            ("lines", 12, "what it refers to by order_id is missing"),
            ("orders", 4, ""),
            ("orders", 4, "what it refers to by customer_id is missing"),
        ],
        ..TRAP
    },
    Trap {
        name: "rows that were removed twice, and keys that are taken",
        tables: SHOP,
        mistake: "DELETE FROM lines WHERE place = 1 OR order_id = 'o1'",
        meanwhile: "
            INSERT INTO lines SELECT id, 1, 'another' FROM orders;
            DELETE FROM lines WHERE place = 1; INSERT INTO lines VALUES ('o1', 2, 'taken')",
        outcomes: &[("lines", 41, ""), ("lines", 40, "its earlier state comes back"), ("lines", 1, "its key is taken meanwhile")],
        ..TRAP
    },
    Trap {
        name: "hostile names",
        tables: r#"
            CREATE TABLE "t" ("t" INTEGER PRIMARY KEY, "u" TEXT, "select" TEXT, "it's" TEXT, "Ä\x" TEXT, "a.b""c" TEXT);
            CREATE TABLE "it's ""x""" ("$1" INTEGER, "key" TEXT, "value" TEXT, PRIMARY KEY ("key", "$1"));
            INSERT INTO "t" VALUES (1, 'u', 's', 'i', 'Ä', ''), (2, NULL, '', '''', '"', '\');
            INSERT INTO "it's ""x""" VALUES (1, 'a', 'b')"#,
        mistake: r#"DELETE FROM "t"; DELETE FROM "it's ""x""""#,
        same: r#"
            SELECT quote("t") || quote("u") || quote("select") || quote("it's") || quote("Ä\x") || quote("a.b""c") FROM "t"
            UNION ALL SELECT "$1" || "key" || "value" FROM "it's ""x""" ORDER BY 1"#,
        outcomes: &[("it's \"x\"", 1, ""), ("t", 2, "")],
        ..TRAP
    },
    Trap {
        name: "values of all types",
        tables: "
            CREATE TABLE a (id INTEGER PRIMARY KEY, v, t TEXT, n NUMERIC, g AS (id * 2), s AS (id * 3) STORED);
            INSERT INTO a (v, t, n) VALUES
              (NULL, 'a', 1), (9223372036854775807, '', 0.1), (-1.5e300, '{\"a\": 1}', 1e21), (x'00ff', 'ä\"\\\n', 2),
              (9e999, 'null', -9e999), (CAST('12' AS BLOB), '[1]', '12a'), ('12', char(0, 97), 0.30000000000000004), (x'', char(0), 5e-324)",
        mistake: "DELETE FROM a",
        same: "SELECT id || typeof(v) || quote(v) || typeof(t) || hex(CAST(t AS BLOB)) || typeof(n) || printf('%!.17g', n) || g || s FROM a ORDER BY id",
        outcomes: &[("a", 8, "")],
        ..TRAP
    },
    Trap {
        name: "a circle of references",
        tables: "
            CREATE TABLE a (id INTEGER PRIMARY KEY, b INTEGER REFERENCES b ON DELETE CASCADE);
            CREATE TABLE b (id INTEGER PRIMARY KEY, a INTEGER REFERENCES a ON DELETE CASCADE);
            INSERT INTO a VALUES (1, NULL), (2, NULL); INSERT INTO b VALUES (1, 1), (2, 2); UPDATE a SET b = id",
        mistake: "DELETE FROM a WHERE id = 1",
        same: "SELECT 'a' || id || b FROM a UNION ALL SELECT 'b' || id || a FROM b ORDER BY 1",
        outcomes: &[("a", 1, ""), ("b", 1, "")],
        ..TRAP
    },
    Trap {
        name: "references that become null",
        tables: "
            CREATE TABLE a (id INTEGER PRIMARY KEY);
            CREATE TABLE b (id INTEGER PRIMARY KEY, a INTEGER REFERENCES a ON DELETE SET NULL, note TEXT);
            INSERT INTO a VALUES (1), (2); INSERT INTO b VALUES (1, 1, 'x'), (2, 1, 'y'), (3, 2, 'z')",
        mistake: "DELETE FROM a WHERE id = 1",
        meanwhile: "UPDATE b SET a = 2 WHERE id = 2",
        outcomes: &[("a", 1, ""), ("b", 1, ""), ("b", 1, "it has changed since, or is gone")],
        ..TRAP
    },
    Trap {
        name: "rows that the application hides",
        tables: "
            CREATE TABLE posts (id INTEGER PRIMARY KEY, title TEXT, deleted_at DATETIME, deleted_by TEXT);
            INSERT INTO posts VALUES (1, 'a', NULL, NULL), (2, 'b', NULL, NULL), (3, 'c', NULL, NULL)",
        mistake: "UPDATE posts SET deleted_at = datetime('now'), deleted_by = 'erin' WHERE id > 1; DELETE FROM posts WHERE id = 1",
        same: "SELECT id || title || coalesce(deleted_at, '-') || coalesce(deleted_by, '-') FROM posts ORDER BY id",
        outcomes: &[("posts", 3, "")],
        ..TRAP
    },
    Trap {
        name: "columns that were added, dropped and renamed since",
        tables: "CREATE TABLE a (id INTEGER PRIMARY KEY, old TEXT); INSERT INTO a VALUES (1, 'x'), (2, 'z')",
        mistake: "DELETE FROM a WHERE id = 1",
        meanwhile: "ALTER TABLE a RENAME old TO new; ALTER TABLE a ADD more INTEGER DEFAULT 7; DELETE FROM a",
        outcomes: &[("a", 2, "its column \"old\" is gone or has become \"new\"")],
        ..TRAP
    },
    Trap {
        name: "triggers that change or refuse what comes back",
        tables: "
            CREATE TABLE a (id INTEGER PRIMARY KEY, n INTEGER);
            INSERT INTO a VALUES (1, 1), (2, 2), (3, 3);
            CREATE TRIGGER change AFTER INSERT ON a WHEN NEW.id = 1 BEGIN UPDATE a SET n = n + 1 WHERE id = NEW.id; END;
            CREATE TRIGGER refuse BEFORE INSERT ON a WHEN NEW.id = 2 BEGIN SELECT RAISE(ABORT, 'not two'); END;
            CREATE TRIGGER ignore BEFORE INSERT ON a WHEN NEW.id = 3 BEGIN SELECT RAISE(IGNORE); END",
        mistake: "DELETE FROM a",
        outcomes: &[
            ("a", 1, "changed by the database: n"),
            ("a", 1, "a trigger of the database leaves it out"),
            ("a", 1, "not two"),
        ],
        ..TRAP
    },
    Trap {
        name: "more rows than are kept, of which the first are",
        tables: "
            CREATE TABLE a (id INTEGER PRIMARY KEY);
            CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a ON DELETE CASCADE);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20) INSERT INTO a SELECT i FROM n;
            INSERT INTO b SELECT id, id FROM a",
        kinds: &[("beyond = \"count\"", "most = 10\nbeyond = \"count\"")],
        mistake: "DELETE FROM a WHERE id <= 5; DELETE FROM a",
        outcomes: &[
            ("a", 10, ""),
            ("a", 10, "there were too many at once to keep them"),
            ("b", 10, ""),
            ("b", 10, "there were too many at once to keep them"),
        ],
        ..TRAP
    },
    Trap {
        name: "hidden columns",
        tables: "CREATE TABLE a (id INTEGER PRIMARY KEY, password TEXT, note TEXT); INSERT INTO a VALUES (1, 'secret', 'n')",
        kinds: &[("record = \"deletes\"", "record = \"deletes\"\nhide = [\"password\"]")],
        mistake: "DELETE FROM a",
        same: "SELECT id || note FROM a ORDER BY id",
        outcomes: &[("a", 1, "")],
        ..TRAP
    },
];
