//! kill -9 under eight writers that send again what was not answered, with the same key: each
//! notification is sent once, whenever the server dies.
//!
//! `KILLS=100 cargo test --test cli sent_again` kills that often; without it a few times.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use serde_json::json;

use crate::support::{Folder, Server, wait_for};

const WRITERS: usize = 8;

/// Sends the notification of that number with its key; the head of the answer, `None` without one.
fn write(address: SocketAddr, token: &str, writer: usize, number: usize) -> Option<String> {
    let name = format!("{writer}-{number}");
    let body =
        json!({ "user_id": 1, "type": "info", "title": name, "message": "There" }).to_string();
    let request = format!(
        "POST /api/v1/notifications HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         authorization: Bearer {token}\r\ncontent-type: application/json\r\n\
         idempotency-key: \"{name}\"\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let answer = || -> std::io::Result<Vec<u8>> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        stream.write_all(request.as_bytes())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(answer)
    };
    let answer = String::from_utf8(answer().ok()?).unwrap();
    answer.split_once("\r\n\r\n").map(|(head, _)| head.to_owned())
}

/// What the writers have come to.
#[derive(Clone, Copy, Default)]
struct Sent {
    /// Notifications whose sending was acknowledged.
    acknowledged: usize,
    /// Those that had been sent before they were.
    replayed: usize,
}

/// Lets the writers send, each the next notification once the last one was acknowledged, until the
/// server dies or, when it is not to be killed, until each has sent one more.
fn write_on(server: &mut Server, token: &str, sent: &mut [Sent], kill_after: Option<usize>) {
    let acknowledged = AtomicUsize::new(0);
    let address = server.address;
    thread::scope(|scope| {
        let acknowledged = &acknowledged;
        for (writer, sent) in sent.iter_mut().enumerate() {
            scope.spawn(move || {
                while let Some(head) = write(address, token, writer, sent.acknowledged) {
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
            wait_for("enough writes", || {
                (acknowledged.load(Ordering::Relaxed) >= enough).then_some(())
            });
            server.signal("KILL");
        }
    });
}

#[test]
fn what_is_sent_again_is_sent_once() {
    let kills: usize = std::env::var("KILLS").map_or(4, |kills| kills.parse().unwrap());
    let folder = Folder::new();
    folder.seed(&json!({ "users": [{ "id": 1, "email": "a@example.com", "permissions": ["*"] }] }));
    let token = folder.token(&["a@example.com"]);
    let mut sent = [Sent::default(); WRITERS];
    for round in 0..kills {
        let mut server = Server::start(&folder, &[]);
        write_on(&mut server, &token, &mut sent, Some(3 + 29 * (round % 5)));
        assert_eq!(server.ended().code(), None, "it was killed");
        let number = |sql: &str| usize::try_from(folder.number(sql)).unwrap();
        let stored = number("SELECT COUNT(*) FROM notifications");
        let told = number("SELECT COUNT(*) FROM record_events WHERE kind = 'Notification'");
        let kept = number("SELECT COUNT(*) FROM idempotency_keys");
        assert_eq!(
            (told, kept),
            (stored, stored),
            "{round}: a change without its key, or the reverse"
        );
    }
    let mut server = Server::start(&folder, &[]);
    write_on(&mut server, &token, &mut sent, None);
    server.stop();
    let acknowledged: usize = sent.iter().map(|sent| sent.acknowledged).sum();
    let replayed: usize = sent.iter().map(|sent| sent.replayed).sum();
    eprintln!("{kills} kills: {acknowledged} acknowledged, {replayed} of them done before");
    let number = |sql: &str| usize::try_from(folder.number(sql)).unwrap();
    assert_eq!(number("SELECT COUNT(*) FROM notifications"), acknowledged);
    assert_eq!(number("SELECT COUNT(DISTINCT title) FROM notifications"), acknowledged);
}
