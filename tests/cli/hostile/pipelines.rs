//! Pipelined requests: answered in order, and requests within a body are not served.

use super::Target;
use crate::support::head;

const LIVE: &str = "GET /livez HTTP/1.1\r\nhost: a\r\n\r\n";
/// A path that no other test requests.
const HIDDEN: &str = "DELETE /hidden HTTP/1.1\r\nhost: a\r\n\r\n";

#[test]
fn pipelined_requests_are_answered_in_order() {
    let target = Target::new(&[]);
    let paths = ["/livez", "/nothing", "/readyz", "/api/v1/restore", "/graphql"];
    let requests: String = (0..100)
        .map(|place| {
            let path = paths[place % paths.len()];
            let close = if place == 99 { "connection: close\r\n" } else { "" };
            format!("GET {path} HTTP/1.1\r\nhost: a\r\nx-request-id: {place}\r\n{close}\r\n")
        })
        .collect();
    let responses = target.open().write(&requests).responses();
    assert_eq!(responses.len(), 100);
    for (place, response) in responses.iter().enumerate() {
        assert_eq!(response.status, [200, 404, 200, 405, 401][place % 5], "{place}");
        assert!(response.head.contains(&format!("x-request-id: {place}\r\n")), "{place}");
    }
    requests_within_a_body_are_not_served(&target);
    target.assert_unharmed();
}

/// However client and server may disagree on where a body ends.
fn requests_within_a_body_are_not_served(target: &Target) {
    let length = HIDDEN.len();
    let (chunk, end) =
        (format!("{length:x}\r\n{HIDDEN}\r\n0\r\n\r\n"), format!("0\r\n\r\n{HIDDEN}"));
    let (get, te) = ("GET /livez HTTP/1.1\r\nhost: a\r\n", "transfer-encoding: chunked");
    let post = "POST /api/v1/notifications HTTP/1.1\r\nhost: a\r\n";
    let cases = [
        ("a body nobody reads", format!("{post}content-length: {length}\r\n\r\n{HIDDEN}")),
        ("a body of GET", format!("{get}content-length: {length}\r\n\r\n{HIDDEN}")),
        ("a chunk", format!("{post}{te}\r\n\r\n{chunk}")),
        ("CL.TE", format!("{post}content-length: {}\r\n{te}\r\n\r\n{end}", length + 5)),
        ("TE.CL", format!("{post}{te}\r\ncontent-length: 4\r\n\r\n{chunk}")),
        ("TE.TE", format!("{post}{te}\r\ntransfer-encoding: x\r\n\r\n{end}")),
        ("CL.CL", format!("{post}content-length: 0\r\ncontent-length: {length}\r\n\r\n{HIDDEN}")),
        ("a space in TE", format!("{post}transfer-encoding : chunked\r\n\r\n{end}")),
        ("a fold in TE", format!("{post}transfer-encoding:\r\n chunked\r\n\r\n{end}")),
        (
            "a bare CR",
            format!("{post}x: a\rcontent-length: 0\r\ncontent-length: {length}\r\n\r\n{HIDDEN}"),
        ),
        ("after an end", format!("{post}connection: close\r\n\r\n{HIDDEN}")),
        ("after an error", format!("NO HTTP\r\n\r\n{HIDDEN}")),
        ("a trailer", format!("{post}{te}\r\n\r\n0\r\nx: a\r\n\r\n{HIDDEN}")),
    ];
    for (case, bytes) in &cases {
        let mut connection = target.open();
        connection.write(bytes);
        connection.try_write(b"GET /livez HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
        let responses = connection.responses();
        assert!((1..=2).contains(&responses.len()), "{case}: {responses:?}");
    }
    assert!(!target.server.log().contains("/hidden"), "{}", target.server.log());
    // It would be in the log.
    target.open().write(HIDDEN).response().expect(404);
    target.server.wait_for_log("/hidden");
    println!("{} shapes", cases.len());
}

#[test]
fn expect_continue_is_answered() {
    let target = Target::new(&[]);
    let head = |token: &str, length: usize| {
        head("POST /api/v1/notifications", token, "expect: 100-continue\r\n", length)
    };
    // A request that is refused anyway gets no `100 Continue`.
    for (token, length, status) in [("rsat_none", 2, 401), (&target.token, 52_428_800, 413)] {
        let mut connection = target.open();
        let response = connection.write(&head(token, length)).response();
        assert_eq!(response.status, status);
        assert!(connection.is_over(), "what would follow is not taken for a request");
    }
    let mut connection = target.open();
    let asked = connection.write(&head(&target.token, 2)).read_until("\r\n\r\n");
    assert_eq!(asked, "HTTP/1.1 100 Continue\r\n\r\n");
    connection.write("{}").response().expect(422);
    connection.write(LIVE).response().expect(200);
    target.assert_unharmed();
}

/// The server stops reading from a client that sends and never reads.
#[test]
fn requests_without_end_take_no_memory() {
    let target = Target::new(&[]);
    let mut connection = target.open();
    connection.write_timeout(std::time::Duration::from_millis(300));
    let requests = "GET /api/v1/openapi.json HTTP/1.1\r\nhost: a\r\n\r\n".repeat(1_000);
    let mut sent = 0;
    while connection.try_write(requests.as_bytes()) && sent < 200 {
        sent += 1;
        target.assert_serves();
    }
    assert!(target.growth() < super::GROWTH, "{}", target.growth());
    drop(connection);
    target.assert_unharmed();
}
