//! Traps of PostgreSQL.

use super::{TRAP, Trap};

pub(super) const SHOP: &str = "
    CREATE TABLE customers (id bigint PRIMARY KEY, name text NOT NULL UNIQUE);
    CREATE TABLE orders (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      customer_id bigint NOT NULL REFERENCES customers ON DELETE CASCADE,
      total numeric(10, 2)
    );
    CREATE TABLE lines (
      order_id uuid REFERENCES orders ON DELETE CASCADE, place int, what text, PRIMARY KEY (order_id, place)
    );
    INSERT INTO customers SELECT i, 'Customer ' || i FROM generate_series(1, 10) i;
    INSERT INTO orders (customer_id, total) SELECT 1 + i % 10, i * 1.5 FROM generate_series(1, 40) i;
    INSERT INTO lines SELECT id, place, 'thing' FROM orders, generate_series(1, 3) place;";
pub(super) const OF_SHOP: &str = "
    SELECT customers::text FROM customers UNION ALL SELECT orders::text FROM orders
    UNION ALL SELECT lines::text FROM lines ORDER BY 1";

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
        name: "a transaction that removes from below",
        tables: SHOP,
        mistake: "BEGIN; DELETE FROM lines WHERE place = 1; DELETE FROM lines; DELETE FROM orders; DELETE FROM customers; COMMIT",
        same: OF_SHOP,
        outcomes: &[("customers", 10, ""), ("lines", 120, ""), ("orders", 40, "")],
        ..TRAP
    },
    Trap {
        name: "truncate",
        tables: SHOP,
        mistake: "TRUNCATE customers CASCADE",
        same: OF_SHOP,
        outcomes: &[("customers", 10, ""), ("lines", 120, ""), ("orders", 40, "")],
        ..TRAP
    },
    Trap {
        name: "a unique value that is taken, and all that refers to its row",
        tables: SHOP,
        mistake: "DELETE FROM customers WHERE id < 3",
        meanwhile: "INSERT INTO customers VALUES (20, 'Customer 1')",
        outcomes: &[
            ("customers", 1, ""),
            ("customers", 1, "customers_name_key is taken meanwhile"),
            ("lines", 12, ""),
            ("lines", 12, "what it refers to by lines_order_id_fkey is missing"),
            ("orders", 4, ""),
            ("orders", 4, "what it refers to by orders_customer_id_fkey is missing"),
        ],
        ..TRAP
    },
    Trap {
        name: "rows that were removed twice",
        tables: SHOP,
        mistake: "DELETE FROM lines WHERE place = 1",
        meanwhile: "
            INSERT INTO lines SELECT id, 1, 'another' FROM orders;
            DELETE FROM lines WHERE place = 1",
        same: OF_SHOP,
        outcomes: &[("lines", 40, ""), ("lines", 40, "its earlier state comes back")],
        ..TRAP
    },
    Trap {
        name: "columns with the names of variables",
        tables: "
            CREATE TABLE a (number int PRIMARY KEY, transaction_ int, most int, kept int, tg_argv int, removed int, statement int);
            CREATE TABLE b (number int PRIMARY KEY, transaction_ int, most json, kept int, source int, tg_op int, x int, r int);
            INSERT INTO a VALUES (1, 2, 3, 4, 5, 6, 7); INSERT INTO b VALUES (1, 2, '3', 4, 5, 6, 7, 8)",
        mistake: "DELETE FROM a; DELETE FROM b",
        same: "SELECT a::text FROM a UNION ALL SELECT b::text FROM b ORDER BY 1",
        outcomes: &[("a", 1, ""), ("b", 1, "")],
        ..TRAP
    },
    Trap {
        name: "hostile names",
        tables: r#"
            CREATE SCHEMA "a.b""c";
            CREATE TABLE "a.b""c"."t" ("t" int PRIMARY KEY, "u" text, "r" text, "select" text, "it's" text, "Ä\x" text);
            CREATE TABLE "Order" ("Id" int PRIMARY KEY, "user" text);
            CREATE TABLE "it's" ("$1" int, "key" text, "value" text, PRIMARY KEY ("key", "$1"));
            INSERT INTO "a.b""c"."t" VALUES (1, 'u', 'r', 's', 'i', 'Ä'), (2, NULL, '', '''', '"', '\');
            INSERT INTO "Order" VALUES (1, 'x');
            INSERT INTO "it's" VALUES (1, 'a', 'b')"#,
        mistake: r#"DELETE FROM "a.b""c"."t"; DELETE FROM "Order"; DELETE FROM "it's""#,
        same: r#"
            SELECT t::text FROM "a.b""c"."t" t UNION ALL SELECT o::text FROM "Order" o
            UNION ALL SELECT i::text FROM "it's" i ORDER BY 1"#,
        outcomes: &[("Order", 1, ""), ("a.b\"c.t", 2, ""), ("it's", 1, "")],
        ..TRAP
    },
    Trap {
        name: "columns that the database fills",
        tables: "
            CREATE TABLE a (
              id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int, twice int GENERATED ALWAYS AS (n * 2) STORED,
              serial serial
            );
            INSERT INTO a (n) SELECT generate_series(1, 5)",
        mistake: "DELETE FROM a WHERE n > 2",
        same: "SELECT a::text FROM a ORDER BY id",
        outcomes: &[("a", 3, "")],
        ..TRAP
    },
    Trap {
        name: "a circle of references",
        tables: "
            CREATE TABLE a (id int PRIMARY KEY, b int);
            CREATE TABLE b (id int PRIMARY KEY, a int REFERENCES a ON DELETE CASCADE);
            ALTER TABLE a ADD FOREIGN KEY (b) REFERENCES b ON DELETE CASCADE;
            INSERT INTO a VALUES (1, NULL), (2, NULL); INSERT INTO b VALUES (1, 1), (2, 2); UPDATE a SET b = id",
        mistake: "DELETE FROM a WHERE id = 1",
        same: "SELECT a::text FROM a UNION ALL SELECT b::text FROM b ORDER BY 1",
        outcomes: &[("a", 1, ""), ("b", 1, "")],
        ..TRAP
    },
    Trap {
        name: "a circle, while another row is taken",
        tables: "
            CREATE TABLE a (id int PRIMARY KEY, b int);
            CREATE TABLE b (id int PRIMARY KEY, a int REFERENCES a ON DELETE CASCADE);
            ALTER TABLE a ADD FOREIGN KEY (b) REFERENCES b ON DELETE CASCADE;
            INSERT INTO a VALUES (1, NULL), (2, NULL), (3, NULL); INSERT INTO b VALUES (1, 1), (2, 2); UPDATE a SET b = id WHERE id < 3",
        mistake: "DELETE FROM a WHERE id <> 2",
        meanwhile: "INSERT INTO a VALUES (3, NULL)",
        same: "SELECT a::text FROM a UNION ALL SELECT b::text FROM b ORDER BY 1",
        outcomes: &[("a", 1, ""), ("a", 1, "a_pkey is taken meanwhile"), ("b", 1, "")],
        ..TRAP
    },
    Trap {
        name: "a tree in one table, with deferred references",
        tables: "
            CREATE TABLE a (id int PRIMARY KEY, parent int REFERENCES a ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED);
            INSERT INTO a SELECT i, nullif(i / 2, 0) FROM generate_series(1, 100) i",
        mistake: "DELETE FROM a WHERE id = 2",
        same: "SELECT a::text FROM a ORDER BY id",
        outcomes: &[("a", 63, "")],
        ..TRAP
    },
    Trap {
        name: "references that become null",
        tables: "
            CREATE TABLE a (id int PRIMARY KEY);
            CREATE TABLE b (id int PRIMARY KEY, a int REFERENCES a ON DELETE SET NULL, note text);
            INSERT INTO a VALUES (1), (2); INSERT INTO b VALUES (1, 1, 'x'), (2, 1, 'y'), (3, 2, 'z')",
        mistake: "DELETE FROM a WHERE id = 1",
        meanwhile: "UPDATE b SET a = 2 WHERE id = 2; UPDATE b SET a = NULL WHERE id = 3; UPDATE b SET a = 2 WHERE id = 3",
        outcomes: &[("a", 1, ""), ("b", 1, ""), ("b", 1, "it has changed since, or is gone")],
        ..TRAP
    },
    Trap {
        name: "rows that the application hides",
        tables: "
            CREATE TABLE posts (id int PRIMARY KEY, title text, deleted_at timestamptz, deleted_by text);
            INSERT INTO posts SELECT i, 'Post', NULL, NULL FROM generate_series(1, 5) i",
        mistake: "UPDATE posts SET deleted_at = now(), deleted_by = 'erin' WHERE id > 1; DELETE FROM posts WHERE id = 1",
        same: "SELECT posts::text FROM posts ORDER BY id",
        outcomes: &[("posts", 5, "")],
        ..TRAP
    },
    Trap {
        name: "values of all types",
        tables: r#"
            CREATE TYPE mood AS ENUM ('fine', 'so''so');
            CREATE TYPE pair AS (x int, y text);
            CREATE DOMAIN short AS text CHECK (length(VALUE) < 10);
            CREATE TABLE a (
              id int PRIMARY KEY, f4 real, f8 float8, n numeric, m mood, p pair, s short, b bytea, j json, jb jsonb,
              ia int[], ta text[][], t time, tz timestamptz, d date, i interval, r tstzrange, u uuid, ip inet, bits bit(3),
              x xml, v tsvector, g point, c char(5), l "char", o oid
            );
            INSERT INTO a VALUES
              (1, 0.1, 0.1 + 0.2::float8, 12345678901234567890.123456789000, 'so''so', '(1,"a ""b""")', 'short', '\x00ff', '{"a": 1,  "a": 2}',
               '{"a": 1.10}', '{1,NULL,3}', '{{"a","b c"},{"NULL",NULL}}', '12:00:00.000001', '2026-03-04 05:06:07.89+00', '0044-03-15 BC',
               '-1 year 2 days -03:04:05.6', '[2026-01-01,infinity)', gen_random_uuid(), '10.0.0.0/8', '101', '<a>b</a>', 'a:1 b:2',
               '(0.1,2)', 'ab', 'x', 4294967295),
              (2, 'NaN', '-Infinity', 'NaN', NULL, NULL, NULL, '', 'null', 'null', '{}', '{}', NULL, 'infinity', '-infinity', '0', 'empty',
               NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
              (3, NULL, 1e-300, 1e-200, NULL, NULL, E'a\nb"\\', NULL, '"\u00e4"', '[]', '{{1},{2}}', NULL, NULL, '-infinity', 'infinity',
               '1 microsecond', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)"#,
        mistake: "
            SET timezone = 'Asia/Kolkata'; SET intervalstyle = 'sql_standard'; SET extra_float_digits = 0; SET datestyle = 'SQL, DMY';
            DELETE FROM a; RESET ALL",
        same: "SELECT a::text FROM a ORDER BY id",
        outcomes: &[("a", 3, "")],
        ..TRAP
    },
    Trap {
        name: "partitions, by the table and by one of them",
        tables: "
            CREATE TABLE a (id int, at date, PRIMARY KEY (id, at)) PARTITION BY RANGE (at);
            CREATE TABLE a_1 PARTITION OF a FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
            CREATE TABLE a_2 PARTITION OF a FOR VALUES FROM ('2026-02-01') TO ('2026-03-01') PARTITION BY RANGE (at);
            CREATE TABLE a_2_1 PARTITION OF a_2 FOR VALUES FROM ('2026-02-01') TO ('2026-02-15');
            CREATE TABLE a_3 PARTITION OF a DEFAULT;
            INSERT INTO a SELECT i, '2026-01-20'::date + i FROM generate_series(1, 20) i;
            INSERT INTO a VALUES (100, '2027-01-01')",
        mistake: "DELETE FROM a WHERE id = 1; DELETE FROM a_1 WHERE id = 2; DELETE FROM a_2 WHERE id = 13; TRUNCATE a_3; TRUNCATE a",
        same: "SELECT a::text FROM a ORDER BY id",
        outcomes: &[("a", 21, "")],
        ..TRAP
    },
    Trap {
        name: "more rows than are kept, and large ones",
        tables: "
            CREATE TABLE a (id int PRIMARY KEY, t text);
            INSERT INTO a SELECT i, repeat('x', 2000000) FROM generate_series(1, 2) i;
            INSERT INTO a SELECT i, 'x' FROM generate_series(3, 20) i",
        kinds: &[("most = 100000", "most = 10")],
        mistake: "DELETE FROM a WHERE id <= 2; DELETE FROM a",
        outcomes: &[("a", 2, ""), ("a", 18, "there were too many at once to keep them")],
        ..TRAP
    },
    Trap {
        name: "hidden columns",
        tables: "
            CREATE TABLE a (id int PRIMARY KEY, password text, note json);
            INSERT INTO a VALUES (1, 'secret', '{\"a\":  1}'), (2, NULL, NULL)",
        kinds: &[("record = \"deletes\"", "record = \"deletes\"\nhide = [\"password\"]")],
        mistake: "ALTER TABLE a RENAME password TO pass; DELETE FROM a",
        same: "SELECT (id, note)::text FROM a ORDER BY id",
        outcomes: &[("a", 2, "")],
        ..TRAP
    },
    Trap {
        name: "hidden columns of a partition whose columns have other numbers",
        tables: "
            CREATE TABLE a (id int PRIMARY KEY, password text, note text) PARTITION BY RANGE (id);
            CREATE TABLE a1 (note text, gone int, id int NOT NULL, password text); ALTER TABLE a1 DROP gone;
            ALTER TABLE a ATTACH PARTITION a1 FOR VALUES FROM (0) TO (10);
            INSERT INTO a VALUES (1, 'secret', 'x'), (2, NULL, NULL)",
        kinds: &[("record = \"deletes\"", "record = \"deletes\"\nhide = [\"password\"]")],
        mistake: "DELETE FROM a1",
        same: "SELECT (id, note)::text FROM a ORDER BY id",
        outcomes: &[("a", 2, "")],
        ..TRAP
    },
];
