//! WebSocket connections that violate the protocol, or use it excessively.

use std::time::Duration;

use serde_json::json;

use super::Target;
use crate::support::{
    Socket,
    socket::{CLOSE, LAST, PING, TEXT, frame, introduction, text},
};

const CONTINUED: u8 = 0;
const BINARY: u8 = 2;

/// Deeply nested JSON as the payload of a message.
fn deep(brackets: usize) -> String {
    let (open, close) = ("[".repeat(brackets), "]".repeat(brackets));
    format!("{{\"type\":\"ping\",\"payload\":{{\"a\":{open}{close}}}}}")
}

#[test]
fn sockets_are_closed_with_a_reason() {
    let target = Target::new(&[]);
    let text = |text: &str| frame(LAST | TEXT, text.as_bytes());
    let large = "a".repeat(1024 * 1024 + 1);
    let half = &[b'a'; 600 * 1024];
    let unmasked = [&[LAST | TEXT, 2][..], b"{}"].concat();
    let huge = |length: u64| [&[LAST | TEXT, 0xff][..], &length.to_be_bytes(), &[0; 4]].concat();
    let cases = [
        ("too large", text(&large), 1009),
        ("too large in pieces", [frame(TEXT, half), frame(LAST | CONTINUED, half)].concat(), 1009),
        ("u64::MAX declared", huge(u64::MAX), 1009),
        ("i64::MAX declared", huge(u64::MAX >> 1), 1009),
        ("unmasked", unmasked, 1002),
        ("no UTF-8", frame(LAST | TEXT, b"\xff\xfe"), 1007),
        ("half a character", frame(LAST | TEXT, b"\xe2\x82"), 1007),
        ("a reserved bit", frame(LAST | 0x40 | TEXT, b"{}"), 1002),
        ("a reserved kind", frame(LAST | 3, b"{}"), 1002),
        ("a reserved kind of control", frame(LAST | 11, b""), 1002),
        ("a ping in pieces", frame(PING, b"a"), 1002),
        ("a long ping", frame(LAST | PING, &[b'a'; 126]), 1002),
        ("a piece of nothing", frame(LAST | CONTINUED, b"{}"), 1002),
        ("a beginning in the midst", [frame(TEXT, b"{"), frame(TEXT, b"}")].concat(), 1002),
        ("binary", frame(LAST | BINARY, b"{}"), 4400),
        ("no JSON", text("hello"), 4400),
        ("NUL", text("\0"), 4400),
        ("no object", text("[]"), 4400),
        ("no type", text("{}"), 4400),
        ("another type", text("{\"type\":\"start\"}"), 4400),
        ("too deep", text(&deep(63)), 4400),
        ("much too deep", text(&deep(100_000)), 4400),
        ("brackets", text(&"[".repeat(1_000_000)), 4400),
        ("no id", text("{\"type\":\"subscribe\",\"payload\":{\"query\":\"{a}\"}}"), 4400),
        ("a number for an id", text("{\"type\":\"complete\",\"id\":1}"), 4400),
        ("a second introduction", text("{\"type\":\"connection_init\"}"), 4429),
    ];
    let others = [
        // Ends: of one byte, with no code, and no UTF-8.
        frame(LAST | CLOSE, b"a"),
        frame(LAST | CLOSE, &1005_u16.to_be_bytes()),
        frame(LAST | CLOSE, b"\x03\xe8\xff"),
        vec![0; 100],
        b"GET /livez HTTP/1.1\r\nhost: a\r\n\r\n".to_vec(),
    ];
    let sent = |bytes: &[u8]| {
        let mut socket = Socket::connected(target.server.address, &target.token);
        socket.0.try_write(bytes);
        socket
    };
    for (case, bytes, code) in &cases {
        assert_eq!(sent(bytes).closed(), *code, "{case}");
    }
    for bytes in &others {
        sent(bytes).0.rest();
    }
    // The deepest allowed nesting.
    let mut socket = sent(b"");
    socket.0.write_bytes(&text(&deep(62)));
    assert_eq!(socket.message()["type"], "pong");
    println!("{} sockets", cases.len() + others.len());
    target.assert_unharmed();
}

/// A message in ten thousand fragments, with pings in between, is one message; and a client that reads
/// the pongs may send many pings.
#[test]
fn fragments_are_assembled_and_pings_answered() {
    let target = Target::new(&[]);
    let mut socket = Socket::connected(target.server.address, &target.token);
    let message = json!({ "type": "ping", "payload": { "a": "b".repeat(10_000) } }).to_string();
    let mut bytes = frame(TEXT, b"");
    for (place, byte) in message.bytes().enumerate() {
        bytes.extend(frame(CONTINUED, &[byte]));
        if place % 1_000 == 0 {
            bytes.extend(frame(LAST | PING, b"a"));
        }
    }
    bytes.extend(frame(LAST | CONTINUED, b""));
    socket.0.write_bytes(&bytes);
    while socket.frame().opcode != TEXT {}
    for _ in 0..20 {
        socket.0.write_bytes(&frame(LAST | PING, b"a").repeat(500));
        socket.send(&json!({ "type": "ping" }));
        while socket.frame().opcode != TEXT {}
    }
    target.assert_unharmed();
}

/// A socket takes a few kilobytes until the client has introduced itself, and a mebibyte then; it
/// keeps no buffer as large as its longest message, in either direction.
#[test]
fn long_messages_leave_no_memory() {
    let target = Target::new(&[]);
    for (bytes, is_taken) in [(10_000, true), (20_000, false)] {
        let mut message = introduction(&target.token);
        message["payload"]["x"] = "x".repeat(bytes).into();
        let mut socket = Socket::open(target.server.address);
        socket.send(&message);
        assert_eq!(socket.0.is_over(), !is_taken, "{bytes}");
    }
    let message = json!({ "type": "ping", "payload": { "a": "b".repeat(1_000_000) } });
    let mut sockets = Vec::new();
    for _ in 0..48 {
        let mut socket = Socket::connected(target.server.address, &target.token);
        // The second one begins in the buffer of the first.
        for _ in 0..2 {
            socket.send(&message);
            assert_eq!(socket.message()["payload"], message["payload"]);
        }
        sockets.push(socket);
    }
    println!("{} KiB with {} sockets", target.growth() / 1024, sockets.len());
    assert!(target.growth() < super::GROWTH, "{}", target.growth());
    drop(sockets);
    target.assert_unharmed();
}

/// The server stops reading from a client that sends pings without end and reads no pongs.
#[test]
fn floods_of_pings_take_no_memory() {
    let target = Target::new(&[]);
    let pings = frame(LAST | PING, &[b'a'; 125]).repeat(1_000);
    let messages = text(&json!({ "type": "ping", "payload": { "a": "b".repeat(900) } }));
    for flood in [pings, messages.repeat(100)] {
        for introduced in [true, false] {
            let mut socket = Socket::open(target.server.address);
            if introduced {
                socket = socket.introduced(&target.token).unwrap();
            }
            socket.0.write_timeout(Duration::from_millis(300));
            // 100 MB and more, if the server read it.
            let sent = (0..1_000).take_while(|_| socket.0.try_write(&flood)).count();
            assert!(sent < 1_000, "all of it was taken");
            assert!(target.growth() < super::GROWTH, "{}", target.growth());
        }
    }
    target.assert_unharmed();
}
