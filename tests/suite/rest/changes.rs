//! Changes of many records: each has its outcome, and an operation can be undone.

use axum::{body::Body, http::Request};
use serde_json::{Value as Json, json};

use super::{FIRST, OWN, each, load_records_of_each_kind, trash::delete};
use crate::support::{Response, TestApp, apply, each_engine, fixture, global_id, uuid};

async fn post(app: &TestApp, token: &str, path: &str, body: Json) -> Response {
    app.rest("POST", &format!("/api/v1/{path}"), Some(token), Some(&body)).await
}

/// The codes of the outcomes; null for those without an error.
fn codes(response: &Response) -> Vec<Json> {
    let outcomes = response.body["outcomes"].as_array().unwrap();
    outcomes.iter().map(|it| it["error"]["code"].clone()).collect()
}

#[apply(each_engine!)]
async fn each_record_has_an_outcome(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let report = |id| global_id("Report", id);
    let ids = [report(FIRST), report(FIRST + 4), report(9), "x".repeat(99), report(FIRST)];
    let body = json!({ "ids": ids });
    let deleted = post(&app, &token, "delete", body.clone()).await.expect(200);
    let expected = [
        Json::Null,
        json!("ALREADY_DELETED"),
        json!("NOT_FOUND"),
        json!("NOT_FOUND"),
        // A repeated id counts once.
        Json::Null,
    ];
    assert_eq!(codes(&deleted), expected);
    assert_eq!(
        deleted.body["outcomes"][0],
        json!({ "id": ids[0], "changed": true, "error": null })
    );
    assert_eq!(deleted.body["outcomes"][3]["id"], json!("x".repeat(64)));
    let restored = post(&app, &token, "restore", body).await.expect(200);
    let changed: Vec<&Json> =
        restored.body["outcomes"].as_array().unwrap().iter().map(|it| &it["changed"]).collect();
    assert_eq!(changed, [&json!(true), &json!(true), &json!(false), &json!(false), &json!(false)]);

    let all = json!({ "ids": [report(FIRST), report(9)], "policy": "all_or_nothing" });
    let refused = post(&app, &token, "delete", all).await.expect(200);
    assert_eq!(codes(&refused), [json!("ABORTED"), json!("NOT_FOUND")]);
    assert_eq!(refused.body["operation_id"], Json::Null);
}

#[apply(each_engine!)]
async fn an_operation_can_be_undone(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let ids = [global_id("Report", FIRST), global_id("Content", FIRST)];
    let operation = delete(&app, &token, &ids).await;
    let path = format!("operations/{operation}/undo");
    let undone = app.rest("POST", &format!("/api/v1/{path}"), Some(&token), None).await.expect(200);
    let mut found: Vec<&str> = Vec::new();
    for outcome in undone.body["outcomes"].as_array().unwrap() {
        assert_eq!((&outcome["changed"], &outcome["error"]), (&json!(true), &Json::Null));
        found.push(outcome["id"].as_str().unwrap());
    }
    found.sort_unstable();
    let mut expected = ids.each_ref().map(String::as_str);
    expected.sort_unstable();
    assert_eq!(found, expected);
    let undo = undone.body["operation_id"].as_str().unwrap();
    post(&app, &token, &format!("operations/{undo}/undo"), json!(null)).await.expect(200);
    let path = format!("/api/v1/reports/{}", uuid(FIRST));
    let report = app.rest("GET", &path, Some(&token), None).await;
    assert!(report.expect(200).body["deleted_at"].is_string());
    for id in ["nothing", "00000000-0000-4000-8000-000000000000"] {
        let missing = post(&app, &token, &format!("operations/{id}/undo"), json!({})).await;
        assert_eq!(missing.expect(404).message(), "Operation not found");
    }
}

/// D17: every offending field is named, and nothing is written.
#[apply(each_engine!)]
async fn malformed_bodies_are_refused(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let many: Vec<String> = (0..501).map(|id| global_id("Report", id)).collect();
    let ids = json!({ "ids": ["must be an array of global ids"] });
    let policy = json!("must be one of each, all_or_nothing");
    let uuids = json!({ "uuids": ["must be an array of UUIDs"] });
    let events = app.count("record_events").await;
    for (path, body, status, errors) in [
        ("delete", json!({}), 422, ids.clone()),
        ("delete", json!({ "ids": "a" }), 422, ids.clone()),
        ("restore", json!({ "ids": [1] }), 422, ids.clone()),
        (
            "restore",
            json!({ "ids": null, "policy": 1 }),
            422,
            json!({ "ids": ids["ids"], "policy": [policy] }),
        ),
        ("restore", json!({ "ids": many }), 400, Json::Null),
        ("restore", json!([]), 400, Json::Null),
        ("me/notifications/read", json!({}), 422, uuids.clone()),
        ("me/notifications/read", json!({ "uuids": ["a"] }), 422, uuids),
        (
            "notifications/bulk",
            json!({ "user_ids": [1] }),
            422,
            json!({
            "message": ["is required"], "title": ["is required"], "type": ["is required"] }),
        ),
    ] {
        let refused = post(&app, &token, path, body.clone()).await.expect(status);
        assert_eq!(refused.body["errors"], errors, "{path} {body:.60}");
    }
    assert_eq!(app.count("record_events").await, events);
}

#[apply(each_engine!)]
async fn notifications_are_sent_listed_and_marked(app: TestApp) {
    let token = app.caller(OWN, &["*"]).await;
    let other = app.caller(2, &["notifications.view.own"]).await;
    let message = json!({ "user_ids": [1, 2, 2], "type": "info", "title": "t", "message": "m" });
    let sent = post(&app, &token, "notifications/bulk", message.clone()).await.expect(201);
    assert_eq!(sent.body["count"], 2);
    assert!(sent.body["operation_id"].is_string());
    post(&app, &token, "notifications/bulk", message).await.expect(201);
    let inbox = async |query: &str| {
        let path = format!("/api/v1/me/notifications?{query}");
        app.rest("GET", &path, Some(&other), None).await.expect(200).body
    };
    let unread = inbox("unread_count=true&fields=uuid,user_id,user").await;
    assert_eq!((each(&unread, "user_id"), &unread["unread_count"]), (vec![json!(2); 2], &json!(2)));
    assert_eq!(unread["data"][0]["user"], json!({ "id": 2, "email": "caller2@example.com" }));
    let uuids = json!({ "uuids": [unread["data"][0]["uuid"], uuid(9)] });
    let marked = post(&app, &other, "me/notifications/read", uuids.clone()).await.expect(200);
    assert_eq!(
        (&marked.body["unread_count"], &marked.body["not_found"]),
        (&json!(1), &json!([uuid(9)]))
    );
    let again = post(&app, &other, "me/notifications/read", uuids).await.expect(200);
    assert_eq!(again.body["operation_id"], Json::Null);
    assert_eq!(inbox("unread=true&total=true").await["total"], 1);
    let all = post(&app, &other, "me/notifications/read-all", json!(null)).await.expect(200);
    assert_eq!((&all.body["count"], &all.body["unread_count"]), (&json!(1), &json!(0)));
    assert_eq!(each(&inbox("unread=true").await, "id"), [Json::Null; 0]);
}

/// A retry with the same `Idempotency-Key` returns the first response, and changes nothing.
#[apply(each_engine!)]
async fn retries_are_safe(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let send = async |path: &str, key: &str, body: &Json| {
        let request = Request::builder().method("POST").uri(format!("/api/v1/{path}"));
        let request = request
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "application/json")
            .header("idempotency-key", key);
        app.send(request.body(Body::from(body.to_string())).unwrap()).await
    };
    app.load(fixture(
        "notifications",
        [json!({ "id": 50, "uuid": uuid(50), "user_id": OWN,
        "type": "info", "title": "t", "message": "m" })],
    ))
    .await;
    let operation = delete(&app, &token, &[global_id("Customer", FIRST)]).await;
    for (place, (path, body)) in [
        ("delete".to_owned(), json!({ "ids": [global_id("Report", FIRST)] })),
        ("restore".to_owned(), json!({ "ids": [global_id("Report", FIRST)] })),
        (format!("operations/{operation}/undo"), json!({})),
        ("me/notifications/read".to_owned(), json!({ "uuids": [uuid(50)] })),
        ("me/notifications/read-all".to_owned(), json!({})),
        (
            "notifications/bulk".to_owned(),
            json!({ "user_ids": [1], "type": "info", "title": "t", "message": "m" }),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let key = format!("key-{place}");
        let first = send(&path, &key, &body).await;
        assert!(first.status.is_success(), "{path}: {}", first.text);
        let events = app.count("record_events").await;
        let again = send(&path, &key, &body).await;
        assert_eq!(again.headers["idempotent-replayed"], "true", "{path}");
        assert_eq!((again.status, &again.text), (first.status, &first.text), "{path}");
        assert_eq!(app.count("record_events").await, events, "{path}");
    }
}

/// Errors are problem details for clients that ask for them (RFC 9457).
#[apply(each_engine!)]
async fn errors_can_be_problem_details(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    for (method, path, status) in
        [("GET", "reports?limit=x", 400), ("GET", "reports/x", 404), ("POST", "delete", 415)]
    {
        let request = Request::builder().method(method).uri(format!("/api/v1/{path}"));
        let request = request
            .header("authorization", format!("Bearer {token}"))
            .header("accept", "application/problem+json");
        let problem = app.send(request.body(Body::empty()).unwrap()).await.expect(status);
        assert_eq!(problem.body["status"], status, "{path}");
        assert_eq!(problem.headers["content-type"], "application/problem+json");
    }
}
