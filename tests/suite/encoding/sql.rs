//! SQL in requests is text: keys with it find nothing. `unicode.rs` stores it in fields.

use serde_json::{Value as Json, json};

use crate::{
    call::{Api, call},
    contract::{KeyKind, restores, updates},
    support::{TestApp, apply, each_engine, fixture, with},
};

pub const SQL: [&str; 14] = [
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
pub async fn counts(app: &TestApp) -> Vec<i64> {
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
pub async fn load_all(app: &TestApp) -> Vec<(&'static str, Json)> {
    let mut stored = Vec::new();
    for operation in restores() {
        let mut row = operation.record(500, Some(1), true);
        if operation.key == KeyKind::Code {
            row["code"] = json!("en");
        }
        app.load(fixture(operation.table, [row])).await;
        stored.push((operation.table, app.stored(operation.table, 500).await));
    }
    stored
}

/// D13: a key in a path, or a code in GraphQL, is looked up literally and finds nothing.
#[apply(each_engine!)]
async fn sql_in_a_key_finds_nothing(app: TestApp, token: String) {
    let rows = load_all(&app).await;
    let before = counts(&app).await;
    for text in SQL.into_iter().chain(["en\0", "\0", "EN", "en ", " en", "..", "5%30"]) {
        for operation in restores() {
            let case = format!("{} {text:?}", operation.path);
            let response = call(&app, Api::Rest, &operation, text, Some(&token)).await;
            assert_eq!(response.status.as_u16(), 404, "{case}: {}", response.body);
            assert_eq!(response.message(), operation.missing(), "{case}");
            let response = call(&app, Api::Graphql, &operation, text, Some(&token)).await;
            let code = response.code();
            let expected = if operation.key == KeyKind::Code { "NOT_FOUND" } else { "BAD_REQUEST" };
            assert_eq!(code, Some(expected), "{case}: {}", response.body);
        }
        for operation in updates() {
            let case = format!("{} {} {text:?}", operation.method(), operation.path);
            let path = operation.path_to(text);
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
async fn a_code_with_sql_finds_exactly_its_record(app: TestApp, token: String) {
    let others = [
        "en", "EX", "en ", "é", "e\u{301}", "a/b", "a%2Fb", "..", ".", "?", "#", "+", " ", "en;b=c",
    ];
    let codes = [&SQL[..], &others].concat();
    for operation in restores().into_iter().filter(|it| it.key == KeyKind::Code) {
        let table = operation.table;
        let rows = (1..)
            .zip(&codes)
            .map(|(id, code)| with(operation.record(id, None, true), json!({ "code": code })));
        app.load(fixture(table, rows)).await;
        for (id, code) in (1..).zip(&codes) {
            let case = format!("{table} {code:?}");
            let api = if id % 2 == 0 { Api::Rest } else { Api::Graphql };
            let response = call(&app, api, &operation, code, Some(&token)).await;
            assert_eq!(response.error(), None, "{case}: {}", response.body);
            assert_eq!(response.status.as_u16(), 200, "{case}: {}", response.body);
            for (other, _) in (1..).zip(&codes) {
                let is_live = app.stored(table, other).await["deleted_at"] == Json::Null;
                assert_eq!(is_live, other <= id, "{case}: row {other}");
            }
        }
    }
}
