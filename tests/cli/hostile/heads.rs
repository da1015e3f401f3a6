//! Malformed and ambiguous request heads (request smuggling).

use super::{Target, assert_refused};

/// Sends bytes and expects one response, then the end of the connection; returns any deviation.
fn ask(target: &Target, case: &str, bytes: &[u8], status: u16) -> Option<String> {
    let mut connection = target.open();
    connection.try_write(bytes);
    let responses = connection.responses();
    let statuses: Vec<u16> = responses.iter().map(|response| response.status).collect();
    // A value that is too long may exceed the limit of the whole head first.
    if statuses != [status] && (status, statuses.as_slice()) != (414, &[431]) {
        return Some(format!("{case}: {statuses:?} and not {status}"));
    }
    if status != 200 {
        assert_refused(&responses[0], statuses[0], case);
    }
    None
}

/// A request for /livez with these headers.
fn live(headers: &str) -> String {
    format!("GET /livez HTTP/1.1\r\n{headers}\r\nconnection: close\r\n\r\n")
}

/// A request for this target, which may be no path.
fn target_of(target: &str) -> String {
    format!("GET {target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")
}

#[test]
fn malformed_heads_are_refused() {
    let target = Target::new(&[]);
    let token = &target.token;
    let sent = |headers: &str, body: &str| {
        format!(
            "POST /api/v1/notifications HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\nconnection: close\r\n{headers}\r\n\r\n{body}"
        )
    };
    let coded =
        |coding: &str| sent(&format!("transfer-encoding: {coding}"), "2\r\n{}\r\n0\r\n\r\n");
    let chunks = |chunks: &str| sent("transfer-encoding: chunked", chunks);
    let encoded = |headers: &str| sent(&format!("{headers}content-length: 2"), "{}");
    let host = |line: &str| format!("{line}\r\nhost: a\r\nconnection: close\r\n\r\n");
    let long = |count: usize| "a".repeat(count);
    let many = "x: a\r\n".repeat(1_000);
    let cases = [
        // Lines.
        ("garbage", "\0\0\0\0\r\n\r\n".to_owned(), 400),
        ("TLS", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\r\n\r\n".to_owned(), 400),
        ("bare LF", "GET /livez HTTP/1.1\nhost: a\nconnection: close\n\n".to_owned(), 200),
        ("bare CR", live("host: a\rx: b"), 400),
        ("obs-fold", live("host: a\r\nx: a\r\n b"), 400),
        ("obs-fold first", live(" host: a"), 400),
        ("no colon", live("host: a\r\nx"), 400),
        ("no name", live("host: a\r\n: x"), 400),
        ("space before the colon", live("host : a"), 400),
        ("NUL in a name", live("host: a\r\nx\0: b"), 400),
        ("NUL in a value", live("host: a\r\nx: \0"), 400),
        ("DEL in a value", live("host: a\r\nx: \u{7f}"), 400),
        // Versions.
        ("HTTP/0.9", "GET /livez\r\n\r\n".to_owned(), 400),
        ("HTTP/1.0", "GET /livez HTTP/1.0\r\n\r\n".to_owned(), 200),
        ("HTTP/1.2", host("GET /livez HTTP/1.2"), 400),
        ("HTTP/2.0", host("GET /livez HTTP/2.0"), 400),
        ("HTTP/11", host("GET /livez HTTP/11"), 400),
        ("no method", host(" /livez HTTP/1.1"), 400),
        ("odd method", host("G@T /livez HTTP/1.1"), 400),
        // Hosts.
        ("no Host", live("x: a"), 400),
        ("two Hosts", live("host: a\r\nhost: b"), 400),
        ("the same Host twice", live("host: a\r\nhost: a"), 400),
        ("two Hosts in HTTP/1.0", host("GET /livez HTTP/1.0\r\nhost: b"), 400),
        // Targets.
        ("absolute-form", target_of("http://elsewhere/livez"), 200),
        ("authority-form", target_of("elsewhere:80"), 404),
        ("asterisk-form", target_of("*"), 404),
        ("no slash", target_of("livez"), 404),
        ("NUL in the target", target_of("/li\0vez"), 400),
        ("space in the target", target_of("/li vez"), 400),
        ("NUL, escaped", target_of("/livez%00"), 404),
        ("no UTF-8, escaped", target_of("/%ff%fe"), 404),
        ("half an escape", target_of("/livez%"), 404),
        ("dots", target_of("/api/../livez"), 404),
        ("escaped dots", target_of("/api/%2e%2e/livez"), 404),
        ("long target", target_of(&format!("/{}", long(65_600))), 414),
        ("longer target", target_of(&format!("/{}", long(600_000))), 414),
        ("long query", target_of(&format!("/livez?{}", long(60_000))), 200),
        ("tunnel", host("CONNECT elsewhere:80 HTTP/1.1"), 404),
        // Sizes.
        ("many headers", live(&format!("host: a\r\n{many}x: a")), 431),
        ("a long value", live(&format!("host: a\r\nx: {}", long(100_000))), 200),
        ("a longer value", live(&format!("host: a\r\nx: {}", long(1_000_000))), 431),
        ("a long name", live(&format!("host: a\r\n{}: x", long(70_000))), 431),
        // Lengths.
        ("Content-Length twice", sent("content-length: 2\r\ncontent-length: 2", "{}"), 422),
        ("two lengths", sent("content-length: 2\r\ncontent-length: 3", "{}"), 400),
        ("a list of lengths", sent("content-length: 2, 2", "{}"), 400),
        ("a negative length", sent("content-length: -1", "{}"), 400),
        ("a length with a sign", sent("content-length: +2", "{}"), 400),
        ("a hexadecimal length", sent("content-length: 0x2", "{}"), 400),
        ("no length", sent("content-length:", "{}"), 400),
        ("i64::MAX", sent("content-length: 9223372036854775807", "{}"), 413),
        ("u64::MAX", sent("content-length: 18446744073709551615", "{}"), 431),
        ("past u64", sent("content-length: 18446744073709551616", "{}"), 400),
        ("50 MB", sent("content-length: 52428800", "{}"), 413),
        // Codings.
        ("chunked", coded("chunked"), 422),
        ("Chunked", coded("Chunked"), 422),
        ("chunked in HTTP/1.0", coded("chunked").replace("HTTP/1.1", "HTTP/1.0"), 400),
        ("gzip, chunked", coded("gzip, chunked"), 400),
        ("chunked, identity", coded("chunked, identity"), 400),
        ("chunked, chunked", coded("chunked, chunked"), 400),
        ("two codings", coded("chunked\r\ntransfer-encoding: identity"), 400),
        ("chunked twice", coded("chunked\r\ntransfer-encoding: chunked"), 422),
        ("xchunked", coded("xchunked"), 400),
        ("\\x0bchunked", coded("\u{b}chunked"), 400),
        ("Transfer-Encoding :", coded("chunked").replace("encoding:", "encoding :"), 400),
        ("gzip", encoded("content-encoding: gzip\r\n"), 415),
        ("identity", encoded("content-encoding: Identity\r\n"), 422),
        ("two encodings", encoded("content-encoding: identity\r\ncontent-encoding: br\r\n"), 415),
        // Chunks.
        ("no number of a chunk", chunks("zz\r\n{}\r\n0\r\n\r\n"), 400),
        ("no chunk", chunks("\r\n{}\r\n0\r\n\r\n"), 400),
        ("a negative chunk", chunks("-2\r\n{}\r\n0\r\n\r\n"), 400),
        ("a chunk past u64", chunks("1ffffffffffffffff\r\n{}\r\n0\r\n\r\n"), 400),
        ("a chunk too long", chunks("1\r\n{}\r\n0\r\n\r\n"), 400),
        ("a bare LF after a chunk's size", chunks("2\n{}\r\n0\r\n\r\n"), 400),
        ("an extension", chunks("2;a=b\r\n{}\r\n0\r\n\r\n"), 422),
        ("a long extension", chunks(&format!("2;{}\r\n{{}}\r\n0\r\n\r\n", long(100_000))), 400),
        ("long trailers", chunks(&format!("2\r\n{{}}\r\n0\r\n{}\r\n", many.repeat(3))), 400),
    ];
    let mut wrong = Vec::new();
    for (case, text, status) in &cases {
        // Strings are sent as Latin-1 bytes.
        let bytes: Vec<u8> = text.chars().map(|it| it as u8).collect();
        wrong.extend(ask(&target, case, &bytes, *status));
    }
    // Bytes that are not UTF-8, where HTTP allows them.
    let credential = "POST /api/v1/notifications HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\
                      authorization: Bearer ";
    for (case, before, status) in [
        ("in the target", "GET /\u{0}", 400),
        ("in a value", "GET /livez HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx: ", 200),
        ("in the credential", credential, 401),
    ] {
        let after = if status == 400 { " HTTP/1.1\r\nhost: a\r\n\r\n" } else { "\r\n\r\n" };
        let bytes = [before.as_bytes(), b"\xff\xfe", after.as_bytes()].concat();
        wrong.extend(ask(&target, case, &bytes, status));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    println!("{} heads", cases.len() + 3);
    target.assert_unharmed();
}
