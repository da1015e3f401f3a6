//! What graphql-transport-ws asks of a server, and the codes it closes with.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use reinstate::graphql::{Pace, Settings};
use serde_json::{Value as Json, json};
use tokio_tungstenite::tungstenite::{
    Message,
    protocol::{CloseFrame, frame::coding::CloseCode},
};

use super::{
    Server,
    socket::{Came, Socket},
};
use crate::support::{Engine, TestApp};

async fn served() -> (TestApp, String, Server) {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let token = app.caller(1, &["*"]).await;
    let server = Server::over(&app, Settings::default()).await;
    (app, token, server)
}

/// What ends a socket: said before it was let in, and after.
#[tokio::test]
async fn violations_close_the_socket() {
    let (_world, token, server) = served().await;
    let query = |id: Json, query: Json| json!({ "type": "subscribe", "id": id, "payload": { "query": query } });
    let fine = query(json!("1"), json!("{ __typename }")).to_string();
    let (unauthorized, malformed) = (4401, 4400);
    // The message, the code before the socket was let in, and the code after; none: it stays open.
    let cases: Vec<(String, Option<u16>, Option<u16>)> = [
        (json!({ "type": "ping" }), None, None),
        (json!({ "type": "pong" }), None, None),
        (json!({ "type": "pong", "payload": { "a": 1 } }), None, None),
        (json!({ "type": "complete", "id": "1" }), Some(unauthorized), None),
        (json!({ "type": "connection_init" }), Some(unauthorized), Some(4429)),
        (json!({ "type": "connection_init", "payload": { "Authorization": "Bearer x" } }), Some(unauthorized), Some(4429)),
        (query(json!(1), json!("{ __typename }")), Some(malformed), Some(malformed)),
        (query(json!(""), json!("{ __typename }")), Some(malformed), Some(malformed)),
        (query(json!("1"), json!(null)), Some(malformed), Some(malformed)),
        (query(json!("1"), json!(7)), Some(malformed), Some(malformed)),
        (json!({ "type": "subscribe", "payload": { "query": "{ __typename }" } }), Some(malformed), Some(malformed)),
        (json!({ "type": "subscribe", "id": "1" }), Some(malformed), Some(malformed)),
        (json!({ "type": "subscribe", "id": "1", "payload": "{ __typename }" }), Some(malformed), Some(malformed)),
        (json!({ "type": "subscribe", "id": "1", "payload": { "query": "{ __typename }", "variables": [] } }), Some(malformed), Some(malformed)),
        (json!({ "type": "subscribe", "id": "1", "payload": { "query": "{ __typename }", "operationName": 1 } }), Some(malformed), Some(malformed)),
        (json!({ "type": "complete" }), Some(malformed), Some(malformed)),
        (json!({ "type": "ping", "payload": [] }), Some(malformed), Some(malformed)),
        (json!({ "type": "connection_init", "payload": "Bearer x" }), Some(malformed), Some(malformed)),
        // What only servers say, and what another protocol of a similar name says.
        (json!({ "type": "connection_ack" }), Some(malformed), Some(malformed)),
        (json!({ "type": "next", "id": "1", "payload": {} }), Some(malformed), Some(malformed)),
        (json!({ "type": "start", "id": "1", "payload": { "query": "{ __typename }" } }), Some(malformed), Some(malformed)),
        (json!({ "type": "connection_terminate" }), Some(malformed), Some(malformed)),
        (json!({ "type": "PING" }), Some(malformed), Some(malformed)),
        (json!({ "type": null }), Some(malformed), Some(malformed)),
        (json!({}), Some(malformed), Some(malformed)),
        (json!([]), Some(malformed), Some(malformed)),
        (json!("ping"), Some(malformed), Some(malformed)),
    ]
    .into_iter()
    .map(|(message, before, after)| (message.to_string(), before, after))
    .chain([
        (fine, Some(unauthorized), None),
        (String::new(), Some(malformed), Some(malformed)),
        ("{".to_owned(), Some(malformed), Some(malformed)),
        ("[".repeat(10_000), Some(malformed), Some(malformed)),
    ])
    .collect();
    for (message, before, after) in cases {
        for (greeted, expected) in [(false, before), (true, after)] {
            let mut socket = match greeted {
                true => server.greeted(&token).await,
                false => server.socket().await,
            };
            socket.put(Message::text(message.clone())).await;
            let case = format!("{message:.200}, let in: {greeted}");
            match expected {
                Some(code) => {
                    let (came, reason) = socket.closed().await;
                    assert_eq!(came, code, "{case}: {reason}");
                    assert!(!reason.is_empty(), "{case}");
                }
                None => assert_open(&mut socket, &case).await,
            }
        }
    }
}

/// A client that closes is answered: its end was an orderly one.
#[tokio::test]
async fn a_close_is_answered() {
    let (_world, token, server) = served().await;
    for greeted in [false, true] {
        let mut socket = match greeted {
            true => server.greeted(&token).await,
            false => server.socket().await,
        };
        let close = CloseFrame { code: CloseCode::Normal, reason: "Normal Closure".into() };
        socket.put(Message::Close(Some(close))).await;
        assert_eq!(socket.closed().await.0, 1000, "let in: {greeted}");
    }
}

/// A ping is answered, so the socket is open.
async fn assert_open(socket: &mut Socket, case: &str) {
    let payload = json!({ "sent": case });
    socket.send(json!({ "type": "ping", "payload": payload })).await;
    loop {
        match socket.next().await {
            Came::Message(message) if message["payload"] == payload => {
                assert_eq!(message, json!({ "type": "pong", "payload": payload }));
                return;
            }
            Came::Message(_) => {}
            other => panic!("{case}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn binary_frames_are_malformed() {
    let (_world, token, server) = served().await;
    let mut socket = server.greeted(&token).await;
    socket.put(Message::binary(b"{\"type\":\"ping\"}".to_vec())).await;
    assert_eq!(socket.closed().await.0, 4400);
}

/// Text is at most 1 MiB, which is said even to a client that is still sending.
#[tokio::test]
async fn large_messages_are_refused() {
    let (_world, token, server) = served().await;
    let padded = |bytes: usize| {
        let message = json!({ "type": "ping", "payload": { "a": "" } }).to_string();
        let padding = "x".repeat(bytes - message.len());
        message.replace("\"a\":\"\"", &format!("\"a\":\"{padding}\""))
    };
    let mut socket = server.greeted(&token).await;
    socket.put(Message::text(padded(1024 * 1024))).await;
    assert_eq!(socket.message().await["type"], "pong");
    for bytes in [1024 * 1024 + 1, 16 * 1024 * 1024] {
        let socket = server.greeted(&token).await;
        let (mut sending, receiving) = socket.0.split();
        let sent = tokio::spawn(async move { sending.send(Message::text(padded(bytes))).await });
        let mut frames = Box::pin(receiving.filter_map(async |frame| match frame {
            Ok(Message::Close(Some(close))) => Some(u16::from(close.code)),
            _ => None,
        }));
        let code = frames.next().await;
        assert_eq!(code, Some(1009), "{bytes} bytes");
        sent.abort();
    }
}

/// Only this protocol is spoken.
#[tokio::test]
async fn another_protocol_is_refused() {
    let (_world, token, server) = served().await;
    for protocol in [None, Some("graphql-ws"), Some("graphql-transport-wss"), Some("soap")] {
        // A client library refuses an answer that takes none of its offers, so it is asked by hand.
        let closed = by_hand(&server, protocol).await;
        assert_eq!(closed, (4406, "Subprotocol not acceptable".to_owned()), "{protocol:?}");
    }
    let protocols = "graphql-ws, graphql-transport-ws";
    let mut socket = Socket::open(server.address, Some(protocols), None).await;
    socket.greet(&token).await;
}

async fn by_hand(server: &Server, protocol: Option<&str>) -> (u16, String) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let offer = protocol.map_or_else(String::new, |it| format!("sec-websocket-protocol: {it}\r\n"));
    let request = format!(
        "GET /graphql/ws HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n{offer}\r\n"
    );
    let mut connection = tokio::net::TcpStream::connect(server.address).await.unwrap();
    connection.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    connection.read_to_end(&mut bytes).await.unwrap();
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
    let (head, frame) = bytes.split_at(end);
    let head = String::from_utf8_lossy(head).to_lowercase();
    assert!(head.starts_with("http/1.1 101"), "{head}");
    assert!(!head.contains("sec-websocket-protocol"), "{head}");
    assert_eq!(frame[0], 0x88, "a close frame");
    let payload = &frame[2..2 + usize::from(frame[1])];
    let code = u16::from_be_bytes([payload[0], payload[1]]);
    (code, String::from_utf8_lossy(&payload[2..]).into_owned())
}

/// Who doesn't introduce itself is not waited for, whatever else it says.
#[tokio::test]
async fn a_silent_socket_is_closed() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let token = app.caller(1, &[]).await;
    let introduction = Duration::from_millis(300);
    let pace = Pace { introduction, ..Pace::default() };
    let server = Server::over(&app, Settings { pace, ..Settings::default() }).await;
    let mut greeted = server.greeted(&token).await;
    let mut socket = server.socket().await;
    let late = loop {
        socket.send(json!({ "type": "ping" })).await;
        match socket.next().await {
            Came::Message(message) => assert_eq!(message, json!({ "type": "pong" })),
            other => break other,
        }
    };
    assert_eq!(late, Came::Close(4408, "Connection initialisation timeout".to_owned()));
    assert_open(&mut greeted, "it was let in").await;
    assert_eq!(Pace::default().introduction, Duration::from_secs(10));
}

/// A client that gives no sign of life is dropped; one that answers pings stays.
#[tokio::test]
async fn dead_peers_are_dropped() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let token = app.caller(1, &[]).await;
    let pace = Pace { heartbeat: Duration::from_millis(100), ..Pace::default() };
    let server = Server::over(&app, Settings { pace, ..Settings::default() }).await;
    let (mut dead, mut living) = (server.greeted(&token).await, server.greeted(&token).await);
    // Reading is what answers pings.
    let mut pings = 0;
    while pings < 10 {
        pings += usize::from(matches!(living.0.next().await, Some(Ok(Message::Ping(_)))));
    }
    assert_open(&mut living, "it has answered").await;
    assert_eq!(dead.next().await, Came::Nothing);
}

/// Queries, mutations and documents that can't be executed, several at once.
#[tokio::test]
async fn operations_of_any_kind_run() {
    let (app, token, server) = served().await;
    let deleted = json!({ "code": "en", "name": "English", "deleted_at": "2026-01-02T03:04:05Z" });
    app.load(json!({ "locales": [deleted] })).await;
    let mut socket = server.greeted(&token).await;
    let mut ask = async |query: &str| {
        socket.subscribe("a", query).await;
        let first = socket.message().await;
        assert_eq!(first["id"], "a");
        if first["type"] == "next" {
            assert_eq!(socket.message().await, json!({ "type": "complete", "id": "a" }));
        }
        (first["type"].as_str().unwrap().to_owned(), first["payload"].clone())
    };
    let next = |payload: Json| ("next".to_owned(), payload);
    let read = ask("{ viewer { permissions } }").await;
    assert_eq!(read, next(json!({ "data": { "viewer": { "permissions": ["*"] } } })));
    let restore = "mutation { restoreLocale(code: \"en\") { restored } }";
    let written = ask(restore).await;
    assert_eq!(written, next(json!({ "data": { "restoreLocale": { "restored": true } } })));
    assert_eq!(app.stored("locales", 1).await["deleted_at"], Json::Null);
    let (kind, refused) = ask("mutation { restoreLocale(code: \"xx\") { restored } }").await;
    assert_eq!(kind, "next");
    assert_eq!(refused["errors"][0]["extensions"]["code"], "NOT_FOUND");
    assert_eq!(refused["data"], json!({ "restoreLocale": null }));
    let bomb = format!("{{ viewer {{ {} }} }}", "a: permissions ".repeat(10_000));
    let nested = format!("{{ node(id: {}1{}) {{ id }} }}", "[".repeat(1_500), "]".repeat(1_500));
    for document in
        ["{ unknown }", "{", "", "query A { __typename } query B { __typename }", &bomb, &nested]
    {
        let (kind, errors) = ask(document).await;
        assert_eq!(kind, "error", "{document:.50}");
        assert_eq!(errors[0]["extensions"]["code"], "BAD_REQUEST", "{document:.50}: {errors}");
    }
}

/// Documents can be named, and an unknown name is told as it is over HTTP.
#[tokio::test]
async fn documents_can_be_named() {
    let (_world, token, server) = served().await;
    let mut socket = server.greeted(&token).await;
    let payload =
        json!({ "extensions": { "persistedQuery": { "version": 1, "sha256Hash": "00" } } });
    socket.send(json!({ "type": "subscribe", "id": "1", "payload": payload })).await;
    let message = socket.message().await;
    assert_eq!(message["type"], "error");
    assert_eq!(message["payload"][0]["extensions"]["code"], "PERSISTED_QUERY_NOT_FOUND");
}
