//! SIGTERM and SIGINT: what is under way is answered, and the exit code is 0.

use std::{
    net::TcpStream,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::support::{Connection, Folder, Server, get, wait_for};

/// A server, a token, and a notification to send.
fn furnish() -> (Folder, Server, String, String) {
    let folder = Folder::new();
    folder.seed(&json!({ "users": [{ "id": 1, "email": "a@example.com", "permissions": ["*"] }] }));
    let token = folder.token(&["a@example.com"]);
    let server = Server::start(&folder, &[]);
    let body = json!({ "user_id": 1, "type": "info", "title": "a", "message": "b" }).to_string();
    (folder, server, token, body)
}

/// Begins a request and waits until the server wants its body.
fn begin(server: &Server, token: &str, body: &str) -> Connection {
    let mut connection = Connection::open(server.address);
    connection.write(&format!(
        "POST /api/v1/notifications HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         authorization: Bearer {token}\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
        body.len()
    ));
    let go_on = connection.read_until("\r\n\r\n");
    assert!(go_on.starts_with("HTTP/1.1 100"), "{go_on}");
    connection
}

#[test]
fn a_server_stops_when_it_is_told() {
    for signal in ["TERM", "INT"] {
        let folder = Folder::new();
        let mut server = Server::start(&folder, &[]);
        assert_eq!(get(server.address, "/livez").status, 200);
        server.signal(signal);
        assert_eq!(server.ended().code(), Some(0), "{signal}: {}", server.log());
        assert!(TcpStream::connect(server.address).is_err(), "{signal}: it listens on");
    }
}

#[test]
fn a_request_under_way_is_answered() {
    for signal in ["TERM", "INT"] {
        let (folder, mut server, token, body) = furnish();
        let mut connection = begin(&server, &token, &body);
        server.signal(signal);
        wait_for("the server to take note", || server.log().contains("stopping").then_some(()));
        let (first, second) = body.split_at(10);
        connection.write(first).write(second);
        let answer = connection.answer();
        assert_eq!(answer.status, 201, "{signal}: {}", answer.text);
        assert_eq!(server.ended().code(), Some(0), "{signal}: {}", server.log());
        assert_eq!(folder.number("SELECT COUNT(*) FROM notifications"), 1, "{signal}");
    }
}

/// A connection that waits for its next request holds nothing up.
#[test]
fn idle_connections_hold_nothing_up() {
    let (_folder, mut server, _, _) = furnish();
    let mut connection = Connection::open(server.address);
    connection.write("GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n");
    assert_eq!(connection.answer().status, 200);
    let started = Instant::now();
    server.signal("TERM");
    assert_eq!(server.ended().code(), Some(0), "{}", server.log());
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
}

/// A request that never ends doesn't keep it for ever.
#[test]
fn a_request_that_never_ends_is_given_up() {
    let (folder, mut server, token, body) = furnish();
    let _connection = begin(&server, &token, &body);
    server.signal("TERM");
    assert_eq!(server.ended().code(), Some(0), "{}", server.log());
    assert_eq!(folder.number("SELECT COUNT(*) FROM notifications"), 0);
}
