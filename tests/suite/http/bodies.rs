//! D5, D20: bodies that are no JSON object, have another type, or are too large.

use axum::{
    body::Body,
    http::header::{CONTENT_LENGTH, CONTENT_TYPE},
};
use futures_util::stream;
use serde_json::json;

use super::{SEND, assert_refused, operations, request, unused_key};
use crate::{
    contract::Act,
    support::{TestApp, apply, each_engine, fixture},
};

const LIMIT: usize = 1024 * 1024;
const LOCALE: &str = "/api/v1/admin/locales/en";

/// A content type, and a function that creates the body.
type Sent = (Option<&'static str>, fn() -> Body);

/// Every documented request with a body, on a missing record.
fn requests_with_a_body() -> Vec<(&'static str, String)> {
    let updates = operations().into_iter().filter(|it| matches!(it.act, Act::Update { .. }));
    let updates = updates.map(|it| (it.method(), it.path_to(&unused_key(&it))));
    updates.chain([("POST", SEND.to_owned())]).collect()
}

/// Loads a locale; returns a token with all permissions and one with none.
async fn load_locale_and_callers(app: &TestApp) -> (String, String) {
    let locales = json!([{ "code": "en", "name": "English" }]);
    let all = app.setup(json!({ "locales": locales })).await;
    (all, app.caller(2, &[]).await)
}

/// A body of this size that changes nothing.
fn padded(bytes: usize) -> String {
    format!("{{}}{}", " ".repeat(bytes - 2))
}

/// A chunked body, whose length is not declared.
fn chunked(bytes: usize) -> Body {
    let text = padded(bytes).into_bytes();
    let pieces: Vec<_> = text.chunks(64 * 1024).map(|piece| Ok(piece.to_vec())).collect();
    Body::from_stream(stream::iter(pieces.into_iter().collect::<Vec<Result<_, std::io::Error>>>()))
}

/// D5: 400, after 401 and 403 and before records.
#[apply(each_engine!)]
async fn bodies_must_be_json_objects(app: TestApp) {
    let (all, none) = load_locale_and_callers(&app).await;
    let bodies: [&[u8]; 14] = [
        b"",
        b"{",
        b"}",
        b"nonsense",
        b"{\"name\": }",
        b"{\"name\": \"a\",}",
        b"{'name': 'a'}",
        b"{} {}",
        b"[]",
        b"[{}]",
        b"null",
        b"\"text\"",
        b"1",
        b"{\"name\": \"\xff\"}",
    ];
    for (method, path) in requests_with_a_body() {
        for body in bodies {
            let case = format!("{method} {path} {}", String::from_utf8_lossy(body));
            for (token, status) in [(Some(&all), 400), (Some(&none), 403), (None, 401)] {
                let request = request(method, &path, token.map(String::as_str))
                    .header(CONTENT_TYPE, "application/json")
                    .body(Body::from(body))
                    .unwrap();
                assert_refused(&app.send(request).await, status, &case);
            }
        }
    }
}

/// D5: 415 for another or no type, to callers with the permission; parameters and case don't matter.
#[apply(each_engine!)]
async fn other_content_types_are_refused(app: TestApp) {
    let (all, none) = load_locale_and_callers(&app).await;
    let refused = [
        Some("text/plain"),
        Some("text/json"),
        Some("application/x-www-form-urlencoded"),
        Some("multipart/form-data; boundary=x"),
        Some("application/json-patch+json"),
        Some("application/json; charset=utf-16"),
        Some("application/json; a=b; CHARSET=\"iso-8859-1\""),
        Some("application/xml; charset=application/json"),
        Some(""),
        None,
    ];
    for (method, path) in requests_with_a_body() {
        for content_type in refused {
            let case = format!("{method} {path} {content_type:?}");
            for (token, status) in [(Some(&all), 415), (Some(&none), 403), (None, 401)] {
                let mut request = request(method, &path, token.map(String::as_str));
                if let Some(content_type) = content_type {
                    request = request.header(CONTENT_TYPE, content_type);
                }
                let response = app.send(request.body(Body::from("{}")).unwrap()).await;
                assert_refused(&response, status, &case);
            }
        }
    }
    for content_type in [
        "application/json",
        "APPLICATION/Json",
        "application/json;charset=UTF-8",
        "application/json; Charset=\"utf-8\"; a=b",
        "application/json; charset=us-ascii",
    ] {
        let request = request("PATCH", LOCALE, Some(&all)).header(CONTENT_TYPE, content_type);
        app.send(request.body(Body::from("{}")).unwrap()).await.expect(200);
    }
}

/// D5: 413 over 1 MiB, to callers with the permission, with and without a declared length; 1 MiB is accepted.
#[apply(each_engine!)]
async fn large_bodies_are_refused(app: TestApp) {
    let (all, none) = load_locale_and_callers(&app).await;
    for (method, path) in requests_with_a_body() {
        for (token, status) in [(Some(&all), 413), (Some(&none), 403), (None, 401)] {
            let json = || {
                request(method, &path, token.map(String::as_str))
                    .header(CONTENT_TYPE, "application/json")
            };
            let declared = json().header(CONTENT_LENGTH, LIMIT + 1).body(Body::empty());
            let tries = [
                ("declared", declared.unwrap()),
                ("one more", json().body(Body::from(padded(LIMIT + 1))).unwrap()),
                ("chunked", json().body(chunked(LIMIT + 1)).unwrap()),
                ("much", json().body(chunked(8 * LIMIT)).unwrap()),
            ];
            for (case, request) in tries {
                let response = app.send(request).await;
                assert_refused(&response, status, &format!("{method} {path} {case}"));
            }
        }
    }
    for body in [Body::from(padded(LIMIT)), chunked(LIMIT)] {
        let request = request("PATCH", LOCALE, Some(&all)).header(CONTENT_TYPE, "application/json");
        app.send(request.body(body).unwrap()).await.expect(200);
    }
}

/// D5: a restore ignores its body, whatever it is.
#[apply(each_engine!)]
async fn restores_ignore_any_body(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let json = Some("application/json");
    let bodies: [Sent; 8] = [
        (json, || Body::from("{")),
        (json, || Body::from("[]")),
        (json, || Body::from(r#"{"deleted_at": "2026-01-02T03:04:05Z", "is_active": false}"#)),
        (json, || Body::from("\u{0}")),
        (json, || Body::from(padded(2 * LIMIT))),
        (json, || chunked(2 * LIMIT)),
        (Some("text/plain"), || Body::from("please")),
        (None, || Body::from("{}")),
    ];
    let restores = operations().into_iter().filter(|it| matches!(it.act, Act::Restore { .. }));
    let pairs = restores.flat_map(|operation| {
        let operation = std::rc::Rc::new(operation);
        bodies.map(|body| (std::rc::Rc::clone(&operation), body))
    });
    for ((operation, (content_type, body)), id) in pairs.zip(10..) {
        let case = format!("{} {content_type:?} {id}", operation.path);
        let (key, row) = (operation.key_of(id), operation.record(id, Some(1), true));
        app.load(fixture(operation.table, [row])).await;
        let mut request = request("POST", &operation.path_to(&key), Some(&token));
        if let Some(content_type) = content_type {
            request = request.header(CONTENT_TYPE, content_type);
        }
        let response = app.send(request.body(body()).unwrap()).await;
        assert_eq!(response.status, 200, "{case}: {}", response.text);
        let row = app.row(operation.table, id).await.unwrap();
        assert_eq!(row["deleted_at"], json!(null), "{case}");
        assert!(["true", "1"].contains(&row["is_active"].as_str().unwrap()), "{case}: {row}");
    }
}

/// Arrays and objects nested as deeply as allowed, and deeper.
#[apply(each_engine!)]
async fn deeply_nested_bodies_are_refused(app: TestApp) {
    let (all, _) = load_locale_and_callers(&app).await;
    for (depth, status) in [(64, 200), (65, 400), (100_000, 400)] {
        let (open, close) = ("[".repeat(depth - 1), "]".repeat(depth - 1));
        let body = format!("{{\"unknown\": {open}{close}}}");
        let patch = request("PATCH", LOCALE, Some(&all)).header(CONTENT_TYPE, "application/json");
        let response = app.send(patch.body(Body::from(body.clone())).unwrap()).await;
        assert_eq!(response.status, status, "{depth}: {}", response.text);
        let query = format!("{{\"query\": \"{{ __typename }}\", \"unknown\": {open}{close}}}");
        let post = request("POST", "/graphql", Some(&all)).header(CONTENT_TYPE, "application/json");
        let gateway = app.send(post.body(Body::from(query)).unwrap()).await;
        assert_eq!(gateway.status, status, "{depth}: {}", gateway.text);
        if status == 400 {
            assert_refused(&response, 400, "nested too deep");
            let message = "Malformed JSON: the JSON is nested more than 64 deep at line 1 column ";
            assert!(response.message().starts_with(message), "{}", response.text);
            assert!(gateway.text.contains(message), "{}", gateway.text);
        }
    }
}
