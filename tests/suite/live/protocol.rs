//! graphql-transport-ws: its rules for servers, and its close codes.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use reinstate::api::graphql::transport::live::Timeouts;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::{
    Message,
    protocol::{CloseFrame, frame::coding::CloseCode},
};

use super::{
    Server, serve, serve_with,
    socket::{Received, Socket},
};
use crate::support::fixture;

/// Messages that close the connection, before and after `connection_ack`.
#[tokio::test]
async fn protocol_violations_close_the_connection() {
    let (_world, token, server) = serve().await;
    let malformed = [
        r#"{"type":"subscribe","id":1,"payload":{"query":"{ __typename }"}}"#,
        r#"{"type":"subscribe","id":"","payload":{"query":"{ __typename }"}}"#,
        r#"{"type":"subscribe","payload":{"query":"{ __typename }"}}"#,
        r#"{"type":"subscribe","id":"1","payload":{"query":null}}"#,
        r#"{"type":"subscribe","id":"1","payload":{"query":7}}"#,
        r#"{"type":"subscribe","id":"1","payload":{"query":"{ a }","variables":[]}}"#,
        r#"{"type":"subscribe","id":"1","payload":{"query":"{ a }","operationName":1}}"#,
        r#"{"type":"subscribe","id":"1","payload":"{ __typename }"}"#,
        r#"{"type":"subscribe","id":"1"}"#,
        r#"{"type":"complete"}"#,
        r#"{"type":"ping","payload":[]}"#,
        r#"{"type":"connection_init","payload":"Bearer x"}"#,
        // Messages that only servers send, and those of the legacy protocol `graphql-ws`.
        r#"{"type":"connection_ack"}"#,
        r#"{"type":"next","id":"1","payload":{}}"#,
        r#"{"type":"start","id":"1","payload":{"query":"{ __typename }"}}"#,
        r#"{"type":"connection_terminate"}"#,
        r#"{"type":"PING"}"#,
        r#"{"type":null}"#,
        "{}",
        "[]",
        "\"ping\"",
        "",
        "{",
        &"[".repeat(10_000),
    ];
    let (subscribe, credential) = (
        r#"{"type":"subscribe","id":"1","payload":{"query":"{ __typename }"}}"#,
        r#"{"type":"connection_init","payload":{"Authorization":"Bearer x"}}"#,
    );
    // The message, and the close codes before and after `connection_ack`; `None`: it stays open.
    let others = [
        (r#"{"type":"ping"}"#, None, None),
        (r#"{"type":"pong"}"#, None, None),
        (r#"{"type":"pong","payload":{"a":1}}"#, None, None),
        (r#"{"type":"complete","id":"1"}"#, Some(4401), None),
        (subscribe, Some(4401), None),
        (r#"{"type":"connection_init"}"#, Some(4401), Some(4429)),
        (credential, Some(4401), Some(4429)),
    ];
    let malformed = malformed.into_iter().map(|message| (message, Some(4400), Some(4400)));
    for (message, before, after) in others.into_iter().chain(malformed) {
        for (connected, expected) in [(false, before), (true, after)] {
            let mut socket = server.open(connected.then_some(&*token)).await;
            socket.send_frame(Message::text(message)).await;
            let case = format!("{message:.200}, let in: {connected}");
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

/// The server answers a close frame, so that the client sees a clean close.
#[tokio::test]
async fn a_close_frame_is_answered() {
    let (_world, token, server) = serve().await;
    for connected in [false, true] {
        let mut socket = server.open(connected.then_some(&*token)).await;
        let close = CloseFrame { code: CloseCode::Normal, reason: "Normal Closure".into() };
        socket.send_frame(Message::Close(Some(close))).await;
        assert_eq!(socket.closed().await.0, 1000, "let in: {connected}");
    }
}

/// A ping gets a pong, so the connection is open.
async fn assert_open(socket: &mut Socket, case: &str) {
    let payload = json!({ "sent": case });
    socket.send(json!({ "type": "ping", "payload": payload })).await;
    loop {
        match socket.next().await {
            Received::Message(message) if message["payload"] == payload => {
                assert_eq!(message, json!({ "type": "pong", "payload": payload }));
                return;
            }
            Received::Message(_) => {}
            other => panic!("{case}: {other:?}"),
        }
    }
}

/// Frames are text of at most 1 MiB; even a client that is still sending gets the close code.
#[tokio::test]
async fn other_frames_are_refused() {
    let (_world, token, server) = serve().await;
    let mut socket = server.connected(&token).await;
    socket.send_frame(Message::binary(b"{\"type\":\"ping\"}".to_vec())).await;
    assert_eq!(socket.closed().await.0, 4400);
    let padded = |bytes: usize| {
        let message = json!({ "type": "ping", "payload": { "a": "" } }).to_string();
        let padding = "x".repeat(bytes - message.len());
        message.replace("\"a\":\"\"", &format!("\"a\":\"{padding}\""))
    };
    let mut socket = server.connected(&token).await;
    socket.send_frame(Message::text(padded(1024 * 1024))).await;
    assert_eq!(socket.message().await["type"], "pong");
    for bytes in [1024 * 1024 + 1, 16 * 1024 * 1024] {
        let socket = server.connected(&token).await;
        let (mut sending, receiving) = socket.0.split();
        let sent = tokio::spawn(async move { sending.send(Message::text(padded(bytes))).await });
        let mut frames = Box::pin(receiving.filter_map(async |frame| match frame {
            Ok(Message::Close(Some(close))) => Some(u16::from(close.code)),
            _ => None,
        }));
        assert_eq!(frames.next().await, Some(1009), "{bytes} bytes");
        sent.abort();
    }
}

/// The server speaks this protocol only; where a client offers others too, this one.
#[tokio::test]
async fn other_protocols_are_refused() {
    let (_world, token, server) = serve().await;
    for protocol in
        [None, Some("graphql-ws"), Some("graphql-wss"), Some("graphql-transport-wss"), Some("soap")]
    {
        // A client library rejects a response that accepts none of its protocols, so the request is
        // written by hand.
        let closed = upgrade_status(&server, protocol).await;
        let reason = "Subprotocol not acceptable; use graphql-transport-ws";
        assert_eq!(closed, (4406, reason.to_owned()), "{protocol:?}");
    }
    let protocols = "graphql-ws, graphql-transport-ws";
    let mut socket = Socket::open(server.address, Some(protocols), None).await;
    socket.connect(&token).await;
}

async fn upgrade_status(server: &Server, protocol: Option<&str>) -> (u16, String) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let offer = protocol.map_or_else(String::new, |it| format!("sec-websocket-protocol: {it}\r\n"));
    let request = format!(
        "GET /graphql/ws HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: \
         websocket\r\n\
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

/// A client that doesn't send `connection_init` is disconnected, whatever else it sends.
#[tokio::test]
async fn a_silent_client_is_disconnected() {
    let introduction = Duration::from_millis(300);
    let timeouts = Timeouts { introduction, ..Timeouts::default() };
    let (_app, token, server) = serve_with(timeouts).await;
    let mut connected = server.connected(&token).await;
    let mut socket = server.socket().await;
    let late = loop {
        // A client that sends much in that time is cut off.
        tokio::time::sleep(introduction / 10).await;
        socket.send(json!({ "type": "ping" })).await;
        match socket.next().await {
            Received::Message(message) => assert_eq!(message, json!({ "type": "pong" })),
            other => break other,
        }
    };
    assert_eq!(late, Received::Close(4408, "Connection initialisation timeout".to_owned()));
    assert_open(&mut connected, "it was let in").await;
    assert_eq!(Timeouts::default().introduction, Duration::from_secs(10));
}

/// A client that doesn't answer pings is disconnected; one that does stays.
#[tokio::test]
async fn a_client_that_answers_no_pings_is_disconnected() {
    let timeouts = Timeouts { heartbeat: Duration::from_millis(100), ..Timeouts::default() };
    let (_app, token, server) = serve_with(timeouts).await;
    let (mut dead, mut living) = (server.connected(&token).await, server.connected(&token).await);
    // Reading answers pings.
    let mut pings = 0;
    while pings < 10 {
        pings += usize::from(matches!(living.0.next().await, Some(Ok(Message::Ping(_)))));
    }
    assert_open(&mut living, "it has answered").await;
    assert_eq!(dead.next().await, Received::Disconnected);
}

/// While a client reads a long message slowly, nothing of it is read, and it isn't taken for silent.
#[tokio::test]
async fn a_slow_reader_stays_connected() {
    let timeouts = Timeouts { heartbeat: Duration::from_secs(1), ..Timeouts::default() };
    let (app, token, server) = serve_with(timeouts).await;
    let message = "m".repeat(65_000);
    let rows = (1..=20).map(
        |id| json!({ "id": id, "user_id": 1, "type": "info", "title": "t", "message": message }),
    );
    app.load(fixture("notifications", rows)).await;
    let mut socket = server.connected(&token).await;
    let aliases: String = (0..10).map(|it| format!("a{it}: message ")).collect();
    let long = format!("{{ notifications(first: 20) {{ nodes {{ {aliases} }} }} }}");
    socket.subscribe("a", &long).await;
    // Longer than three heartbeats.
    sleep(Duration::from_secs(4)).await;
    loop {
        match socket.0.next().await {
            Some(Ok(Message::Text(text))) if text.len() > 13_000_000 => break,
            Some(Ok(Message::Ping(_))) => {}
            other => panic!("{:?}", other.map(|it| it.map(|it| it.len()))),
        }
    }
    assert_eq!(socket.message().await, json!({ "type": "complete", "id": "a" }));
    assert_open(&mut socket, "it has read").await;
}

/// Queries, mutations and invalid documents, several concurrently.
#[tokio::test]
async fn operations_of_any_kind_run() {
    let (app, token, server) = serve().await;
    let deleted = json!({ "code": "en", "name": "English", "deleted_at": "2026-01-02T03:04:05Z" });
    app.load(json!({ "locales": [deleted] })).await;
    let mut socket = server.connected(&token).await;
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

/// Documents can be named by hash or id, and an unknown one gets the same error as over HTTP.
#[tokio::test]
async fn documents_can_be_named_by_hash() {
    let (_world, token, server) = serve().await;
    let mut socket = server.connected(&token).await;
    let document = "{ __typename }";
    let hash = data_encoding::HEXLOWER.encode(&Sha256::digest(document));
    let extensions = json!({ "persistedQuery": { "version": 1, "sha256Hash": hash } });
    let cases = [
        (json!({ "extensions": extensions }), false),
        (json!({ "query": "", "extensions": extensions }), false),
        (json!({ "documentId": hash }), false),
        (json!({ "query": document, "extensions": extensions }), true),
        (json!({ "extensions": extensions }), true),
        (json!({ "query": "", "extensions": extensions }), true),
        (json!({ "documentId": hash }), true),
    ];
    for (payload, known) in cases {
        socket.send(json!({ "type": "subscribe", "id": "1", "payload": payload })).await;
        let message = socket.message().await;
        if known {
            assert_eq!(message["payload"]["data"], json!({ "__typename": "Query" }), "{payload}");
            assert_eq!(socket.message().await["type"], "complete");
            continue;
        }
        assert_eq!(message["type"], "error");
        let code = &message["payload"][0]["extensions"]["code"];
        assert_eq!(code, "PERSISTED_QUERY_NOT_FOUND", "{payload}");
    }
}
