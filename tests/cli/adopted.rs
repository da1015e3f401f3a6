//! `serve --kinds`: what was deleted in SQL, by both APIs, beside tables of the same names as the service's.

use serde_json::{Value as Json, json};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::{Folder, Response, Server, ask, data, get, post, wait_until};

const TABLES: &str = "
    CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT, total INTEGER);
    CREATE TABLE lines (order_id INTEGER REFERENCES orders ON DELETE CASCADE, place INTEGER, PRIMARY KEY (order_id, place));
    INSERT INTO users VALUES (1, 'Erin');
    INSERT INTO orders VALUES (1, 'Harbour', 40), (2, 'Quay', 120);
    INSERT INTO lines VALUES (1, 1), (1, 2), (2, 1);";

/// A database of another program on each engine; on PostgreSQL one of its own.
pub struct Shop {
    pub folder: Folder,
    server: Option<(Folder, String)>,
}

impl Shop {
    pub fn of_each_engine() -> Vec<Self> {
        let on_postgres = Folder::postgres().map(|server| {
            static COUNT: AtomicUsize = AtomicUsize::new(0);
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("reinstate_shop_{}_{number}", std::process::id());
            let url = server.url();
            let (base, _) = url.split_once('?').unwrap();
            let (base, _) = base.rsplit_once('/').unwrap();
            let folder = Folder::with_url(format!("{base}/{name}?sslmode=disable"));
            server.execute(&format!("CREATE DATABASE {name}"));
            Self { folder, server: Some((server, name)) }
        });
        [Self { folder: Folder::new(), server: None }].into_iter().chain(on_postgres).collect()
    }

    /// Tokens of new accounts with these permissions.
    pub fn tokens<const N: usize>(&self, accounts: [(&str, &[&str]); N]) -> [String; N] {
        accounts.map(|(email, permissions)| {
            let permissions = permissions.iter().flat_map(|it| ["--permission", it]);
            let add = ["user", "add", email].into_iter().chain(permissions);
            self.folder.run(&add.collect::<Vec<_>>()).expect(0);
            self.folder.token(&[email])
        })
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        if let Some((server, name)) = &self.server {
            server.execute(&format!("DROP DATABASE {name} WITH (FORCE)"));
        }
    }
}

pub fn read(server: &Server, path: &str, token: &str) -> Response {
    ask(server.address, &format!("GET /api/v1/adopted/{path}"), token, &json!(null))
}

pub fn undo(server: &Server, query: &str, token: &str) -> Response {
    post(server.address, &format!("/api/v1/adopted/undo?{query}"), token, &json!(null))
}

#[test]
fn what_sql_deletes_is_shown_and_comes_back() {
    for shop in Shop::of_each_engine() {
        let folder = &shop.folder;
        folder.execute(TABLES);
        let kinds = folder.run(&["adopt"]).expect(0).stdout;
        let label = kinds.replace("[orders]\n", "[orders]\nlabel = \"customer\"\n");
        let kinds = if kinds.contains("label = \"customer\"") { kinds } else { label };
        let file = folder.write("kinds.toml", &kinds);
        folder.run(&["adopt", "--sql", &file, "--apply"]).expect(0);
        let [all, some, none] = shop.tokens([
            ("all@example.com", &["*"]),
            ("some@example.com", &["adopted.orders.view", "adopted.users.restore"]),
            ("none@example.com", &[]),
        ]);
        assert_eq!(folder.count("users"), 1, "the accounts are elsewhere");
        let server = Server::start(folder, &["--kinds", &file]);

        folder.execute("DELETE FROM orders WHERE total < 100");
        let removals = read(&server, "removals", &all).expect(200).json();
        let [removal] = removals["data"].as_array().unwrap().as_slice() else {
            panic!("{removals}")
        };
        let counts = |it: &Json| {
            let part = |it: &Json| (it["table"].clone(), it["rows"].clone(), it["undone"].clone());
            it["tables"].as_array().unwrap().iter().map(part).collect::<Vec<_>>()
        };
        let parts = |undone: [i64; 2]| {
            vec![
                (json!("lines"), json!(2), json!(undone[0])),
                (json!("orders"), json!(1), json!(undone[1])),
            ]
        };
        assert_eq!(counts(removal), parts([0, 0]));
        assert_eq!(removal["role"].is_string(), folder.is_postgres(), "{removal}");
        let id = removal["id"].as_str().unwrap().to_owned();
        let rows =
            read(&server, &format!("rows?removal={}&tables=orders", id.replace(':', "%3A")), &all);
        let rows = rows.expect(200).json();
        assert_eq!(rows["data"][0]["values"]["customer"], "Harbour", "{rows}");
        assert_eq!(rows["data"][0]["label"], "Harbour", "{rows}");

        // Rows that are there are shown too.
        let there = |query: &str, token: &str| read(&server, &format!("present?{query}"), token);
        let lines = there("table=lines&limit=1", &all).expect(200).json();
        assert_eq!(lines["data"][0]["key"], json!(["2", "1"]), "{lines}");
        let order = there("table=orders&key=2", &some).expect(200).json();
        let mut row = json!({ "key": ["2"], "label": "Quay", "values": { "id": 2, "customer": "Quay", "total": 120 } });
        row["version"] = order["data"][0]["version"].clone();
        assert_eq!(order["data"], json!([row]));
        for (query, token) in [
            ("table=orders&key=1", &all),
            ("table=orders&key=x", &all),
            ("table=lines", &some),
            ("table=orders", &none),
        ] {
            assert_eq!(there(query, token).expect(200).json()["data"], json!([]), "{query}");
        }
        for (query, customers) in [
            ("column=customer&value=Quay", json!(["Quay"])),
            ("column=total&value=120", json!(["Quay"])),
            ("column=total&value=much", json!([])),
            ("column=total", json!([])),
        ] {
            let found = there(&format!("table=orders&{query}"), &some).expect(200).json();
            let customer = |it: &Json| it["values"]["customer"].clone();
            let found: Vec<_> = found["data"].as_array().unwrap().iter().map(customer).collect();
            assert_eq!(json!(found), customers, "{query}");
        }
        for wrong in [
            "",
            "table=orders&key=1,2",
            "table=orders&after=x",
            "table=orders&column=none&value=1",
            "table=orders&value=1",
            "table=orders&key=1&column=total&value=120",
        ] {
            there(wrong, &all).expect(400);
        }

        // Others see and change what they may.
        let seen = read(&server, "removals", &some).expect(200).json();
        assert_eq!(counts(&seen["data"][0]), parts([0, 0])[1..]);
        let seen = read(&server, &format!("rows?removal={}", id.replace(':', "%3A")), &some)
            .expect(200)
            .json();
        assert_eq!(seen["data"].as_array().unwrap().len(), 1, "{seen}");
        for path in ["removals", "tables", "rows?removal=1"] {
            let found = read(&server, path, &none).expect(200);
            assert!(!found.text.contains("orders"), "{}", found.text);
        }
        let tables = read(&server, "tables", &some).expect(200).json();
        assert_eq!(tables["data"].as_array().map(Vec::len), Some(1), "{tables}");
        assert_eq!(tables["data"][0]["can_restore"], false);
        let query = format!("removals={}", id.replace(':', "%3A"));
        undo(&server, &query, &none).expect(403);
        let other = undo(&server, &query, &some).expect(200).json();
        assert_eq!(other["outcomes"], json!([]), "only of users");
        assert!(undo(&server, "preview=true", &all).expect(400).text.contains("removals or since"));
        assert_eq!(undo(&server, &query, "wrong").status, 401);

        // A preview says what is done, and changes nothing.
        let preview = undo(&server, &format!("{query}&preview=true"), &all).expect(200).json();
        assert_eq!(folder.count("orders"), 1);
        let since =
            undo(&server, "since=2020-01-01T00:00:00Z&preview=true", &all).expect(200).json();
        assert_eq!(since["warnings"].as_array().map(Vec::len), Some(3), "{since}");
        let undone = undo(&server, &query, &all).expect(200).json();
        assert_eq!(
            (&undone["outcomes"], &undone["preview"]),
            (&preview["outcomes"], &json!(false))
        );
        assert_eq!((folder.count("orders"), folder.count("lines")), (2, 3));
        let query = "{ removals(first: 1) { nodes { id tables { table rows undone undoneBy { email } } } } \
                     adoptedTables { name gaps canRestore } permissionNames }";
        let found = data(server.address, &all, query);
        let part = &found["removals"]["nodes"][0]["tables"][1];
        assert_eq!(
            (&part["undone"], &part["undoneBy"]["email"]),
            (&json!(1), &json!("all@example.com"))
        );
        assert!(found["permissionNames"].to_string().contains("adopted.lines.restore"), "{found}");
        assert!(
            found["adoptedTables"].as_array().unwrap().iter().all(|it| it["gaps"] == json!([])),
            "{found}"
        );

        // Where all is recorded, changes are listed and taken back where they are asked for.
        let all_of = kinds.replace("record = \"deletes\"", "record = \"all\"");
        folder.write("kinds.toml", &all_of);
        folder.run(&["adopt", "--sql", &file, "--apply"]).expect(0);
        server.signal("HUP");
        wait_until("changes are recorded", || {
            let tables = read(&server, "tables", &all).expect(200).json();
            tables["data"]
                .as_array()
                .is_some_and(|all| all.iter().all(|it| it["records_changes"] == true))
        });
        folder.execute("UPDATE orders SET customer = 'Wrong'");
        let newest =
            |query: &str| read(&server, &format!("removals{query}"), &all).expect(200).json();
        assert_eq!(newest("")["data"][0]["id"], json!(id), "no removal");
        let change = newest("?changes=true")["data"][0].clone();
        assert_eq!(
            (&change["tables"][0]["changed"], &change["tables"][0]["rows"]),
            (&json!(2), &json!(0))
        );
        let of = change["id"].as_str().unwrap().replace(':', "%3A");
        let rows =
            read(&server, &format!("rows?removal={of}&changes=true"), &all).expect(200).json();
        let [before, after] = ["values", "after"].map(|image| {
            let rows = rows["data"].as_array().unwrap();
            rows.iter().map(|it| it[image]["customer"].clone()).collect::<Vec<_>>()
        });
        assert!(before.contains(&json!("Harbour")) && before.contains(&json!("Quay")), "{rows}");
        assert_eq!(after, [json!("Wrong"), json!("Wrong")], "{rows}");
        let history = |query: &str| read(&server, &format!("history?{query}"), &all);
        let row = history("table=orders&key=1").expect(200).json();
        assert_eq!(row["data"][0]["after"]["customer"], "Wrong", "{row}");
        assert_eq!(
            (&row["data"][0]["action"], &row["data"][0]["removal"]),
            (&json!("change"), &change["id"])
        );
        for wrong in ["", "key=1", "table=orders&key=1,2"] {
            history(wrong).expect(400);
        }
        let unseen = read(&server, "history?table=lines&key=1,1", &some).expect(200).json();
        assert_eq!(unseen["data"], json!([]));
        let undone = undo(&server, &format!("removals={of}&changes=true"), &all).expect(200).json();
        assert_eq!(
            undone["outcomes"],
            json!([{ "table": "orders", "rows": 2, "reason": null, "remark": null }])
        );
        let own = newest("?changes=true")["data"][0].clone();
        assert_ne!(own["id"], change["id"], "the undo is recorded too");
        assert_eq!(
            (&own["tables"][0]["changed"], &own["tables"][0]["undone"]),
            (&json!(2), &json!(2))
        );
        folder.write("kinds.toml", &kinds);
        folder.run(&["adopt", "--sql", &file, "--apply"]).expect(0);
        server.signal("HUP");

        // What is no longer kept is said.
        folder.run(&["check"]).expect(0);
        folder.execute(match folder.is_postgres() {
            true => "ALTER TABLE orders DISABLE TRIGGER reinstate_removed",
            false => "DROP TRIGGER reinstate_removed_orders",
        });
        let tables = read(&server, "tables", &some).expect(200).json();
        assert!(tables["data"][0]["gaps"][0].as_str().unwrap().contains("trigger"), "{tables}");
        assert!(folder.run(&["check"]).expect(1).stdout.contains("orders: "));

        // What was kept for long is forgotten where a table says so.
        let (captured, long_ago) = match folder.is_postgres() {
            true => ("reinstate.captured", "now() - interval '40 days'"),
            false => ("reinstate_captured", "'2020-01-01T00:00:00.000Z'"),
        };
        folder.execute(&format!("UPDATE {captured} SET at = {long_ago}"));
        folder.write("kinds.toml", &kinds.replace("[orders]\n", "[orders]\nkeep_days = 30\n"));
        drop(server);
        let mut server = Server::start(folder, &["--kinds", &file]);
        wait_until("orders are forgotten", || {
            let kept = read(&server, "removals?changes=true", &all).expect(200).json();
            let tables = |it: &Json| it["tables"].as_array().unwrap().clone();
            let kept: Vec<_> = kept["data"].as_array().unwrap().iter().flat_map(tables).collect();
            assert!(kept.iter().any(|it| it["table"] == "lines"), "{kept:?}");
            kept.iter().all(|it| it["table"] != "orders")
        });

        // The file is read again; a wrong one changes nothing.
        folder.write("kinds.toml", "[orders]");
        server.signal("HUP");
        server.wait_for_log("adopted tables are not read again");
        folder.write("kinds.toml", &kinds);
        server.signal("HUP");
        server.wait_for_log("not all is kept");
        folder.write("kinds.toml", "");
        server.signal("HUP");
        wait_until("no table is shown", || {
            read(&server, "tables", &all).expect(200).json()["data"] == json!([])
        });
        assert_eq!(get(server.address, "/readyz").status, 200);
        server.signal("TERM");
        server.ended_well();
        folder.write("kinds.toml", "[orders]");
        folder.run(&["serve", "--kinds", &file]).expect(1).says("missing field `table`");
    }
}

/// The columns that `kinds.toml` opens for clients, and nothing else.
const OPEN: &str = "[orders]\ncreate = [\"customer\", \"total\"]\nupdate = [\"total\"]\n";

#[test]
fn rows_are_written_where_columns_are_open() {
    for shop in Shop::of_each_engine() {
        let folder = &shop.folder;
        folder.execute(TABLES);
        folder.execute("CREATE UNIQUE INDEX customers ON orders (customer)");
        // As other programs have them: a key that the database gives.
        let given = match folder.is_postgres() {
            true => "ALTER TABLE orders ALTER id ADD GENERATED BY DEFAULT AS IDENTITY (START 10)",
            false => "INSERT INTO orders VALUES (9, 'Cove', 1); DELETE FROM orders WHERE id = 9",
        };
        folder.execute(given);
        let proposed = folder.run(&["adopt"]).expect(0).stdout;
        let closed = folder.write("kinds.toml", &proposed.replace("[orders]\n", OPEN));
        let refused = folder.run(&["adopt", "--sql", &closed]).expect(1);
        refused
            .says("orders.create: \"customer\" can't be written, since changes are not recorded");
        let recorded = proposed.replace("record = \"deletes\"", "record = \"all\"");
        for (open, says) in [
            ("update = [\"id\"]", "orders.update: \"id\" is part of the key"),
            ("update = [\"none\"]", "orders.update: the table \"orders\" has no column \"none\""),
            ("update = [\"total\"]\nhide = [\"total\"]", "orders.update: \"total\" is hidden"),
        ] {
            let file = recorded.replace("[orders]\n", &format!("[orders]\n{open}\n"));
            let file = folder.write("wrong.toml", &file);
            folder.run(&["adopt", "--sql", &file]).expect(1).says(says);
        }
        let file = folder.write("kinds.toml", &recorded.replace("[orders]\n", OPEN));
        folder.run(&["adopt", "--sql", &file, "--apply"]).expect(0);
        let [all, clerk, viewer] = shop.tokens([
            ("all@example.com", &["*"]),
            ("clerk@example.com", &["adopted.orders.update"]),
            ("viewer@example.com", &["adopted.orders.view"]),
        ]);
        let server = Server::start(folder, &["--kinds", &file]);
        let write = |method: &str, token: &str, body: &Json| {
            ask(server.address, &format!("{method} /api/v1/adopted/present"), token, body)
        };

        let new = json!({ "table": "orders", "values": { "customer": "Mole", "total": 7 } });
        write("POST", &viewer, &new).expect(403);
        // Who may not view the table isn't told that it is there.
        write("POST", &clerk, &new).expect(404);
        let row = write("POST", &all, &new).expect(200).json();
        assert_eq!((&row["values"]["total"], &row["label"]), (&json!(7), &json!("Mole")), "{row}");
        let id = row["key"][0].as_str().unwrap().to_owned();

        let change = |values: &Json, version: &Json| json!({ "table": "orders", "key": { "id": id }, "values": values, "version": version });
        let changed = write("PATCH", &all, &change(&json!({ "total": 8 }), &row["version"]));
        let changed = changed.expect(200).json();
        assert_eq!(changed["values"]["total"], 8);
        assert_ne!(changed["version"], row["version"]);
        write("PATCH", &all, &change(&json!({ "total": 9 }), &row["version"])).expect(409);
        // Others' writes change the version too.
        folder.execute("UPDATE orders SET total = 10");
        write("PATCH", &all, &change(&json!({ "total": 9 }), &changed["version"])).expect(409);
        let unseen = write("PATCH", &clerk, &change(&json!({ "total": 11 }), &json!(null)));
        let unseen = unseen.expect(200).json();
        assert_eq!((&unseen["values"], &unseen["label"]), (&json!(null), &json!(null)), "{unseen}");

        for (method, body, status, says) in [
            ("PATCH", change(&json!({ "customer": "A" }), &json!(null)), 422, "values.customer"),
            ("PATCH", change(&json!({ "none": "A" }), &json!(null)), 422, "values.none"),
            ("PATCH", change(&json!({}), &json!(null)), 422, "values"),
            ("PATCH", json!({ "table": "orders", "values": { "total": 1 } }), 422, "key"),
            (
                "PATCH",
                json!({ "table": "orders", "key": { "a": 1 }, "values": { "total": 1 } }),
                400,
                "key",
            ),
            (
                "PATCH",
                json!({ "table": "orders", "key": { "id": 999 }, "values": { "total": 1 } }),
                404,
                "Row",
            ),
            ("POST", json!({ "table": "lines", "values": { "place": 1 } }), 409, "opens no column"),
            ("POST", json!({ "table": "lines", "values": {} }), 409, "opens no column"),
            (
                "POST",
                json!({ "table": "orders", "values": { "customer": "Mole" } }),
                409,
                "customer",
            ),
            ("POST", json!({ "table": "none", "values": {} }), 404, "Table not found"),
            ("POST", json!({ "table": "orders", "values": [] }), 422, "values"),
        ] {
            let response = write(method, &all, &body).expect(status);
            assert!(response.text.contains(says), "{body}: {}", response.text);
        }
        if folder.is_postgres() {
            let response = write("PATCH", &all, &change(&json!({ "total": "x" }), &json!(null)));
            let text = response.expect(422).text;
            assert!(text.contains("integer"), "{text}");
        }

        // It is recorded for whom, and can be taken back.
        let history = read(&server, &format!("history?table=orders&key={id}"), &all);
        let history = history.expect(200).json();
        let of = |at: usize| {
            (history["data"][at]["action"].clone(), history["data"][at]["person"].clone())
        };
        assert_eq!(of(0), (json!("change"), json!("account 2")), "{history}");
        assert_eq!(of(1), (json!("change"), json!(null)), "another program names nobody");
        assert_eq!(of(3), (json!("create"), json!("account 1")), "{history}");
        let latest = history["data"][0]["removal"].as_str().unwrap().replace(':', "%3A");
        undo(&server, &format!("removals={latest}&changes=true"), &all).expect(200);
        let there = read(&server, &format!("present?table=orders&key={id}"), &all).expect(200);
        assert_eq!(there.json()["data"][0]["values"]["total"], 10);

        let query = "mutation { updateAdoptedRow(input: { table: \"orders\", key: { id: 2 }, values: { total: 5 } }) \
                     { key values } }";
        let row = &data(server.address, &all, query)["updateAdoptedRow"];
        assert_eq!((&row["key"], &row["values"]["total"]), (&json!(["2"]), &json!(5)));
        let query = "{ adoptedTables { name creatable updatable } permissionNames }";
        let found = data(server.address, &all, query);
        assert!(found["permissionNames"].to_string().contains("adopted.orders.update"), "{found}");
        assert!(!found["permissionNames"].to_string().contains("adopted.lines.update"), "{found}");
        let orders =
            json!({ "name": "orders", "creatable": ["customer", "total"], "updatable": ["total"] });
        assert!(found["adoptedTables"].as_array().unwrap().contains(&orders), "{found}");
    }
}

/// Columns of a table with a value, the type that each has in GraphQL, and the one in OpenAPI.
const ON_POSTGRES: &[(&str, &str, &str, &str)] = &[
    ("id bigint PRIMARY KEY", "9007199254740993", "BigInt", "integer"),
    ("place smallint", "7", "Int", "integer"),
    ("paid boolean", "true", "Boolean", "boolean"),
    ("customer varchar(20)", "'Quay ''7'' \"\"'", "String", "string"),
    ("at timestamptz", "'infinity'", "String", "string"),
    ("token uuid", "'5f2b9c1e-8a47-4d36-9e0b-71c3d2a4f680'", "String", "string"),
    ("state mood", "'glad'", "String", "string"),
    ("mail address", "'a@b'", "String", "string"),
    ("total numeric", "12345678901234567890.10", "JSON", ""),
    ("notes jsonb", "'{\"a\": [1, null]}'", "JSON", ""),
    ("parts int[]", "'{1,2}'", "JSON", ""),
    ("gone text", "NULL", "String", "string"),
    ("\"odd name\" int", "1", "", "integer"),
];
const ON_SQLITE: &[(&str, &str, &str, &str)] = &[
    ("id INTEGER PRIMARY KEY", "9007199254740993", "BigInt", "integer"),
    ("customer TEXT", "'Quay ''7'''", "String", "string"),
    ("place INT", "7", "BigInt", "integer"),
    ("total REAL", "1.5", "JSON", ""),
    ("anything ANY", "'x'", "JSON", ""),
    ("gone TEXT", "NULL", "String", "string"),
    ("\"odd name\" INT", "1", "", "integer"),
];

#[test]
fn rows_have_the_types_of_their_columns() {
    for shop in Shop::of_each_engine() {
        let folder = &shop.folder;
        let columns = if folder.is_postgres() { ON_POSTGRES } else { ON_SQLITE };
        let list = |of: fn(&(&str, &str, &str, &str)) -> String| {
            columns.iter().map(of).collect::<Vec<_>>().join(", ")
        };
        let (defined, values) = (list(|it| it.0.to_owned()), list(|it| it.1.to_owned()));
        let before = match folder.is_postgres() {
            true => "CREATE TYPE mood AS ENUM ('glad'); CREATE DOMAIN address AS text;",
            false => "",
        };
        let strict = if folder.is_postgres() { "" } else { "STRICT" };
        folder.execute(&format!(
            "{before} CREATE TABLE order_items ({defined}, secret text) {strict}; \
             INSERT INTO order_items VALUES ({values}, 'hidden'); \
             CREATE TABLE order_items_ (a INTEGER PRIMARY KEY); \
             CREATE TABLE anything (a INTEGER PRIMARY KEY); \
             CREATE TABLE closed (a INTEGER PRIMARY KEY)"
        ));
        let kinds = folder.run(&["adopt"]).expect(0).stdout;
        let kinds = kinds
            .replace("[order_items]\n", "[order_items]\nhide = [\"secret\"]\n")
            .replace("]\ntable", "]\ntyped = true\ntable")
            .replace("[closed]\ntyped = true\n", "[closed]\n");
        let file = folder.write("kinds.toml", &kinds);
        folder.run(&["adopt", "--sql", &file, "--apply"]).expect(0);
        let [viewer, other] = shop.tokens([
            ("viewer@example.com", &["adopted.order_items.view"]),
            ("other@example.com", &["adopted.anything.view"]),
        ]);
        let server = Server::start(folder, &["--kinds", &file]);

        let query = "{ __type(name: \"ValuesOfOrderItems\") { fields { name type { name } } } }";
        let found = data(server.address, &viewer, query);
        let fields: Vec<_> = found["__type"]["fields"].as_array().unwrap().clone();
        let name = |column: &str| column.split_whitespace().next().unwrap().to_owned();
        let shown = columns.iter().filter(|it| !it.2.is_empty());
        let expected: Vec<_> = shown
            .clone()
            .map(|it| json!({ "name": name(it.0), "type": { "name": it.2 } }))
            .collect();
        assert_eq!(fields, expected);

        let names: Vec<_> = shown.map(|it| name(it.0)).collect();
        let query = format!(
            "{{ rowsOfOrderItems(key: [\"9007199254740993\"]) {{ nodes {{ __typename key version values {{ {} }} }} }} }}",
            names.join(" ")
        );
        let response = post(server.address, "/graphql", &viewer, &json!({ "query": query }));
        let response = response.expect(200);
        let found = response.json();
        let row = &found["data"]["rowsOfOrderItems"]["nodes"][0];
        assert_eq!(row["__typename"], "RowOfOrderItems", "{found}");
        let there = read(&server, "present/order_items?limit=5", &viewer).expect(200).json();
        let untyped = read(&server, "present?table=order_items", &viewer).expect(200).json();
        let mut same = untyped["data"][0].clone();
        same["id"] = json!("9007199254740993");
        assert_eq!(there["data"][0], same, "REST shows the same, with its id");
        assert_eq!(there["data"][0]["values"]["odd name"], 1);
        for name in &names {
            assert_eq!(row["values"][name], there["data"][0]["values"][name], "{name}");
        }
        assert_eq!(row["version"], there["data"][0]["version"]);
        // Digits that no number of JavaScript has are left as they are.
        assert!(response.text.contains("\"id\":9007199254740993"), "{}", response.text);
        assert_eq!(
            response.text.contains("12345678901234567890.10"),
            folder.is_postgres(),
            "{}",
            response.text
        );

        // Nobody else is shown any.
        read(&server, "present/order_items", &other).expect(403);
        let query = "{ rowsOfOrderItems { nodes { key } } }";
        let refused = post(server.address, "/graphql", &other, &json!({ "query": query }));
        let extensions = refused.json()["errors"][0]["extensions"].clone();
        assert_eq!(extensions["requiredPermissions"], json!(["adopted.order_items.view"]));

        let document = get(server.address, "/api/v1/openapi.json").json();
        let operation = &document["paths"]["/api/v1/adopted/present/order_items"]["get"];
        assert_eq!(operation["operationId"], "listRowsOfOrderItems", "{operation}");
        let properties = &document["components"]["schemas"]["ValuesOfOrderItems"]["properties"];
        for (column, _, _, of) in columns {
            let name = column.strip_prefix('"').map_or_else(|| name(column), |_| "odd name".into());
            let expected = if of.is_empty() { json!(null) } else { json!([of, "null"]) };
            assert_eq!(properties[&name]["type"], expected, "{column}");
        }
        assert_eq!(properties["secret"], json!(null));

        // Two tables can't share a type. Everybody can read these names, so the others are in no schema.
        let query = "{ __schema { queryType { fields { name } } } }";
        let text = data(server.address, &viewer, query).to_string();
        assert_eq!(text.matches("rowsOfOrderItems").count(), 1);
        assert!(text.contains("rowsOfAnything") && !text.contains("rowsOfClosed"), "{text}");
        read(&server, "present/closed", &viewer).expect(404);
        server.wait_for_log("order_items_");
    }
}
