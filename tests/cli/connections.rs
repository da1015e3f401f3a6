//! Slow clients: timeouts end their connections, and others are served meanwhile.

use std::{process::Command, time::Duration};

use serde_json::json;

use crate::support::{Connection, Folder, Server, Socket, get, serve, wait_for};

const LIVE: &str = "GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n";

/// The head of a request with a body of this length.
fn head(path: &str, token: &str, bytes: usize) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         authorization: Bearer {token}\r\ncontent-length: {bytes}\r\n\r\n"
    )
}

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

#[test]
fn a_stalled_body_times_out() {
    // It is distinct from the timeout for slow responses.
    for time in ["--body-timeout", "--request-timeout"] {
        let (_folder, server, token) = serve(&[time, "300ms"]);
        for (path, pointer) in
            [("/api/v1/notifications", "/message"), ("/graphql", "/errors/0/message")]
        {
            let mut connection = Connection::open(server.address);
            connection.write(&head(path, &token, 100)).write("{\"title\":");
            let response = connection.response().expect(408);
            let message = response.json().pointer(pointer).cloned();
            assert_eq!(message, Some(json!("Request Timeout")), "{time} {path}: {}", response.text);
            assert_eq!(connection.rest(), b"");
        }
    }
}

#[test]
fn a_slow_response_times_out() {
    let (folder, server, token) = serve(&["--request-timeout", "300ms"]);
    let send = json!({ "user_id": 1, "type": "info", "title": "a", "message": "b" });
    let mutation = "mutation { markAllNotificationsRead { __typename } }";
    let bodies = [
        ("/api/v1/notifications", send.to_string(), "/message"),
        ("/graphql", json!({ "query": mutation }).to_string(), "/errors/0/message"),
    ];
    folder.locked(|| {
        for (path, body, pointer) in bodies {
            let mut connection = Connection::open(server.address);
            connection.write(&head(path, &token, body.len())).write(&body);
            let response = connection.response().expect(503);
            let message = response.json().pointer(pointer).cloned();
            assert_eq!(message, Some(json!("Service Unavailable")), "{path}: {}", response.text);
        }
    });
}

#[test]
fn connections_over_the_limit_wait() {
    let (_folder, server, _) = serve(&["--max-connections", "2"]);
    let mut first = Connection::open(server.address);
    let mut second = Connection::open(server.address);
    for connection in [&mut first, &mut second] {
        connection.write(LIVE).response().expect(200);
    }
    let mut third = Connection::open(server.address);
    third.write(LIVE);
    assert!(!third.hears(Duration::from_millis(300)), "it is served beside the others");
    first.write(LIVE).response().expect(200);
    drop(first);
    third.response().expect(200);
}

/// A WebSocket connection counts as long as it is open.
#[test]
fn websockets_count_as_connections() {
    let (_folder, server, token) = serve(&["--max-connections", "2"]);
    let sockets = [(); 2].map(|()| Socket::connected(server.address, &token));
    let mut third = Connection::open(server.address);
    third.write(LIVE);
    assert!(!third.hears(Duration::from_millis(300)), "it is served beside the sockets");
    drop(sockets);
    third.response().expect(200);
}

/// With more connections than file descriptors, connections wait and are served once others close.
#[test]
fn accepting_continues_after_failures() {
    let folder = Folder::new();
    folder.run(&["migrate"]).expect(0);
    let mut server = Server::start(&folder, &[]);
    // The server keeps its connections within the limit that it finds at its start.
    let (limit, id) = ("--nofile=48:48", format!("--pid={}", server.id()));
    assert!(Command::new("prlimit").args([limit, &id]).status().unwrap().success());
    let mut crowd: Vec<Connection> = (0..48).map(|_| Connection::open(server.address)).collect();
    wait_for("accepting to fail", || server.log().contains("could not be accepted").then_some(()));
    // The last in the queue, which the system has accepted and the server has not.
    let mut last = Connection::open(server.address);
    last.write(LIVE);
    assert!(!last.hears(Duration::from_millis(300)), "there was a file for it");
    crowd[0].write(LIVE).response().expect(200);
    drop(crowd);
    last.response().expect(200);
    get(server.address, "/readyz").expect(200);
    server.signal("TERM");
    assert_eq!(server.ended().code(), Some(0), "{}", server.log());
}
