//! A thousand idle or slow clients, while others are served.

use std::time::{Duration, Instant};

use super::Target;
use crate::support::{Connection, Socket, get, head, within};

/// Longest response time for other clients, on a busy machine.
const SOON: Duration = within(Duration::from_secs(1));

#[test]
fn idle_and_slow_clients_delay_nobody() {
    let target = Target::new(&[]);
    let token = &target.token;
    let beginnings = [
        String::new(),
        "G".to_owned(),
        "GET /livez HTTP/1.1\r\nhost: a\r\nx: ".to_owned(),
        head("POST /graphql", token, "", 1_000_000) + "{\"query\":",
        "GET /livez HTTP/1.1\r\nhost: a\r\n\r\n".to_owned(),
    ];
    let mut crowd: Vec<Connection> = Vec::new();
    let mut slowest = Duration::ZERO;
    for place in 0..1_000 {
        let mut connection = target.open();
        connection.write(&beginnings[place % beginnings.len()]);
        crowd.push(connection);
        if place % 50 == 0 {
            let started = Instant::now();
            target.assert_serves();
            slowest = slowest.max(started.elapsed());
        }
    }
    let sockets: Vec<Socket> =
        (0..100).map(|_| Socket::connected(target.server.address, token)).collect();
    // The slow ones go on, a byte at a time.
    for _ in 0..10 {
        for connection in crowd.iter_mut().skip(2).step_by(5) {
            connection.try_write(b"a");
        }
        let started = Instant::now();
        target.assert_serves();
        get(target.server.address, "/readyz").expect(200);
        slowest = slowest.max(started.elapsed());
    }
    let growth = target.growth();
    println!("1,100 connections: {} KiB, others served within {slowest:?}", growth / 1024);
    assert!(growth < super::GROWTH, "{growth}");
    assert!(slowest < SOON, "{slowest:?}");
    drop((crowd, sockets));
    target.assert_unharmed();
}
