//! Subscription documents: exactly one root field, and a limit on operations.

use serde_json::{Value as Json, json};

use super::{serve, socket::Socket, subscriptions::origin};
use crate::support::TestApp;

/// Sends a notification, so that there is an event.
async fn send_notification(app: &TestApp, token: &str) {
    let query = "mutation { sendNotification(input: { userId: 1, type: INFO, title: \"a\", \
         message: \"b\" }) \
                 { notification { id } } }";
    app.query(token, query).await.data();
}

/// The specification: exactly one root field, no introspection, no condition on it.
#[tokio::test]
async fn a_subscription_has_one_root_field() {
    let (_world, token, server) = serve().await;
    let mut socket = server.connected(&token).await;
    let invalid = [
        "subscription { recordChanged { position } notificationReceived { position } }",
        "subscription { a: recordChanged { position } b: recordChanged { position } }",
        "subscription { ...A ...B } fragment A on Subscription { recordChanged { position } } \
         fragment B on Subscription { notificationReceived { position } }",
        "subscription { __typename }",
        "subscription { recordChanged { position } __typename }",
        "subscription { recordChanged @skip(if: false) { position } }",
        "subscription($a: Boolean!) { ... @include(if: $a) { recordChanged { position } } }",
        "subscription { recordChanged }",
        "subscription { recordChanged(kinds: [NOTHING]) { position } }",
        "subscription { recordChanged(after: 1) { position } }",
        "subscription { unknown { position } }",
    ];
    for query in invalid {
        socket.subscribe("a", query).await;
        let message = socket.message().await;
        assert_eq!((&message["type"], &message["id"]), (&json!("error"), &json!("a")), "{query}");
        let errors = message["payload"].as_array().unwrap();
        assert!(!errors.is_empty(), "{query}");
        assert_eq!(errors[0]["extensions"]["code"], "BAD_REQUEST", "{query}");
    }
    // The query limits apply here too.
    let bomb = format!("subscription {{ recordChanged {{ {} }} }}", "a: position ".repeat(10_000));
    socket.subscribe("a", &bomb).await;
    assert_eq!(socket.message().await["type"], "error");
}

/// Fragments, aliases, names and several operations in a document.
#[tokio::test]
async fn the_root_field_can_be_in_a_fragment() {
    let (app, token, server) = serve().await;
    send_notification(&app, &token).await;
    let field = format!("recordChanged(after: \"{}\") {{ event {{ ...E }} }}", origin());
    let event = "fragment E on RecordEvent { action }";
    let queries = [
        format!("subscription {{ {field} }} {event}"),
        format!("subscription A {{ ... {{ {field} }} }} {event}"),
        format!(
            "subscription A {{ ... on Subscription {{ ...F }} }} {event} fragment F on \
             Subscription {{ {field} }}"
        ),
        format!("subscription A {{ b: {field} }} {event}"),
    ];
    for query in queries {
        let mut socket = server.connected(&token).await;
        socket.subscribe("a", &query).await;
        let message = socket.message().await;
        let data = message["payload"]["data"].as_object();
        let data = data.unwrap_or_else(|| panic!("{query}: {message}"));
        assert_eq!(
            data.values().next(),
            Some(&json!({ "event": { "action": "CREATED" } })),
            "{query}"
        );
    }
    let both = format!("query A {{ __typename }} subscription B {{ {field} }} {event}");
    let mut socket = server.connected(&token).await;
    for (name, data) in [
        ("A", json!({ "__typename": "Query" })),
        ("B", json!({ "recordChanged": { "event": { "action": "CREATED" } } })),
    ] {
        let payload = json!({ "query": both, "operationName": name });
        socket.send(json!({ "type": "subscribe", "id": name, "payload": payload })).await;
        let mut message = socket.message().await;
        if message["type"] == "complete" {
            message = socket.message().await;
        }
        assert_eq!(message["payload"]["data"], data);
    }
}

async fn follow(socket: &mut Socket, id: &str) {
    let query = format!("subscription {{ recordChanged(after: \"{}\") {{ position }} }}", origin());
    socket.subscribe(id, &query).await;
}

/// An operation id can be used by one operation at a time.
#[tokio::test]
async fn operation_ids_are_unique() {
    let (_world, token, server) = serve().await;
    let mut socket = server.connected(&token).await;
    follow(&mut socket, "a").await;
    socket.send(json!({ "type": "complete", "id": "a" })).await;
    follow(&mut socket, "a").await;
    follow(&mut socket, "b").await;
    follow(&mut socket, "a").await;
    assert_eq!(socket.closed().await, (4409, "Subscriber for a already exists".to_owned()));
    let mut socket = server.connected(&token).await;
    let long = "ä".repeat(500);
    follow(&mut socket, &long).await;
    follow(&mut socket, &long).await;
    let (code, reason) = socket.closed().await;
    assert_eq!(code, 4409);
    assert!(reason.starts_with("Subscriber for ää"), "{reason}");
}

/// A hundred operations run concurrently; one more is refused, and the others go on.
#[tokio::test]
async fn concurrent_operations_are_limited() {
    let (app, token, server) = serve().await;
    let mut socket = server.connected(&token).await;
    for number in 0..100 {
        follow(&mut socket, &number.to_string()).await;
    }
    follow(&mut socket, "more").await;
    let refused = socket.message().await;
    assert_eq!((&refused["type"], &refused["id"]), (&json!("error"), &json!("more")));
    assert_eq!(refused["payload"][0]["extensions"]["code"], "RATE_LIMITED");
    socket.send(json!({ "type": "complete", "id": "7" })).await;
    socket.subscribe("more", "{ __typename }").await;
    assert_eq!(socket.message().await["payload"]["data"], json!({ "__typename": "Query" }));
    assert_eq!(socket.message().await["type"], "complete");
    send_notification(&app, &token).await;
    let mut received: Vec<Json> = Vec::new();
    while received.len() < 99 {
        received.push(socket.message().await["id"].clone());
    }
    received.sort_by_key(Json::to_string);
    received.dedup();
    assert_eq!(received.len(), 99);
}

/// A client that doesn't read is sent no more than the connection buffers, and delays nobody.
#[tokio::test]
async fn a_slow_reader_delays_nobody_else() {
    let (app, token, server) = serve().await;
    let mut slow = server.connected(&token).await;
    let query = format!(
        "subscription {{ recordChanged(after: \"{}\") {{ position event {{ after }} }} }}",
        origin()
    );
    let message = "x".repeat(60_000);
    for _ in 0..20 {
        let input = json!({ "user_id": 1, "type": "info", "title": "a", "message": message });
        app.post(&token, "notifications", &input).await.expect(201);
    }
    // 120 MB are requested; what is not read is not produced.
    for number in 0..100 {
        slow.subscribe(&number.to_string(), &query).await;
    }
    let mut quick = server.connected(&token).await;
    quick.subscribe("a", &query).await;
    for _ in 0..20 {
        assert_eq!(quick.message().await["type"], "next");
    }
    for _ in 0..40 {
        assert_eq!(slow.message().await["type"], "next", "it goes on where it was");
    }
}
