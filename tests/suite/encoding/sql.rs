//! SQL in requests is text: fields store it, and keys with it find nothing.

use serde_json::{Value as Json, json};

use crate::{
    call::{Api, call},
    change::{Kind, UpdateApi, send, sent},
    contract::{KeyKind, Operation, restores, updates},
    support::{TestApp, apply, each_engine, escaped, fixture},
};

const SQL: [&str; 14] = [
    "'; DROP TABLE users; --",
    "\" OR 1=1",
    "' OR '1'='1",
    "en' OR '1'='1' --",
    "'' OR TRUE; UPDATE users SET is_active = false; --",
    "%",
    "_",
    "%' ESCAPE '\\",
    "\\",
    "\\'; DELETE FROM locales; --",
    "$1",
    "?1",
    ":code",
    "1) UNION SELECT key_hash FROM api_keys --",
];

/// The tables for records and permissions, with their numbers of rows.
async fn counts(app: &TestApp) -> Vec<i64> {
    let mut counts = Vec::new();
    for table in reinstate::kinds::registered().iter().map(|resource| resource.table.name) {
        counts.push(app.count(table).await);
    }
    for table in ["roles", "user_permissions", "access_tokens"] {
        counts.push(app.count(table).await);
    }
    counts
}

/// Loads a row of each kind, deleted where it can be restored.
async fn load_all(app: &TestApp) -> Vec<(&'static str, Json)> {
    let mut stored = Vec::new();
    for operation in restores() {
        let mut row = (operation.row)();
        row["id"] = json!(500);
        row["deleted_at"] = json!("2026-01-01T00:00:00Z");
        if operation.key == KeyKind::Code {
            row["code"] = json!("en");
        }
        if operation.table == "users" {
            row["email"] = json!("deleted@example.com");
        } else if operation.has_own {
            row["user_id"] = json!(1);
        }
        app.load(fixture(operation.table, [row])).await;
        stored.push((operation.table, app.stored(operation.table, 500).await));
    }
    stored
}

/// D18: in every text field of every update, stored as it is, changing nothing else.
#[apply(each_engine!)]
async fn sql_in_a_field_is_text(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let others = load_all(&app).await;
    for kind in Kind::ALL {
        let record = kind.load_one(&app, 1_000, 1).await;
        let before = counts(&app).await;
        for text in SQL {
            for via in UpdateApi::ALL {
                let case = format!("{via:?} {kind:?} {text}");
                let metadata = || json!({ (text): text });
                let body = match kind {
                    Kind::Locale => json!({ "name": text, "native_name": text }),
                    Kind::ApiKey => {
                        json!({ "name": text, "metadata": metadata(), "permissions": [text] })
                    }
                    Kind::Notification => json!({
                        "title": text,
                        "message": text,
                        "metadata": metadata(),
                        "action_url": format!("/{}", text.replace('\\', "")),
                    }),
                };
                record.change(&app, via, Some(&token), &body).await.expect(200);
                let stored = record.stored(&app).await;
                for (name, value) in body.as_object().unwrap() {
                    assert_eq!(stored[name], *value, "{case} {name}");
                }
                // Field names are only text, too.
                let body = json!({ (text): text });
                if via == UpdateApi::Patch {
                    record.change(&app, via, Some(&token), &body).await.expect(200);
                    assert_eq!(record.stored(&app).await, stored, "{case}");
                }
            }
        }
        assert_eq!(counts(&app).await, before, "{kind:?}");
    }
    for (table, row) in others {
        assert_eq!(app.stored(table, 500).await, row, "{table}");
    }
}

/// D18: in a sent notification.
#[apply(each_engine!)]
async fn sql_in_a_notification_is_text(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for text in SQL {
        for api in [Api::Rest, Api::Graphql] {
            let case = format!("{api:?} {text}");
            let body = json!({
                "user_id": 1,
                "type": "info",
                "title": text,
                "message": text,
                "metadata": { (text): [text] },
            });
            let record = sent(api, &send(&app, api, Some(&token), &body).await);
            let stored = app.stored("notifications", record["id"].as_i64().unwrap()).await;
            for name in ["title", "message", "metadata"] {
                assert_eq!(stored[name], body[name], "{case} {name}");
            }
        }
    }
    assert_eq!(app.count("users").await, 1);
}

/// D13: a key in a path, or a code in GraphQL, is looked up literally and finds nothing.
#[apply(each_engine!)]
async fn sql_in_a_key_finds_nothing(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let rows = load_all(&app).await;
    let before = counts(&app).await;
    for text in SQL.into_iter().chain(["en\0", "\0", "EN", "en ", " en", "..", "5%30"]) {
        for operation in restores() {
            let case = format!("{} {text:?}", operation.path);
            let response = call(&app, Api::Rest, &operation, text, Some(&token)).await;
            assert_eq!(response.status.as_u16(), 404, "{case}: {}", response.body);
            assert_eq!(response.message(), operation.missing(), "{case}");
            let response = call(&app, Api::Graphql, &operation, text, Some(&token)).await;
            let code = response.error().map(|(code, _)| code);
            let expected = if operation.key == KeyKind::Code { "NOT_FOUND" } else { "BAD_REQUEST" };
            assert_eq!(code, Some(expected), "{case}: {}", response.body);
        }
        for operation in updates() {
            let case = format!("{} {} {text:?}", operation.method(), operation.path);
            let path = operation.path.replace("{}", &escaped(text));
            let body = json!({ "is_active": false });
            let response = app.rest(operation.method(), &path, Some(&token), Some(&body)).await;
            assert_eq!(response.status.as_u16(), 404, "{case}: {}", response.body);
            assert_eq!(response.message(), "Not Found", "{case}");
        }
    }
    assert_eq!(counts(&app).await, before);
    for (table, row) in rows {
        assert_eq!(app.stored(table, 500).await, row, "{table}");
    }
}

/// D13: a record with such a code is found by exactly that code.
#[apply(each_engine!)]
async fn a_code_with_sql_finds_exactly_its_record(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let codes: Vec<&str> = SQL
        .into_iter()
        .chain([
            "en", "EX", "en ", "é", "e\u{301}", "a/b", "a%2Fb", "..", ".", "?", "#", "+", " ",
            "en;b=c",
        ])
        .collect();
    let find = |table: &str| -> Operation {
        restores().into_iter().find(|operation| operation.table == table).unwrap()
    };
    for table in ["locales", "currencies"] {
        let operation = find(table);
        let rows = (1..).zip(&codes).map(|(id, code)| {
            let mut row = (operation.row)();
            row["id"] = json!(id);
            row["code"] = json!(code);
            row["deleted_at"] = json!("2026-01-01T00:00:00Z");
            row
        });
        app.load(fixture(table, rows)).await;
        for (place, (id, code)) in (1..).zip(&codes).enumerate() {
            let case = format!("{table} {code:?}");
            let api = if id % 2 == 0 { Api::Rest } else { Api::Graphql };
            let response = call(&app, api, &operation, code, Some(&token)).await;
            assert_eq!(response.error(), None, "{case}: {}", response.body);
            assert_eq!(response.status.as_u16(), 200, "{case}: {}", response.body);
            for (other, _) in (1..).zip(&codes) {
                let is_live = app.stored(table, other).await["deleted_at"] == Json::Null;
                assert_eq!(is_live, other <= id, "{case}: row {other} after {place}");
            }
        }
    }
}
