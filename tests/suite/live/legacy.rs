//! The legacy protocol graphql-ws (subscriptions-transport-ws): its messages, and the same limits.

use std::{sync::Arc, time::Duration};

use async_graphql::{Executor, Request};
use axum::http::HeaderMap;
use futures_util::{SinkExt, StreamExt};
use reinstate::{
    api::{
        graphql::{
            Settings,
            transport::{
                GraphqlApi,
                live::{Client, Session, Timeouts},
            },
        },
        http::{Allowance, call},
    },
    auth::Api,
};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use tokio_tungstenite::tungstenite::Message;

use super::{
    Server, serve,
    socket::{Received, Socket},
    subscriptions::{change, origin, reports},
};
use crate::support::{Engine, TestApp, apply, each_engine};

const LEGACY: Option<&str> = Some("graphql-ws");

/// The messages that the client received until the WebSocket was closed, and the code.
async fn until_closed(socket: &mut Socket) -> (Vec<Json>, u16) {
    let mut messages = Vec::new();
    loop {
        match socket.next().await {
            Received::Message(message) => messages.push(message),
            Received::Close(code, _) => return (messages, code),
            Received::Disconnected => panic!("{messages:?}"),
        }
    }
}

/// Events arrive, several operations run concurrently, and `stop` ends one of them.
#[apply(each_engine!)]
async fn subscriptions_run(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let server = Server::start(&app, Settings::default()).await;
    reports(&app, [(7, 1), (8, 1)]).await;
    let mut socket = server.legacy(&token).await;
    let query = format!(
        "subscription($id: ID!) {{ recordChanged(ids: [$id], after: \"{}\") {{ record {{ id }} }} }}",
        origin()
    );
    let id = |number| crate::support::global_id("Report", number);
    for number in [7, 8] {
        let payload = json!({ "query": query, "variables": { "id": id(number) } });
        socket.start(&number.to_string(), payload).await;
    }
    for (act, number) in [("delete", 7), ("delete", 8), ("restore", 8)] {
        change(&app, &token, act, number).await;
        let data = json!({ "recordChanged": { "record": { "id": id(number) } } });
        let number = number.to_string();
        let payload = json!({ "data": data });
        assert_eq!(
            socket.message().await,
            json!({ "type": "data", "id": number, "payload": payload })
        );
    }
    socket.send(json!({ "type": "stop", "id": "7" })).await;
    assert_eq!(socket.message().await, json!({ "type": "complete", "id": "7" }));
    socket.send(json!({ "type": "connection_terminate" })).await;
    assert_eq!(socket.closed().await.0, 1000);
}

/// Queries, mutations, documents by hash and by id, and those that can't be executed.
#[tokio::test]
async fn operations_of_any_kind_run() {
    let (app, token, server) = serve().await;
    let deleted = json!({ "code": "en", "name": "English", "deleted_at": "2026-01-02T03:04:05Z" });
    app.load(json!({ "locales": [deleted] })).await;
    let mut socket = server.legacy(&token).await;
    let read = "query A { viewer { permissions } } query B { __typename }";
    let hash = data_encoding::HEXLOWER.encode(&Sha256::digest(read));
    let by_hash = json!({ "persistedQuery": { "version": 1, "sha256Hash": hash } });
    let all = json!({ "viewer": { "permissions": ["*"] } });
    let cases = [
        (json!({ "query": "{ viewer { permissions } }" }), Ok(all.clone())),
        (json!({ "extensions": by_hash }), Err("PERSISTED_QUERY_NOT_FOUND")),
        (json!({ "query": read, "operationName": "A", "extensions": by_hash }), Ok(all.clone())),
        (json!({ "query": "", "operationName": "A", "extensions": by_hash }), Ok(all.clone())),
        (json!({ "documentId": hash, "operationName": "A", "variables": null }), Ok(all)),
        (json!({ "documentId": "unknown" }), Err("PERSISTED_QUERY_NOT_FOUND")),
        (
            json!({ "query": "mutation { restoreLocale(code: \"en\") { restored } }" }),
            Ok(json!({ "restoreLocale": { "restored": true } })),
        ),
        (json!({ "query": "{ unknown }" }), Err("BAD_REQUEST")),
        (json!({ "query": "" }), Err("BAD_REQUEST")),
        (json!({ "query": read }), Err("BAD_REQUEST")),
        (json!({ "query": "{ a".repeat(2_000) }), Err("BAD_REQUEST")),
    ];
    for (payload, expected) in cases {
        socket.start("a", payload.clone()).await;
        let message = socket.message().await;
        assert_eq!((&message["type"], &message["id"]), (&json!("data"), &json!("a")), "{payload}");
        assert_eq!(socket.message().await, json!({ "type": "complete", "id": "a" }));
        let came = &message["payload"];
        match expected {
            Ok(data) => assert_eq!(came, &json!({ "data": data }), "{payload}"),
            Err(code) => assert_eq!(came["errors"][0]["extensions"]["code"], code, "{payload}"),
        }
    }
    assert_eq!(app.stored("locales", 1).await["deleted_at"], Json::Null);
}

/// The credential is checked like that of the newer protocol; the client is told, then disconnected.
#[tokio::test]
async fn clients_are_authenticated() {
    let (_app, token, server) = serve().await;
    let good = format!("Bearer {token}");
    let refused = json!({ "type": "connection_error", "payload": { "message": "Unauthorized" } });
    let ack = json!({ "type": "connection_ack" });
    let start = json!({ "type": "start", "id": "1", "payload": { "query": "{ __typename }" } });
    let init = |payload: Json| json!({ "type": "connection_init", "payload": payload });
    // The header, what the client sends, what it receives, and the close code.
    let cases = [
        (None, vec![init(json!({ "Authorization": good }))], vec![ack.clone()], None),
        (None, vec![init(json!({ "authorization": good }))], vec![ack.clone()], None),
        (Some(&*token), vec![init(json!(null))], vec![ack.clone()], None),
        (None, vec![init(json!({}))], vec![refused.clone()], Some(4401)),
        (
            Some(&*token),
            vec![init(json!({ "Authorization": "Bearer x" }))],
            vec![refused],
            Some(4401),
        ),
        (Some(&*token), vec![start.clone()], vec![], Some(1011)),
        (Some(&*token), vec![json!("nonsense")], vec![], Some(1002)),
        (Some(&*token), vec![json!({ "type": "nonsense" })], vec![], Some(1002)),
    ];
    for (header, sent, expected, code) in cases {
        let mut socket = Socket::open(server.address, LEGACY, header).await;
        for message in &sent {
            socket.send(message.clone()).await;
        }
        match code {
            Some(code) => assert_eq!(until_closed(&mut socket).await, (expected, code), "{sent:?}"),
            None => assert_eq!(vec![socket.message().await], expected, "{sent:?}"),
        }
    }
    let mut socket = server.legacy(&token).await;
    socket.send(init(json!({ "Authorization": good }))).await;
    assert_eq!(until_closed(&mut socket).await.0[0]["type"], "connection_error", "a second time");
}

/// Frames that the server doesn't take close the WebSocket with a code that says why.
#[tokio::test]
async fn frames_are_limited() {
    let (_app, token, server) = serve().await;
    let cases = [
        (Message::binary(b"{\"type\":\"stop\",\"id\":\"1\"}".to_vec()), 4400),
        (Message::text("{"), 4400),
        (Message::text("[".repeat(10_000)), 4400),
        (Message::text("x".repeat(1024 * 1024 + 1)), 1009),
    ];
    for (frame, code) in cases {
        let mut socket = server.legacy(&token).await;
        // The server may close the WebSocket before it has read all of it.
        let _ = socket.0.send(frame).await;
        assert_eq!(socket.closed().await.0, code);
    }
}

/// Silent clients are disconnected: before `connection_init`, and when they answer no pings.
#[tokio::test]
async fn silent_clients_are_disconnected() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let token = app.caller(1, &["*"]).await;
    let timeouts = Timeouts {
        introduction: Duration::from_millis(300),
        heartbeat: Duration::from_millis(100),
        ..Timeouts::default()
    };
    let server = Server::start(&app, Settings { timeouts, ..Settings::default() }).await;
    let mut socket = Socket::open(server.address, LEGACY, None).await;
    assert_eq!(socket.closed().await.0, 4408);
    let (mut dead, mut living) = (server.legacy(&token).await, server.legacy(&token).await);
    // Reading answers pings.
    let mut pings = 0;
    while pings < 10 {
        pings += usize::from(matches!(living.0.next().await, Some(Ok(Message::Ping(_)))));
    }
    assert_eq!(dead.next().await, Received::Disconnected);
}

/// A hundred operations run concurrently, further ones are refused, and stopped ones make room.
#[tokio::test]
async fn concurrent_operations_are_limited() {
    let (app, token, server) = serve().await;
    reports(&app, [(7, 1)]).await;
    let mut socket = server.legacy(&token).await;
    let query = format!("subscription {{ recordChanged(after: \"{}\") {{ position }} }}", origin());
    let follow = json!({ "query": query });
    for number in 0..100 {
        socket.start(&number.to_string(), follow.clone()).await;
    }
    for number in 100..110 {
        socket.start(&number.to_string(), follow.clone()).await;
        let refused = socket.message().await;
        assert_eq!(refused["id"], number.to_string());
        assert_eq!(refused["payload"]["errors"][0]["extensions"]["code"], "RATE_LIMITED");
        assert_eq!(socket.message().await["type"], "complete");
    }
    socket.send(json!({ "type": "stop", "id": "7" })).await;
    change(&app, &token, "delete", 7).await;
    assert_eq!(socket.message().await, json!({ "type": "complete", "id": "7" }));
    let mut received: Vec<String> = Vec::new();
    while received.len() < 99 {
        let message = socket.message().await;
        assert_eq!(message["type"], "data", "{message}");
        received.push(message["id"].to_string());
    }
    received.sort();
    received.dedup();
    assert_eq!(received.len(), 99);
}

/// Other integrations of async-graphql can execute requests too; a request names its client.
#[tokio::test]
async fn the_api_is_an_executor() {
    let (app, token, _server) = serve().await;
    let api = GraphqlApi::new(Arc::clone(&app.state), &Settings::default());
    let read = || Request::new("{ viewer { permissions } missing: node(id: \"x\") { id } }");
    let refused = serde_json::to_value(Executor::execute(&api, read()).await).unwrap();
    assert_eq!(refused["errors"][0]["extensions"]["code"], "UNAUTHENTICATED");
    let call = call(&app.state, &token, &HeaderMap::new(), Api::Graphql).await.unwrap();
    let session = Session::new(&api, call, &token);
    let client = Arc::new(Client::new(session, Allowance::default(), Client::places()));
    let response =
        serde_json::to_value(Executor::execute(&api, read().data(client)).await).unwrap();
    let data = json!({ "viewer": { "permissions": ["*"] }, "missing": null });
    assert_eq!(response, json!({ "data": data }));
}

/// A client that sends without reading is not read on, so that nothing piles up.
#[tokio::test]
async fn a_client_that_does_not_read_is_not_read() {
    let (app, token, server) = serve().await;
    let message = "x".repeat(60_000);
    for _ in 0..20 {
        let input = json!({ "user_id": 1, "type": "info", "title": "a", "message": message });
        app.rest("POST", "/api/v1/notifications", Some(&token), Some(&input)).await.expect(201);
    }
    let mut slow = server.legacy(&token).await;
    let query = format!(
        "subscription {{ recordChanged(after: \"{}\") {{ event {{ after }} }} }}",
        origin()
    );
    for number in 0..90 {
        slow.start(&number.to_string(), json!({ "query": query })).await;
    }
    // 108 MB are requested. Meanwhile the server takes no more than the connection buffers.
    let flood = async {
        let start = json!({ "type": "start", "id": "90", "payload": { "query": query } });
        let padding = " ".repeat(500_000);
        for _ in 0..200 {
            slow.0.send(Message::text(format!("{start}{padding}"))).await.unwrap();
        }
    };
    assert!(tokio::time::timeout(Duration::from_secs(2), flood).await.is_err(), "100 MB were read");
    for _ in 0..40 {
        assert_eq!(slow.message().await["type"], "data", "it goes on where it was");
    }
}
