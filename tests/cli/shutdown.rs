//! Shutdown on SIGTERM and SIGINT: requests in progress are answered, and the exit code is 0.

use std::{
    fs,
    net::SocketAddr,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::support::{Connection, Folder, Server, get, serve, wait_for};

/// A server, a token, and a notification to send.
fn serve_with_notification(arguments: &[&str]) -> (Folder, Server, String, String) {
    let (folder, server, token) = serve(arguments);
    let body = json!({ "user_id": 1, "type": "info", "title": "a", "message": "b" }).to_string();
    (folder, server, token, body)
}

/// Starts a request and waits until the server wants its body.
fn begin(server: &Server, token: &str, body: &str) -> Connection {
    let mut connection = Connection::open(server.address);
    connection.write(&format!(
        "POST /api/v1/notifications HTTP/1.1\r\nhost: localhost\r\ncontent-type: \
         application/json\r\n\
         authorization: Bearer {token}\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
        body.len()
    ));
    let go_on = connection.read_until("\r\n\r\n");
    assert!(go_on.starts_with("HTTP/1.1 100"), "{go_on}");
    connection
}

/// The inode of the listening socket; `None` where there is none, or the system doesn't show it.
fn listener(address: SocketAddr) -> Option<String> {
    let sockets = fs::read_to_string("/proc/net/tcp").ok()?;
    let port = format!(":{:04X}", address.port());
    sockets.lines().find_map(|line| {
        let columns: Vec<_> = line.split_whitespace().collect();
        let [_, local, _, "0A", _, _, _, _, _, number, ..] = columns[..] else { return None };
        local.ends_with(&port).then(|| number.to_owned())
    })
}

#[test]
fn a_server_stops_on_signals() {
    for signal in ["TERM", "INT"] {
        let folder = Folder::new();
        let mut server = Server::start(&folder, &[]);
        assert_eq!(get(server.address, "/livez").status, 200);
        let before = listener(server.address);
        assert!(before.is_some() || !cfg!(target_os = "linux"), "it is found");
        server.signal(signal);
        assert_eq!(server.ended().code(), Some(0), "{signal}: {}", server.log());
        // Another process may have been given the port since then.
        let after = listener(server.address);
        assert!(after.is_none() || after != before, "{signal}: it listens on");
    }
}

#[test]
fn a_request_in_progress_is_answered() {
    for signal in ["TERM", "INT"] {
        let (folder, mut server, token, body) = serve_with_notification(&[]);
        let mut connection = begin(&server, &token, &body);
        server.signal(signal);
        wait_for("the server to take note", || server.log().contains("stopping").then_some(()));
        let (first, second) = body.split_at(10);
        connection.write(first).write(second);
        let response = connection.response();
        assert_eq!(response.status, 201, "{signal}: {}", response.text);
        assert_eq!(server.ended().code(), Some(0), "{signal}: {}", server.log());
        assert_eq!(folder.number("SELECT COUNT(*) FROM notifications"), 1, "{signal}");
    }
}

/// An idle connection doesn't delay the shutdown.
#[test]
fn idle_connections_delay_nothing() {
    let (_folder, mut server, _, _) = serve_with_notification(&["--grace", "60s"]);
    let mut connection = Connection::open(server.address);
    connection.write("GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n");
    assert_eq!(connection.response().status, 200);
    let started = Instant::now();
    server.signal("TERM");
    assert_eq!(server.ended().code(), Some(0), "{}", server.log());
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

/// A request that never ends doesn't prevent it.
#[test]
fn an_endless_request_is_aborted() {
    let (folder, mut server, token, body) = serve_with_notification(&["--grace", "300ms"]);
    let _connection = begin(&server, &token, &body);
    let started = Instant::now();
    server.signal("TERM");
    assert_eq!(server.ended().code(), Some(0), "{}", server.log());
    // The configured grace period.
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
    assert_eq!(folder.number("SELECT COUNT(*) FROM notifications"), 0);
}

/// Existing and new connections are served until the end; readiness is gone.
#[test]
fn open_connections_are_served_until_the_end() {
    let (folder, mut server, token, body) = serve_with_notification(&["--grace", "20s"]);
    let mut half_sent = begin(&server, &token, &body);
    let (first, second) = body.split_at(10);
    half_sent.write(first);
    // The second request of one connection, and the first of the other.
    let mut half_heads = [Connection::open(server.address), Connection::open(server.address)];
    half_heads[0].write("GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n").response().expect(200);
    for connection in &mut half_heads {
        connection.write("POST /livez HTTP/1.1\r\nho");
    }
    get(server.address, "/readyz").expect(200);
    server.signal("TERM");
    wait_for("the server to take note", || server.log().contains("stopping").then_some(()));
    get(server.address, "/readyz").expect(503);
    get(server.address, "/livez").expect(200);
    for connection in &mut half_heads {
        connection.write("st: localhost\r\n\r\n").response().expect(405);
        assert_eq!(connection.rest(), b"", "it is kept");
    }
    half_sent.write(second).response().expect(201);
    assert_eq!(server.ended().code(), Some(0), "{}", server.log());
    assert_eq!(folder.number("SELECT COUNT(*) FROM notifications"), 1);
}

/// Subscriptions are ended as their protocols define it.
#[test]
fn websockets_and_streams_are_closed() {
    let (_folder, mut server, token, _) = serve_with_notification(&["--grace", "20s"]);
    let mut socket = Connection::open(server.address);
    socket.write(
        "GET /graphql/ws HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         sec-websocket-protocol: graphql-transport-ws\r\n\r\n",
    );
    let accepted = socket.read_until("\r\n\r\n");
    assert!(accepted.starts_with("HTTP/1.1 101"), "{accepted}");
    let body = json!({ "query": "subscription { recordChanged { position } }" }).to_string();
    let mut stream = Connection::of_events(server.address, &token, &body);
    stream.read_until(":\n\n\r\n");
    let started = Instant::now();
    server.signal("TERM");
    assert_eq!(stream.rest(), b"0\r\n\r\n");
    let closing = socket.rest();
    // A close frame, its length, and 1001.
    assert_eq!((closing[0], &closing[2..4]), (0x88, &1001_u16.to_be_bytes()[..]), "{closing:?}");
    assert_eq!(server.ended().code(), Some(0), "{}", server.log());
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}
