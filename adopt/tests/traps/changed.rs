//! Traps of PostgreSQL: tables that have changed since, and rules that refuse rows.

use super::{TRAP, Trap};

pub(super) const TRAPS: &[Trap] = &[
    Trap {
        name: "columns that were added, dropped and renamed since",
        tables: "CREATE TABLE a (id int PRIMARY KEY, old text, gone text, stays int); INSERT INTO a VALUES (1, 'x', 'y', 2), (2, 'z', NULL, 3)",
        mistake: "DELETE FROM a WHERE id = 1",
        meanwhile: "
            ALTER TABLE a RENAME old TO new; ALTER TABLE a DROP gone; ALTER TABLE a ADD more int NOT NULL DEFAULT 7;
            ALTER TABLE a RENAME id TO key; ALTER TABLE a RENAME TO renamed; DELETE FROM renamed",
        outcomes: &[("a", 1, ""), ("a", 1, "without the columns that are gone: gone")],
        ..TRAP
    },
    Trap {
        name: "a column whose values are refused now",
        tables: "CREATE TABLE a (id int PRIMARY KEY, n int); INSERT INTO a VALUES (1, 1), (2, 20)",
        mistake: "DELETE FROM a",
        meanwhile: "ALTER TABLE a ADD CHECK (n < 10)",
        outcomes: &[
            ("a", 1, ""),
            ("a", 1, "new row for relation \"a\" violates check constraint \"a_n_check\""),
        ],
        ..TRAP
    },
    Trap {
        name: "indexes and constraints without a name of a column",
        tables: "
            CREATE TABLE a (id int PRIMARY KEY, name text, r int4range, is_old boolean NOT NULL DEFAULT false, EXCLUDE USING gist (r WITH &&));
            CREATE UNIQUE INDEX by_lower ON a (lower(name));
            CREATE UNIQUE INDEX by_new ON a (name) WHERE NOT is_old;
            INSERT INTO a VALUES (1, 'x', '[1,2)'), (2, 'y', '[2,3)'), (3, 'z', '[3,4)')",
        mistake: "DELETE FROM a",
        meanwhile: "INSERT INTO a VALUES (11, 'X', '[10,11)'), (12, 'q', '[2,3)')",
        outcomes: &[
            ("a", 1, ""),
            ("a", 1, "by_lower is taken meanwhile"),
            ("a", 1, "conflicting key value violates exclusion constraint \"a_r_excl\""),
        ],
        ..TRAP
    },
    Trap {
        name: "row security that holds for whoever undoes",
        tables: "
            CREATE TABLE a (id int PRIMARY KEY, n int);
            ALTER TABLE a ENABLE ROW LEVEL SECURITY; ALTER TABLE a FORCE ROW LEVEL SECURITY;
            CREATE POLICY small ON a USING (true) WITH CHECK (n < 10);
            INSERT INTO a VALUES (1, 1), (2, 20);
            DO $$ BEGIN CREATE ROLE adopt_owner; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
            ALTER TABLE a OWNER TO adopt_owner; GRANT ALL ON SCHEMA public TO adopt_owner;
            DO $$ BEGIN EXECUTE format('GRANT CREATE, TEMP ON DATABASE %I TO adopt_owner', current_database()); END $$;
            SET ROLE adopt_owner",
        mistake: "DELETE FROM a",
        outcomes: &[
            ("a", 1, ""),
            ("a", 1, "new row violates row-level security policy for table \"a\""),
        ],
        ..TRAP
    },
    Trap {
        name: "what a replica repeats, which its origin keeps",
        tables: "CREATE TABLE a (id int PRIMARY KEY); INSERT INTO a VALUES (1)",
        mistake: "SET session_replication_role = replica; DELETE FROM a; RESET session_replication_role",
        outcomes: &[],
        ..TRAP
    },
    Trap {
        name: "a table that is gone",
        tables: "CREATE TABLE a (id int PRIMARY KEY); INSERT INTO a VALUES (1)",
        mistake: "DELETE FROM a",
        meanwhile: "DROP TABLE a",
        outcomes: &[("a", 1, "its table is gone, or no longer adopted")],
        ..TRAP
    },
    Trap {
        name: "triggers that change or drop what comes back",
        tables: "
            CREATE TABLE a (id int PRIMARY KEY, n int);
            CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
              NEW.n := NEW.n + 1; IF NEW.id = 2 THEN RETURN NULL; END IF; RETURN NEW; END $$;
            INSERT INTO a VALUES (1, 1), (2, 2);
            CREATE TRIGGER change BEFORE INSERT ON a FOR EACH ROW EXECUTE FUNCTION change()",
        mistake: "DELETE FROM a",
        outcomes: &[("a", 1, "changed by the database: n"), ("a", 1, "a trigger of the database leaves it out")],
        ..TRAP
    },
    Trap {
        name: "a session whose names mean something else",
        tables: "
            CREATE TABLE a (id int PRIMARY KEY);
            INSERT INTO a VALUES (1), (2);
            CREATE SCHEMA evil;
            CREATE FUNCTION evil.nextval(text) RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN RAISE 'evil'; END $$;
            CREATE FUNCTION evil.row_to_json(public.a) RETURNS json LANGUAGE plpgsql AS $$ BEGIN RAISE 'evil'; END $$;
            CREATE FUNCTION evil.more(bigint, integer) RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN RAISE 'evil'; END $$;
            CREATE FUNCTION evil.larger(bigint, bigint) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'evil'; END $$;
            CREATE OPERATOR evil.+ (FUNCTION = evil.more, LEFTARG = bigint, RIGHTARG = integer);
            CREATE OPERATOR evil.> (FUNCTION = evil.larger, LEFTARG = bigint, RIGHTARG = bigint)",
        mistake: "
            SET search_path = evil, pg_catalog, public; CREATE TEMP TABLE removed (id int);
            DELETE FROM a WHERE id OPERATOR(pg_catalog.=) 1; TRUNCATE a; RESET search_path",
        same: "SELECT a::text FROM a ORDER BY id",
        outcomes: &[("a", 2, "")],
        ..TRAP
    },
];
