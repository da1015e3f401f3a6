//! Events of changed records, and how they are loaded.

use reinstate::api::graphql::Settings;
use serde_json::json;
use std::time::Duration;

use super::{change, key, origin, origin_of, reports, send};
use crate::{
    live::Server,
    support::{Engine, TestApp, apply, each_engine, global_id},
};

/// The subscriptions of one connection.
const SUBSCRIPTIONS: [&str; 4] = ["a", "b", "c", "d"];

/// An event has the current record and its related objects.
#[apply(each_engine!)]
async fn changes_are_delivered(app: TestApp, token: String) {
    app.caller(2, &[]).await;
    reports(&app, [(7, 2)]).await;
    let server = Server::start(&app, Settings::default()).await;
    let mut socket = server.connected(&token).await;
    let query = format!(
        "subscription {{ recordChanged(after: \"{}\") {{ position event {{ id action kind recordId \
             actor {{ email }} credentialKind via requestId reason before after createdAt operationId }} \
             record {{ __typename id databaseId restKey kind deletedBy {{ id }} user {{ deletedAt }} \
             ... on Report {{ title deletedAt user {{ email }} }} }} }} }}",
        origin()
    );
    socket.subscribe("a", &query).await;
    change(&app, &token, "delete", 7).await;
    // A record is shown as it is when its event is sent.
    let deleted = socket.data("a").await["recordChanged"].clone();
    change(&app, &token, "restore", 7).await;
    let path = format!("/api/v1/admin/reports/{}/restore", key(7));
    assert_ne!(app.post_empty(&token, &path).await.status, 200);
    let restored = socket.data("a").await["recordChanged"].clone();
    let event = &deleted["event"];
    assert_eq!((&event["action"], &event["kind"]), (&json!("DELETED"), &json!("REPORT")));
    assert_eq!(event["actor"], json!({ "email": "caller1@example.com" }));
    assert_eq!(json!([event["credentialKind"], event["via"]]), json!(["ACCESS_TOKEN", "GRAPHQL"]));
    assert_eq!(event["before"], json!({ "deletedAt": null }));
    assert!(event["after"]["deletedAt"].is_string(), "{event}");
    assert_eq!(event["recordId"], restored["record"]["id"]);
    assert_ne!(deleted["position"], restored["position"]);
    assert_eq!(restored["event"]["action"], "RESTORED");
    let record = &restored["record"];
    assert_eq!((&record["__typename"], &record["databaseId"]), (&json!("Report"), &json!(7)));
    assert_eq!(record["user"], json!({ "deletedAt": null, "email": "caller2@example.com" }));
    assert_eq!((&record["restKey"], &record["kind"]), (&json!(key(7)), &json!("REPORT")));
    assert_eq!(deleted["record"]["deletedBy"], json!({ "id": global_id("User", 1) }));
    assert_eq!(record["deletedAt"], json!(null));
    socket.send(json!({ "type": "complete", "id": "a" })).await;
    // The server has read the message once it answers the next one.
    socket.send(json!({ "type": "ping" })).await;
    assert_eq!(socket.message().await, json!({ "type": "pong" }));
    change(&app, &token, "delete", 7).await;
    socket.send(json!({ "type": "ping" })).await;
    assert_eq!(socket.message().await, json!({ "type": "pong" }), "no further event");
}

/// Without `after` a subscription starts now.
#[apply(each_engine!)]
async fn without_a_position_it_starts_now(app: TestApp, token: String) {
    reports(&app, [(7, 1), (8, 1)]).await;
    change(&app, &token, "delete", 7).await;
    let server = Server::start(&app, Settings::default()).await;
    let mut socket = server.connected(&token).await;
    let query = "subscription { recordChanged { event { action } record { databaseId } } }";
    socket.subscribe("a", query).await;
    // The client can't see when it has started, so changes are made until one arrives.
    let mut seen = Vec::new();
    while seen.last() != Some(&json!(8)) {
        change(&app, &token, "delete", 8).await;
        change(&app, &token, "restore", 8).await;
        let next = tokio::time::timeout(Duration::from_millis(500), socket.data("a")).await;
        seen.extend(next.map(|data| data["recordChanged"]["record"]["databaseId"].clone()));
    }
    // On PostgreSQL it starts where the oldest open transaction of any database began.
    assert!(seen.len() == 1 || app.engine == Engine::Postgres, "{seen:?}");
}

/// Subscribing to global ids selects these records, whatever else changes.
#[apply(each_engine!)]
async fn records_can_be_selected_by_id(app: TestApp) {
    let token = app.caller(1, &["reports.view", "reports.delete", "reports.restore"]).await;
    reports(&app, [(7, 1), (8, 1), (9, 1)]).await;
    for id in [7, 8, 9] {
        change(&app, &token, "delete", id).await;
    }
    let ids = [7, 9].map(|id| global_id("Report", id));
    let query = "subscription($ids: [ID!], $after: String) { \
                     c: recordChanged(ids: $ids, kinds: [REPORT], after: $after) { event \
                     { recordId } } }";
    let server = Server::start(&app, Settings::default()).await;
    let mut socket = server.connected(&token).await;
    let variables = json!({ "ids": ids, "after": origin_of(&app, 1).await });
    let payload = json!({ "query": query, "variables": variables });
    socket.send(json!({ "type": "subscribe", "id": "a", "payload": payload })).await;
    for id in &ids {
        assert_eq!(socket.data("a").await["c"]["event"]["recordId"], json!(id));
    }
}

/// An event takes a statement for its record and one for all the accounts it selects, for all who are sent
/// the same.
#[apply(each_engine!)]
async fn accounts_of_an_event_are_loaded_together(app: TestApp, token: String) {
    for id in 2..=4 {
        app.caller(id, &[]).await;
    }
    for to in 2..=4 {
        send(&app, &token, to, "a").await;
    }
    let server = Server::start(&app, Settings::default()).await;
    let query = format!(
        "subscription {{ recordChanged(kinds: [NOTIFICATION], after: \"{}\") {{ event {{ actor \
         {{ email }} }} \
             record {{ ... on Notification {{ user {{ email }} sender {{ email }} }} }} }} }}",
        origin()
    );
    let mut counts = Vec::new();
    for _ in 0..5 {
        let mut socket = server.connected(&token).await;
        let (count, ()) = app
            .statements(async {
                for id in SUBSCRIPTIONS {
                    socket.subscribe(id, &query).await;
                }
                let mut seen = Vec::new();
                for _ in 0..3 * SUBSCRIPTIONS.len() {
                    let message = socket.message().await;
                    let received = &message["payload"]["data"]["recordChanged"];
                    let sender = json!({ "email": "caller1@example.com" });
                    let user = &received["record"]["user"];
                    assert_eq!(received["record"], json!({ "user": user, "sender": sender }));
                    assert_eq!(received["event"]["actor"], sender);
                    seen.push((message["id"].to_string(), user["email"].to_string()));
                }
                seen.sort();
                let users = [2, 3, 4].map(|to| format!("\"caller{to}@example.com\""));
                let of = |id| users.iter().map(move |user| (format!("{id:?}"), user.clone()));
                assert_eq!(seen, SUBSCRIPTIONS.into_iter().flat_map(of).collect::<Vec<_>>());
            })
            .await;
        counts.push(count);
    }
    // Two for each of three events, and one or two to read the events; the feed may read some more
    // meanwhile. Loaded one by one the accounts would take three more.
    assert!(counts.iter().min() <= Some(&8), "{counts:?}");
}
