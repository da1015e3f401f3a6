//! kill -9 under eight writers that repeat unanswered requests with the same idempotency key: each
//! notification is sent once, whenever the server dies.
//!
//! `KILLS=100 cargo test --test cli sent_again` kills that often; without it a few times.

use std::{
    net::SocketAddr,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use serde_json::json;

use crate::support::{Folder, Server, attempt, notification, wait_for, wait_until};

const WRITERS: usize = 8;

/// Sends the notification with this number and its key; returns the head of the response, `None`
/// without one.
fn write(address: SocketAddr, token: &str, writer: usize, number: usize) -> Option<String> {
    let name = format!("{writer}-{number}");
    let body = notification(&name);
    let (bearer, key) = (format!("Bearer {token}"), format!("\"{name}\""));
    let headers = [("authorization", bearer.as_str()), ("idempotency-key", &key)];
    let within = Duration::from_secs(10);
    let response = attempt(address, "POST /api/v1/notifications", &headers, &body, within)?;
    response.split_once("\r\n\r\n").map(|(head, _)| head.to_owned())
}

/// Repeats it until no other request with its key is in progress: PostgreSQL may still run one of a
/// dead server.
fn write_until_acknowledged(
    address: SocketAddr,
    token: &str,
    writer: usize,
    number: usize,
) -> Option<String> {
    wait_for("the key to be free", || {
        let head = write(address, token, writer, number);
        let is_under_way = head.as_ref().is_some_and(|head| head.starts_with("HTTP/1.1 409 "));
        (!is_under_way).then_some(head)
    })
}

/// The results of the writers.
#[derive(Clone, Copy, Default)]
struct Sent {
    /// Notifications whose sending was acknowledged.
    acknowledged: usize,
    /// Those whose response was a stored one.
    replayed: usize,
}

/// Lets the writers send, each its next notification after the last was acknowledged, until the
/// server dies or, if it is not killed, until each has sent one more.
fn write_on(server: &mut Server, token: &str, sent: &mut [Sent], kill_after: Option<usize>) {
    let acknowledged = AtomicUsize::new(0);
    let address = server.address;
    thread::scope(|scope| {
        let acknowledged = &acknowledged;
        for (writer, sent) in sent.iter_mut().enumerate() {
            scope.spawn(move || {
                while let Some(head) =
                    write_until_acknowledged(address, token, writer, sent.acknowledged)
                {
                    assert!(head.starts_with("HTTP/1.1 201 "), "{head}");
                    sent.acknowledged += 1;
                    sent.replayed += usize::from(head.contains("idempotent-replayed: true"));
                    acknowledged.fetch_add(1, Ordering::Relaxed);
                    if kill_after.is_none() {
                        break;
                    }
                }
            });
        }
        if let Some(enough) = kill_after {
            wait_until("enough writes", || acknowledged.load(Ordering::Relaxed) >= enough);
            server.kill();
        }
    });
}

#[test]
fn repeated_requests_run_once() {
    let kills: usize = std::env::var("KILLS").map_or(4, |kills| kills.parse().unwrap());
    for folder in Folder::of_each_engine() {
        send_again(&folder, kills);
    }
}

fn send_again(folder: &Folder, kills: usize) {
    let token = folder.setup(json!({}));
    let mut sent = [Sent::default(); WRITERS];
    for round in 0..kills {
        let mut server = Server::start(folder, &[]);
        write_on(&mut server, &token, &mut sent, Some(3 + 29 * (round % 5)));
        // In one statement, which sees one state: PostgreSQL may still be committing.
        let beside = |rows: &str| {
            folder.number(&format!(
                "SELECT (SELECT COUNT(*) FROM {rows}) - (SELECT COUNT(*) FROM notifications)"
            ))
        };
        assert_eq!(beside("record_events WHERE kind = 'Notification'"), 0, "{round}: events");
        assert_eq!(beside("idempotency_keys"), 0, "{round}: a change without its key, or reverse");
    }
    let mut server = Server::start(folder, &[]);
    write_on(&mut server, &token, &mut sent, None);
    server.stop();
    let acknowledged: usize = sent.iter().map(|sent| sent.acknowledged).sum();
    let replayed: usize = sent.iter().map(|sent| sent.replayed).sum();
    let engine = if folder.is_postgres() { "PostgreSQL" } else { "SQLite" };
    eprintln!(
        "{engine}, {kills} kills: {acknowledged} acknowledged, {replayed} of them done before"
    );
    let number = |sql: &str| usize::try_from(folder.number(sql)).unwrap();
    assert_eq!(number("SELECT COUNT(*) FROM notifications"), acknowledged);
    assert_eq!(number("SELECT COUNT(DISTINCT title) FROM notifications"), acknowledged);
}
