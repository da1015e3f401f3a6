//! Accounts with permissions for their own rows of tables of other programs: others aren't there for them.

use serde_json::{Value as Json, json};

use crate::{
    adopted::{Shop, read, undo},
    support::{Server, ask, data},
};

const TABLES: &str = "
    CREATE TABLE customers (id INTEGER PRIMARY KEY, email TEXT);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers, total INTEGER);
    INSERT INTO customers VALUES (7, 'Ann@Shop.example'), (8, 'bob@shop.example');
    INSERT INTO orders VALUES (1, 7, 10), (2, 8, 20), (3, NULL, 30);";

/// What `kinds.toml` says of whose rows they are.
const OWNERS: [(&str, &str); 3] = [
    ("[customers]\n", "[customers]\naddress = \"email\"\n"),
    (
        "[orders]\n",
        "[orders]\nowner = \"customer\"\nowners = \"customers\"\ntyped = true\n\
         create = [\"id\", \"total\", \"customer\"]\nupdate = [\"total\", \"customer\"]\n",
    ),
    ("record = \"deletes\"", "record = \"all\""),
];

const OWN: [&str; 5] = [
    "adopted.orders.view.own",
    "adopted.orders.restore.own",
    "adopted.orders.create.own",
    "adopted.orders.update.own",
    "users.update.own",
];

#[test]
fn own_rows_are_all_that_there_is() {
    for shop in Shop::of_each_engine() {
        let folder = &shop.folder;
        folder.execute(TABLES);
        let mut kinds = folder.run(&["adopt"]).expect(0).stdout;
        for (from, to) in OWNERS {
            kinds = kinds.replace(from, to);
        }
        let file = folder.write("kinds.toml", &kinds);
        folder.run(&["adopt", "--sql", &file, "--apply"]).expect(0);
        let [all, ann, bob, clerk] = shop.tokens([
            ("all@shop.example", &["*"]),
            ("ann@shop.example", &OWN),
            ("bob@shop.example", &OWN),
            ("clerk@shop.example", &["adopted.orders.update", "adopted.orders.view.own"]),
        ]);
        let server = Server::start(folder, &["--kinds", &file]);
        let write = |method: &str, token: &str, body: &Json| {
            ask(server.address, &format!("{method} /api/v1/adopted/present"), token, body)
        };
        let ids = |rows: &Json| -> Vec<Json> {
            rows.as_array().unwrap().iter().map(|it| it["key"][0].clone()).collect()
        };

        // Rows that are there, by each way to them.
        for (token, expected) in
            [(&all, vec!["1", "2", "3"]), (&ann, vec!["1"]), (&bob, vec!["2"]), (&clerk, vec![])]
        {
            let listed = read(&server, "present?table=orders", token).expect(200).json();
            assert_eq!(ids(&listed["data"]), expected);
            let by_value = read(&server, "present?table=orders&column=total&value=10", token)
                .expect(200)
                .json();
            assert_eq!(
                by_value["data"].as_array().unwrap().len(),
                usize::from(expected.contains(&"1"))
            );
            let typed = read(&server, "present/orders", token).expect(200).json();
            assert_eq!(ids(&typed["data"]), expected);
            let query =
                "{ adoptedRows(table: \"orders\") { nodes { key } } rowsOfOrders { nodes { key } }
                           one: adoptedRows(table: \"orders\", key: [\"2\"]) { nodes { key } } }";
            let found = data(server.address, token, query);
            for rows in ["adoptedRows", "rowsOfOrders"] {
                assert_eq!(ids(&found[rows]["nodes"]), expected, "{rows}");
            }
            let has_two = expected.contains(&"2");
            assert_eq!(ids(&found["one"]["nodes"]).len(), usize::from(has_two));
            let by_path = read(&server, "present/orders/2", token);
            assert_eq!(by_path.status, if has_two { 200 } else { 404 }, "{}", by_path.text);
        }
        let names = data(server.address, &all, "{ permissionNames }").to_string();
        assert!(
            names.contains("adopted.orders.view.own")
                && !names.contains("adopted.customers.view.own"),
            "{names}"
        );

        // What is written must be the caller's, before and after.
        let change = |id: i64, values: Json| json!({ "table": "orders", "key": { "id": id }, "values": values });
        let new = |values: Json| json!({ "table": "orders", "values": values });
        let row = write("PATCH", &ann, &change(1, json!({ "total": 11 }))).expect(200).json();
        assert_eq!(row["values"]["total"], 11);
        for id in [2, 3, 9] {
            write("PATCH", &ann, &change(id, json!({ "total": 0 }))).expect(404);
            let line = format!("PATCH /api/v1/adopted/present/orders/{id}");
            ask(server.address, &line, &ann, &json!({ "total": 0 })).expect(404);
        }
        write("PATCH", &ann, &change(1, json!({ "customer": 8 }))).expect(403);
        write("POST", &ann, &new(json!({ "id": 4, "total": 1, "customer": 8 }))).expect(403);
        let row = write("POST", &ann, &new(json!({ "id": 4, "total": 1 }))).expect(200).json();
        assert_eq!(row["values"]["customer"], 7, "it is the caller's: {row}");
        let hidden = write("PATCH", &clerk, &change(2, json!({ "total": 21 }))).expect(200).json();
        assert_eq!(hidden["values"], Json::Null, "a row that the clerk may not view: {hidden}");
        assert_eq!(folder.count("orders"), 4);

        // What SQL deletes.
        folder.execute("DELETE FROM orders");
        for (token, count) in [(&all, 4), (&ann, 2), (&bob, 1), (&clerk, 0)] {
            let removals = read(&server, "removals", token).expect(200).json();
            let removals = removals["data"].as_array().unwrap();
            let rows: i64 =
                removals.iter().map(|it| it["tables"][0]["rows"].as_i64().unwrap()).sum();
            assert_eq!(rows, count);
            for removal in removals {
                let id = removal["id"].as_str().unwrap().replace(':', "%3A");
                let rows = read(&server, &format!("rows?removal={id}"), token).expect(200).json();
                assert_eq!(
                    i64::try_from(rows["data"].as_array().unwrap().len()).unwrap(),
                    count,
                    "{rows}"
                );
            }
        }
        let history = |key: i64, token: &str| {
            let rows =
                read(&server, &format!("history?table=orders&key={key}"), token).expect(200).json();
            rows["data"].as_array().unwrap().len()
        };
        assert_eq!([history(1, &ann), history(2, &ann), history(1, &bob)], [2, 0, 0]);
        let undone = undo(&server, "since=2020-01-01T00:00:00Z", &ann).expect(200).json();
        assert_eq!(undone["outcomes"][0]["rows"], 2, "{undone}");
        assert_eq!(folder.count("orders"), 2, "Bob's is still gone");
        undo(&server, "since=2020-01-01T00:00:00Z", &clerk).expect(403);

        // With an address somebody would take its rows, too.
        let me =
            data(server.address, &ann, "{ viewer { user { uuid } } }")["viewer"]["user"]["uuid"]
                .clone();
        let path = format!("PATCH /api/v1/users/{}", me.as_str().unwrap());
        let taken = ask(server.address, &path, &ann, &json!({ "email": "carol@shop.example" }));
        assert_eq!(taken.status, 403, "{}", taken.text);
    }
}
