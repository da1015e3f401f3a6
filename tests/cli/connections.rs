//! Slow clients: timeouts end their connections, and others are served meanwhile.

use std::time::Duration;

use serde_json::json;

use crate::support::{Connection, Socket, get, head, notification, serve, shell};

const LIVE: &str = "GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n";

#[test]
fn incomplete_heads_time_out() {
    let (_folder, server, _) = serve(&["--header-timeout", "1s"]);
    // Nothing, the beginning of a method, and incomplete heads.
    let beginnings =
        ["", "P", "PRI / HTTP/1.1\r\nhost: local", "GET /livez HTTP/1.1\r\nhost: local"];
    let mut slow: Vec<Connection> = (0..200).map(|_| Connection::open(server.address)).collect();
    for (place, connection) in slow.iter_mut().enumerate() {
        connection.write(beginnings[place % beginnings.len()]);
    }
    // A client whose first request was fast.
    let mut later = Connection::open(server.address);
    later.write(LIVE).response().expect(200);
    later.write("GET /livez HTTP/1.1\r\n");
    get(server.address, "/livez").expect(200);
    for connection in slow.iter_mut().chain([&mut later]) {
        assert_eq!(connection.rest(), b"");
    }
    get(server.address, "/livez").expect(200);
}

#[test]
fn idle_connections_are_kept_for_a_while() {
    let (_folder, server, _) = serve(&["--idle-timeout", "1s", "--header-timeout", "100ms"]);
    let mut connection = Connection::open(server.address);
    connection.write(LIVE).response().expect(200);
    // The timeout for a head starts with its first byte.
    assert!(!connection.hears(Duration::from_millis(500)));
    connection.write(LIVE).response().expect(200);
    assert_eq!(connection.rest(), b"");
}

/// An error in the form of each API.
#[track_caller]
fn assert_error(connection: &mut Connection, path: &str, status: u16, message: &str) {
    let response = connection.response().expect(status).json();
    let pointer = if path == "/graphql" { "/errors/0/message" } else { "/message" };
    assert_eq!(response.pointer(pointer), Some(&json!(message)), "{path}: {response}");
}

#[test]
fn a_stalled_body_times_out() {
    // It is distinct from the timeout for slow responses.
    for time in ["--body-timeout", "--request-timeout"] {
        let (_folder, server, token) = serve(&[time, "300ms"]);
        for path in ["/api/v1/notifications", "/graphql"] {
            let mut connection = Connection::open(server.address);
            let head = head(&format!("POST {path}"), &token, "", 100);
            connection.write(&head).write("{\"title\":");
            assert_error(&mut connection, path, 408, "Request Timeout");
            assert_eq!(connection.rest(), b"");
        }
    }
}

#[test]
fn a_slow_response_times_out() {
    let (folder, server, token) = serve(&["--request-timeout", "300ms"]);
    let mutation = json!({ "query": "mutation { markAllNotificationsRead { __typename } }" });
    folder.locked("UPDATE users SET version = version", || {
        for (path, body) in [("/api/v1/notifications", notification("a")), ("/graphql", mutation)] {
            let (line, body) = (format!("POST {path}"), body.to_string());
            let mut connection = Connection::ask(server.address, &line, &token, "", &body);
            assert_error(&mut connection, path, 503, "Service Unavailable");
        }
    });
}

/// WebSocket connections count as long as they are open.
#[test]
fn connections_over_the_limit_wait() {
    let (_folder, server, token) = serve(&["--max-connections", "2"]);
    let mut first = Connection::open(server.address);
    first.write(LIVE).response().expect(200);
    let socket = Socket::connected(server.address, &token);
    let mut third = Connection::open(server.address);
    third.write(LIVE);
    assert!(!third.hears(Duration::from_millis(300)), "it is served beside the others");
    first.write(LIVE).response().expect(200);
    drop(first);
    third.response().expect(200);
    let mut fourth = Connection::open(server.address);
    fourth.write(LIVE);
    assert!(!fourth.hears(Duration::from_millis(300)), "it is served beside the socket");
    drop(socket);
    fourth.response().expect(200);
}

/// With more connections than file descriptors, connections wait and are served once others close.
#[test]
fn accepting_continues_after_failures() {
    let (_folder, server, _) = serve(&[]);
    // The server keeps its connections within the limit that it finds at its start.
    shell(&format!("prlimit --nofile=48:48 --pid {}", server.id()));
    let mut crowd: Vec<Connection> = (0..48).map(|_| Connection::open(server.address)).collect();
    server.wait_for_log("could not be accepted");
    // The last in the queue, which the system has accepted and the server has not.
    let mut last = Connection::open(server.address);
    last.write(LIVE);
    assert!(!last.hears(Duration::from_millis(300)), "there was a file for it");
    crowd[0].write(LIVE).response().expect(200);
    drop(crowd);
    last.response().expect(200);
    get(server.address, "/readyz").expect(200);
    server.stop();
}
