//! Shutdown on SIGTERM and SIGINT: requests in progress are answered, and the exit code is 0.

use std::{
    fs,
    net::SocketAddr,
    time::{Duration, Instant},
};

use crate::support::{Connection, Server, Socket, get, head, notification, serve};

/// Starts to send a notification, and waits until the server wants the body.
fn begin(server: &Server, token: &str) -> (Connection, String) {
    let body = notification("a").to_string();
    let expect = "expect: 100-continue\r\n";
    let mut connection = Connection::open(server.address);
    connection.write(&head("POST /api/v1/notifications", token, expect, body.len()));
    let go_on = connection.read_until("\r\n\r\n");
    assert!(go_on.starts_with("HTTP/1.1 100"), "{go_on}");
    (connection, body)
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
fn a_request_in_progress_is_answered() {
    for signal in ["TERM", "INT"] {
        let (folder, mut server, token) = serve(&[]);
        let before = listener(server.address);
        assert!(before.is_some() || !cfg!(target_os = "linux"), "it is found");
        let (mut connection, body) = begin(&server, &token);
        server.signal(signal);
        server.wait_for_log("stopping");
        let (first, second) = body.split_at(10);
        connection.write(first).write(second).response().expect(201);
        server.ended_well();
        // Another process may have been given the port since then.
        let after = listener(server.address);
        assert!(after.is_none() || after != before, "{signal}: it listens on");
        assert_eq!(folder.count("notifications"), 1, "{signal}");
    }
}

/// A request that never ends doesn't prevent it.
#[test]
fn an_endless_request_is_aborted() {
    let (folder, mut server, token) = serve(&["--grace", "300ms"]);
    let _begun = begin(&server, &token);
    let started = Instant::now();
    server.signal("TERM");
    server.ended_well();
    // The configured grace period.
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
    assert_eq!(folder.count("notifications"), 0);
}

/// Existing and new connections are served until the end; readiness is gone.
#[test]
fn open_connections_are_served_until_the_end() {
    let (folder, mut server, token) = serve(&["--grace", "20s"]);
    let (mut half_sent, body) = begin(&server, &token);
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
    server.wait_for_log("stopping");
    get(server.address, "/readyz").expect(503);
    get(server.address, "/livez").expect(200);
    for connection in &mut half_heads {
        connection.write("st: localhost\r\n\r\n").response().expect(405);
        assert_eq!(connection.rest(), b"", "it is kept");
    }
    half_sent.write(second).response().expect(201);
    server.ended_well();
    assert_eq!(folder.count("notifications"), 1);
}

/// Subscriptions are ended as their protocols define it, and an idle connection delays nothing.
#[test]
fn websockets_and_streams_are_closed() {
    let (_folder, mut server, token) = serve(&["--grace", "20s"]);
    let mut idle = Connection::open(server.address);
    idle.write("GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n").response().expect(200);
    let mut socket = Socket::open(server.address);
    let query = "subscription { recordChanged { position } }";
    let mut stream = Connection::subscribed(server.address, &token, query);
    let started = Instant::now();
    server.signal("TERM");
    assert_eq!(stream.rest(), b"0\r\n\r\n");
    assert_eq!(socket.closed(), 1001);
    server.ended_well();
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}
