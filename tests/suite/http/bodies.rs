//! D5, D20: bodies that are no JSON object, have another type, or are too large, in both APIs.

use axum::{
    body::Body,
    http::header::{CONTENT_LENGTH, CONTENT_TYPE},
};
use futures_util::stream;
use serde_json::json;

use super::{SEND, assert_refused, operations, request, unused_key};
use crate::{
    contract::Act,
    support::{Response, TestApp, apply, each_engine, fixture},
};

const LIMIT: usize = 1024 * 1024;
const LOCALE: &str = "/api/v1/admin/locales/en";
const GRAPHQL: &str = "/graphql";

/// A content type, and a function that creates the body.
type Sent = (Option<&'static str>, fn() -> Body);

/// Every documented request with a body, on a missing record, by callers with all permissions, with
/// none and without a credential; and the status that each gets where the first one gets `refusal`.
async fn requests(app: &TestApp, refusal: u16) -> Vec<(&'static str, String, Option<String>, u16)> {
    app.load(fixture("locales", [json!({ "code": "en", "name": "English" })])).await;
    let (all, none) = (app.caller(1, &["*"]).await, app.caller(2, &[]).await);
    let updates = operations().into_iter().filter(|it| matches!(it.act, Act::Update { .. }));
    let updates = updates.map(|it| (it.method(), it.path_to(&unused_key(&it))));
    let others = [("POST", SEND.to_owned()), ("POST", GRAPHQL.to_owned())];
    let of_callers = |(method, path): (&'static str, String)| {
        // What fields of a document take is known once it is read.
        let forbidden = if path == GRAPHQL { refusal } else { 403 };
        [(Some(all.clone()), refusal), (Some(none.clone()), forbidden), (None, 401)]
            .map(|(token, status)| (method, path.clone(), token, status))
    };
    updates.chain(others).flat_map(of_callers).collect()
}

/// A refusal in the shape of the API.
fn check(response: &Response, path: &str, status: u16, case: &str) {
    if path != GRAPHQL {
        return assert_refused(response, status, case);
    }
    assert_eq!(response.status, status, "{case}: {}", response.text);
    assert_eq!(response.names(), ["errors"], "{case}");
    assert!(response.error().is_some_and(|(_, message)| !message.is_empty()), "{case}");
    assert!(response.headers[CONTENT_TYPE].to_str().unwrap().contains("json"), "{case}");
}

/// A body of this size that changes nothing.
fn padded(bytes: usize) -> String {
    let body = r#"{"query":"{__typename}"}"#;
    format!("{body}{}", " ".repeat(bytes - body.len()))
}

/// A chunked body, whose length is not declared.
fn chunked(bytes: usize) -> Body {
    let text = padded(bytes).into_bytes();
    let pieces: Vec<Result<_, std::io::Error>> =
        text.chunks(64 * 1024).map(|piece| Ok(piece.to_vec())).collect();
    Body::from_stream(stream::iter(pieces))
}

/// D5: 400, after 401 and 403 and before records.
#[apply(each_engine!)]
async fn bodies_must_be_json_objects(app: TestApp) {
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
    for (method, path, token, status) in requests(&app, 400).await {
        for body in bodies {
            let case = format!("{method} {path} {}", String::from_utf8_lossy(body));
            let response = app.ask(method, &path, token.as_deref(), &[], body).await;
            check(&response, &path, status, &case);
        }
    }
}

/// D5: 415 for another or no type, to callers with the permission; parameters and case don't matter.
#[apply(each_engine!)]
async fn other_content_types_are_refused(app: TestApp) {
    let refused = [
        Some("text/plain"),
        Some("text/json"),
        Some("application/graphql"),
        Some("application/jsonp"),
        Some("application/x-www-form-urlencoded"),
        Some("multipart/form-data; boundary=x"),
        Some("application/json-patch+json"),
        Some("application/json; charset=utf-16"),
        Some("application/json; a=b; CHARSET=\"iso-8859-1\""),
        Some("application/xml; charset=application/json"),
        Some(""),
        None,
    ];
    let body = r#"{"query":"{__typename}"}"#;
    for (method, path, token, status) in requests(&app, 415).await {
        for content_type in refused {
            let request = request(method, &path, token.as_deref());
            let request = match content_type {
                Some(content_type) => request.header(CONTENT_TYPE, content_type),
                None => request,
            };
            let response = app.send(request.body(Body::from(body)).unwrap()).await;
            check(&response, &path, status, &format!("{method} {path} {content_type:?}"));
        }
    }
    let all = app.token("caller1@example.com", None).await;
    for content_type in [
        "application/json",
        "APPLICATION/Json",
        "application/json;charset=UTF-8",
        "application/json; Charset=\"utf-8\"; a=b",
        "application/json; charset=us-ascii",
    ] {
        for (method, path) in [("PATCH", LOCALE), ("POST", GRAPHQL)] {
            let headers = [("content-type", content_type)];
            app.ask(method, path, Some(&all), &headers, body).await.expect(200);
        }
    }
}

/// D5: 413 over 1 MiB, to callers with the permission, with and without a declared length; 1 MiB is accepted.
#[apply(each_engine!)]
async fn large_bodies_are_refused(app: TestApp) {
    for (method, path, token, status) in requests(&app, 413).await {
        let json =
            || request(method, &path, token.as_deref()).header(CONTENT_TYPE, "application/json");
        let declared = json().header(CONTENT_LENGTH, LIMIT + 1).body(Body::empty());
        let tries = [
            ("declared", declared.unwrap()),
            ("one more", json().body(Body::from(padded(LIMIT + 1))).unwrap()),
            ("chunked", json().body(chunked(LIMIT + 1)).unwrap()),
            ("much", json().body(chunked(8 * LIMIT)).unwrap()),
        ];
        for (case, request) in tries {
            let response = app.send(request).await;
            check(&response, &path, status, &format!("{method} {path} {case}"));
        }
    }
    let all = app.token("caller1@example.com", None).await;
    for (method, path) in [("PATCH", LOCALE), ("POST", GRAPHQL)] {
        for body in [Body::from(padded(LIMIT)), chunked(LIMIT)] {
            app.ask(method, path, Some(&all), &[], body).await.expect(200);
        }
    }
}

/// D5: a restore ignores its body, whatever it is.
#[apply(each_engine!)]
async fn restores_ignore_any_body(app: TestApp, token: String) {
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
    let mut ids = 10..;
    for operation in operations().iter().filter(|it| matches!(it.act, Act::Restore { .. })) {
        for ((content_type, body), id) in bodies.into_iter().zip(&mut ids) {
            let case = format!("{} {content_type:?} {id}", operation.path);
            app.load(fixture(operation.table, [operation.record(id, Some(1), true)])).await;
            let path = operation.path_to(&operation.key_of(id));
            let mut request = request("POST", &path, Some(&token));
            if let Some(content_type) = content_type {
                request = request.header(CONTENT_TYPE, content_type);
            }
            let response = app.send(request.body(body()).unwrap()).await;
            assert_eq!(response.status, 200, "{case}: {}", response.text);
            let row = app.stored(operation.table, id).await;
            assert_eq!((&row["deleted_at"], &row["is_active"]), (&json!(null), &json!(true)));
        }
    }
}

/// Arrays and objects nested as deeply as allowed, and deeper.
#[apply(each_engine!)]
async fn deeply_nested_bodies_are_refused(app: TestApp) {
    let all = app.setup(fixture("locales", [json!({ "code": "en", "name": "English" })])).await;
    for (depth, status) in [(64, 200), (65, 400), (100_000, 400)] {
        let (open, close) = ("[".repeat(depth - 1), "]".repeat(depth - 1));
        let body = format!("{{\"query\": \"{{ __typename }}\", \"unknown\": {open}{close}}}");
        for (method, path) in [("PATCH", LOCALE), ("POST", GRAPHQL)] {
            let response = app.ask(method, path, Some(&all), &[], body.clone()).await;
            let case = format!("{path} {depth}");
            if status == 200 {
                assert_eq!(response.status, status, "{case}: {}", response.text);
                continue;
            }
            check(&response, path, 400, &case);
            let message = "Malformed JSON: the JSON is nested more than 64 deep at line 1 column ";
            assert!(response.text.contains(message), "{case}: {}", response.text);
        }
    }
}
