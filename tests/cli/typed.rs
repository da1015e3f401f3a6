//! Rows of tables of other programs that have types: written by their columns, with ETags that the database changes.

use serde_json::{Value as Json, json};

use crate::{
    adopted::{Shop, read},
    support::{Response, Server, ask, ask_with, data, get, post},
};

const TABLES: &str = "
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_name TEXT NOT NULL, total INTEGER DEFAULT 5, note TEXT, secret TEXT){strict};
    CREATE TABLE lines (order_id INTEGER, place TEXT, what TEXT, PRIMARY KEY (order_id, place)){strict};
    INSERT INTO orders VALUES (1, 'Harbour', 40, NULL, 'x'), (2, 'Quay', 120, NULL, 'y');
    INSERT INTO lines VALUES (1, 'a,b%', 'Rope'), (1, 'c', 'Cleat');";

const KINDS: [(&str, &str); 3] = [
    (
        "[orders]\n",
        "[orders]\ntyped = true\nhide = [\"secret\"]\n\
         create = [\"id\", \"customer_name\", \"total\"]\nupdate = [\"customer_name\", \"total\", \"note\"]\n",
    ),
    ("[lines]\n", "[lines]\ntyped = true\nupdate = [\"what\"]\n"),
    ("record = \"deletes\"", "record = \"all\""),
];

/// Writes a row, with an `If-Match` unless it is empty.
fn write(server: &Server, line: &str, token: &str, tag: &str, body: &Json) -> Response {
    let (method, path) = line.split_once(' ').unwrap();
    let line = format!("{method} /api/v1/adopted/present/{path}");
    let condition = [("if-match", tag)];
    let headers = if tag.is_empty() { &[] } else { &condition[..] };
    ask_with(server.address, &line, token, headers, &body.to_string())
}

#[test]
fn typed_rows_are_written_by_their_columns() {
    for shop in Shop::of_each_engine() {
        let folder = &shop.folder;
        // Only there a column of SQLite has a type.
        let strict = if folder.is_postgres() { "" } else { " STRICT" };
        folder.execute(&TABLES.replace("{strict}", strict));
        let mut kinds = folder.run(&["adopt"]).expect(0).stdout;
        for (from, to) in KINDS {
            kinds = kinds.replace(from, to);
        }
        let file = folder.write("kinds.toml", &kinds);
        folder.run(&["adopt", "--sql", &file, "--apply"]).expect(0);
        let [clerk, viewer, creator] = shop.tokens([
            (
                "clerk@example.com",
                &[
                    "adopted.orders.view",
                    "adopted.orders.create",
                    "adopted.orders.update",
                    "adopted.lines.view",
                    "adopted.lines.update",
                ],
            ),
            ("viewer@example.com", &["adopted.orders.view"]),
            ("creator@example.com", &["adopted.orders.create"]),
        ]);
        let server = Server::start(folder, &["--kinds", &file]);

        // REST: what is sent, the status, and the field that it is about.
        for (line, body, status, field) in [
            ("POST orders", json!({ "id": 3, "customer_name": "Mole" }), 201, ""),
            ("POST orders", json!({ "id": 4 }), 422, "values.customer_name"),
            ("POST orders", json!({ "id": 4, "customer_name": null }), 422, "values.customer_name"),
            ("POST orders", json!({ "id": 4, "customer_name": 7 }), 422, "values.customer_name"),
            (
                "POST orders",
                json!({ "id": 4, "customer_name": "a", "note": "b" }),
                422,
                "values.note",
            ),
            ("POST orders", json!({ "id": 3, "customer_name": "Again" }), 409, ""),
            ("POST lines", json!({ "what": "Anchor" }), 405, ""),
            ("PATCH orders/1", json!({ "total": null, "note": "late" }), 200, ""),
            ("PATCH orders/1", json!({}), 422, "values"),
            ("PATCH orders/1", json!({ "note": "a\0b" }), 422, "values"),
            ("PATCH orders/1", json!({ "note": "a".repeat(65_536) }), 422, "values"),
            ("PATCH orders/1", json!({ "id": 9 }), 422, "values.id"),
            ("PATCH orders/1", json!({ "secret": "z" }), 422, "values.secret"),
            ("PATCH orders/1", json!({ "total": "many" }), 422, "values.total"),
            ("PATCH orders/9", json!({ "total": 1 }), 404, ""),
            ("PATCH orders/x", json!({ "total": 1 }), 404, ""),
            ("PATCH lines/1,a%252Cb%2525", json!({ "what": "Hawser" }), 200, ""),
            ("PATCH lines/1", json!({ "what": "Hawser" }), 404, ""),
            ("PATCH lines/1,c,d", json!({ "what": "Hawser" }), 404, ""),
        ] {
            let sent = format!("{line} {body}");
            let response = write(&server, line, &clerk, "", &body).expect(status);
            let errors = response.json()["errors"].clone();
            assert_eq!(errors[field].is_array(), status == 422, "{sent}: {errors}");
            if status == 201 {
                assert_eq!(response.header("Location"), Some("orders/3"));
                let row = response.json();
                let expected =
                    json!({ "id": 3, "customer_name": "Mole", "total": 5, "note": null });
                assert_eq!((&row["id"], &row["values"]), (&json!("3"), &expected));
            }
        }
        let row = read(&server, "present/lines/1,a%252Cb%2525", &clerk).expect(200).json();
        assert_eq!((&row["id"], &row["values"]["what"]), (&json!("1,a%2Cb%25"), &json!("Hawser")));

        // Its ETag is the database's: it changes with what SQL writes.
        let before = read(&server, "present/orders/2", &viewer).expect(200);
        let tag = before.header("ETag").unwrap().to_owned();
        assert!(tag.starts_with(&format!("\"{}-", before.json()["version"].as_str().unwrap())));
        let cached = |tag: &str| {
            let line = "GET /api/v1/adopted/present/orders/2";
            ask_with(server.address, line, &viewer, &[("if-none-match", tag)], "")
        };
        cached(&tag).expect(304);
        let written = write(&server, "PATCH orders/2", &clerk, &tag, &json!({ "total": 121 }));
        let newer = written.expect(200).header("ETag").unwrap().to_owned();
        cached(&tag).expect(200);
        write(&server, "PATCH orders/2", &clerk, &tag, &json!({ "total": 122 })).expect(412);
        folder.execute("UPDATE orders SET note = 'by SQL' WHERE id = 2");
        write(&server, "PATCH orders/2", &clerk, &newer, &json!({ "total": 122 })).expect(412);
        write(&server, "PATCH orders/2", &clerk, "*", &json!({ "total": 123 })).expect(200);

        // GraphQL: the same, by arguments of the columns' types.
        let query = "{ rowOfOrders(id: 2) { id version values { customer_name total } } nothing: rowOfOrders(id: \"9\") { id } }";
        let found = data(server.address, &viewer, query);
        assert_eq!(
            found["rowOfOrders"]["values"],
            json!({ "customer_name": "Quay", "total": 123 })
        );
        assert_eq!(found["nothing"], Json::Null);
        let update = "mutation ($version: BigInt) { updateRowOfOrders(id: 2, values: { customer_name: \"Quay 7\" },
                      expectedVersion: $version) { id version values { customer_name note } } }";
        let update = |version: &Json| {
            let body = json!({ "query": update, "variables": { "version": version } });
            post(server.address, "/graphql", &clerk, &body).expect(200).json()
        };
        let changed = update(&found["rowOfOrders"]["version"]);
        let expected = json!({ "customer_name": "Quay 7", "note": "by SQL" });
        assert_eq!(changed["data"]["updateRowOfOrders"]["values"], expected, "{changed}");
        let refused = update(&found["rowOfOrders"]["version"]);
        assert_eq!(refused["errors"][0]["extensions"]["code"], "CONFLICT", "{refused}");
        for (values, code) in [
            ("id: 7, customer_name: \"Sail\"", Json::Null),
            ("id: 7, customer_name: \"Sail\"", json!("CONFLICT")),
            ("id: 8, customer_name: null", json!("BAD_REQUEST")),
            ("id: 8, note: \"closed\"", json!("BAD_REQUEST")),
            ("id: 8", json!("BAD_REQUEST")),
        ] {
            let query =
                format!("mutation {{ createRowOfOrders(values: {{ {values} }}) {{ id }} }}");
            let body = json!({ "query": query });
            let answer = post(server.address, "/graphql", &clerk, &body).json();
            assert_eq!(answer["errors"][0]["extensions"]["code"], code, "{values}: {answer}");
        }

        // Who may do what: a creator is shown nothing of rows.
        write(&server, "PATCH orders/2", &viewer, "", &json!({ "total": 1 })).expect(403);
        read(&server, "present/orders/2", &creator).expect(403);
        let body = json!({ "id": 5, "customer_name": "Sail" });
        let row = write(&server, "POST orders", &creator, "", &body).expect(201).json();
        assert_eq!(
            (&row["id"], &row["values"], &row["version"]),
            (&json!("5"), &Json::Null, &Json::Null)
        );

        let document = get(server.address, "/api/v1/openapi.json").json();
        let schemas = &document["components"]["schemas"];
        let required: &[_] =
            if folder.is_postgres() { &["id", "customer_name"] } else { &["customer_name"] };
        assert_eq!(schemas["NewValuesOfOrders"]["required"], json!(required));
        assert_eq!(schemas["ChangedValuesOfOrders"]["required"], Json::Null);
        let post = &document["paths"]["/api/v1/adopted/present/orders"]["post"];
        let example = &post["requestBody"]["content"]["application/json"]["example"];
        assert_eq!(example, &json!({ "id": 1, "customer_name": "Harbour" }));
        let patch = &document["paths"]["/api/v1/adopted/present/orders/{id}"]["patch"];
        let names: Vec<_> =
            patch["parameters"].as_array().unwrap().iter().map(|it| &it["name"]).collect();
        assert!(names.contains(&&json!("If-Match")), "{patch}");
        assert_eq!(patch["x-permission"]["all"], "adopted.orders.update");

        // All of it was recorded for whom, and can be taken back.
        let history = ask(
            server.address,
            "GET /api/v1/adopted/history?table=orders&key=2",
            &clerk,
            &json!(null),
        );
        let text = history.expect(200).text;
        assert_eq!(text.matches("\"account ").count(), 3, "{text}");
        folder
            .run(&["undo", "--since", "1h", "--by-sql", "--changes", "--table", "orders"])
            .expect(0);
        let row = read(&server, "present/orders/2", &viewer).expect(200).json();
        assert_eq!(
            (&row["values"]["customer_name"], &row["values"]["total"]),
            (&json!("Quay"), &json!(120))
        );
        read(&server, "present/orders/3", &viewer).expect(404);
    }
}
