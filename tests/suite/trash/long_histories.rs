//! Histories that cost too much to read.

use serde_json::json;

use crate::{
    budgets::refusal,
    support::{TestApp, apply, each_engine, fixture, global_id, uuid},
};

/// How many events the record has.
const EVENTS: i64 = 200;
/// The bytes of the value that each of them replaced.
const BYTES: usize = 10_000;

/// D23: the values of later events count as bytes of the response, before anything is written.
#[apply(each_engine!)]
async fn long_histories_are_refused_and_nothing_is_written(outer: TestApp, token: String) {
    let app = outer.with_budgets(|budgets| budgets.response_bytes = 100_000).await;
    let row = json!({ "id": 1, "uuid": uuid(1), "user_id": 1, "type": "info", "title": "t",
        "message": "m", "created_at": "2026-01-01T00:00:00Z" });
    app.load(fixture("notifications", [row])).await;
    let event = |id: i64| {
        let message = format!("{id} {}", "b".repeat(BYTES));
        json!({ "id": id, "kind": "Notification", "record_id": 1, "owner_id": 1,
            "action": "updated", "operation_id": uuid(id), "created_at": "2026-01-02T00:00:00Z",
            "before": { "message": message }, "after": { "message": "m" } })
    };
    app.load(fixture("record_events", (1..=EVENTS).map(event))).await;
    let (record, at) = (global_id("Notification", 1), "2026-01-01T12:00:00Z");
    let as_of = format!("{{ recordAsOf(id: {record:?}, at: \"{at}\") {{ values }} }}");
    let first = global_id("RecordEvent", 1);
    let revert = format!("mutation {{ revert(eventId: {first:?}) {{ changedFields }} }}");
    let before = (app.stored("notifications", 1).await, app.count("record_events").await);
    for query in [&as_of, &revert] {
        let refused = app.query(&token, query).await.body;
        let expected = ("QUERY_TOO_EXPENSIVE", "max-response-bytes");
        assert_eq!(refusal(&refused), expected, "{query}: {refused}");
    }
    for (method, path) in [
        ("GET", format!("/api/v1/records/{record}/as-of?at={at}")),
        ("POST", "/api/v1/events/1/revert".to_owned()),
    ] {
        let refused = app.rest(method, &path, Some(&token), None).await.expect(400);
        assert!(refused.message().contains("max-response-bytes"), "{path}: {}", refused.text);
    }
    let after = (app.stored("notifications", 1).await, app.count("record_events").await);
    assert_eq!(after, before);
    // A server with the usual budget reads them.
    let shown = outer.query(&token, &as_of).await;
    let message = shown.data()["recordAsOf"]["values"]["message"].as_str().unwrap();
    assert!(message.starts_with("1 b"), "{message:.20}");
    outer.query(&token, &revert).await.data();
    let reverted = app.stored("notifications", 1).await;
    assert!(reverted["message"].as_str().unwrap().starts_with("2 b"), "{reverted:.99}");
}
