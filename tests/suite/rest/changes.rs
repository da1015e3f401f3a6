//! Changes of many records: each has its outcome, and an operation can be undone.

use serde_json::{Value as Json, json};

use super::{FIRST, each, load_records_of_each_kind, trash::delete};
use crate::support::{Response, TestApp, apply, each_engine, global_id, uuid};

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
    let deleted = app.post(&token, "delete", &body).await.expect(200);
    // A repeated id counts once.
    let (none, missing) = (Json::Null, json!("NOT_FOUND"));
    let expected = [none.clone(), json!("ALREADY_DELETED"), missing.clone(), missing, none];
    assert_eq!(codes(&deleted), expected);
    let first = json!({ "id": ids[0], "changed": true, "error": null });
    assert_eq!(deleted.body["outcomes"][0], first);
    assert_eq!(deleted.body["outcomes"][3]["id"], json!("x".repeat(64)));
    let restored = app.post(&token, "restore", &body).await.expect(200);
    let changed = restored.body["outcomes"].as_array().unwrap().iter().map(|it| &it["changed"]);
    assert_eq!(changed.collect::<Vec<_>>(), [true, true, false, false, false]);

    let all = json!({ "ids": [report(FIRST), report(9)], "policy": "all_or_nothing" });
    let refused = app.post(&token, "delete", &all).await.expect(200);
    assert_eq!(codes(&refused), [json!("ABORTED"), json!("NOT_FOUND")]);
    assert_eq!(refused.body["operation_id"], Json::Null);
}

#[apply(each_engine!)]
async fn an_operation_can_be_undone(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let ids = [global_id("Report", FIRST), global_id("Content", FIRST)];
    let operation = delete(&app, &token, &ids).await;
    let path = format!("/api/v1/operations/{operation}/undo");
    let undo = || crate::idempotency::rest(&app, &token, "once", "POST", &path, None);
    let (undone, again) = (undo().await.expect(200), undo().await);
    assert!(crate::idempotency::is_replayed(&again) && again.text == undone.text, "{}", again.text);
    for outcome in undone.body["outcomes"].as_array().unwrap() {
        assert_eq!((&outcome["changed"], &outcome["error"]), (&json!(true), &Json::Null));
        assert!(ids.iter().any(|id| outcome["id"] == **id), "{outcome}");
    }
    assert_eq!(undone.body["outcomes"].as_array().map(Vec::len), Some(2));
    let undo = undone.body["operation_id"].as_str().unwrap();
    app.post(&token, &format!("operations/{undo}/undo"), &json!(null)).await.expect(200);
    let report = app.get(&token, &format!("reports/{}", uuid(FIRST))).await;
    assert!(report.expect(200).body["deleted_at"].is_string());
    for id in ["nothing", "00000000-0000-4000-8000-000000000000"] {
        let missing = app.post(&token, &format!("operations/{id}/undo"), &json!({})).await;
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
        let refused = app.post(&token, path, &body).await.expect(status);
        assert_eq!(refused.body["errors"], errors, "{path} {body:.60}");
    }
    assert_eq!(app.count("record_events").await, events);
}

#[apply(each_engine!)]
async fn notifications_are_sent_listed_and_marked(app: TestApp, token: String) {
    let other = app.caller(2, &["notifications.view.own"]).await;
    let message = json!({ "user_ids": [1, 2, 2], "type": "info", "title": "t", "message": "m" });
    let sent = app.post(&token, "notifications/bulk", &message).await.expect(201);
    assert_eq!(sent.body["count"], 2);
    assert!(sent.body["operation_id"].is_string());
    app.post(&token, "notifications/bulk", &message).await.expect(201);
    let inbox = async |query: &str| {
        app.get(&other, &format!("me/notifications?{query}")).await.expect(200).body
    };
    let unread = inbox("unread_count=true&fields=uuid,user_id,user").await;
    assert_eq!((each(&unread, "user_id"), &unread["unread_count"]), (vec![json!(2); 2], &json!(2)));
    assert_eq!(unread["data"][0]["user"], json!({ "id": 2, "email": "caller2@example.com" }));
    let uuids = json!({ "uuids": [unread["data"][0]["uuid"], uuid(9)] });
    let marked = app.post(&other, "me/notifications/read", &uuids).await.expect(200);
    assert_eq!(
        json!([marked.body["unread_count"], marked.body["not_found"]]),
        json!([1, [uuid(9)]])
    );
    let again = app.post(&other, "me/notifications/read", &uuids).await.expect(200);
    assert_eq!(again.body["operation_id"], Json::Null);
    assert_eq!(inbox("unread=true&total=true").await["total"], 1);
    let all = app.post(&other, "me/notifications/read-all", &json!(null)).await.expect(200);
    assert_eq!((&all.body["count"], &all.body["unread_count"]), (&json!(1), &json!(0)));
    assert_eq!(each(&inbox("unread=true").await, "id"), [Json::Null; 0]);
}
