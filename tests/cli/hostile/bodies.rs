//! Bodies that are too large, malformed or no JSON, through both APIs.

use std::net::Shutdown;

use super::{Target, assert_refused};
use crate::support::Connection;

const FACES: [&str; 2] = ["/api/v1/notifications", "/graphql"];

impl Target {
    /// Begins a request with a body.
    fn begin(&self, path: &str, headers: &str) -> Connection {
        let mut connection = self.open();
        connection.write(&format!(
            "POST {path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {}\r\n\
             content-type: application/json\r\nconnection: close\r\n{headers}\r\n\r\n",
            self.token
        ));
        connection
    }
}

/// A body, and the statuses of REST and of GraphQL.
type Case = (&'static str, Vec<u8>, [u16; 2]);

fn bodies() -> Vec<Case> {
    let text = |text: &str| text.as_bytes().to_vec();
    let repeated = |open: &str, count: usize| open.repeat(count).into_bytes();
    let keys = |count: usize| -> String { (0..count).map(|n| format!("\"k{n}\":{n},")).collect() };
    let numbers = |number: &str| text(&format!("{{\"user_id\":{number},\"query\":{number}}}"));
    let deep = |levels: usize| {
        text(&format!("{{\"metadata\":{}{}}}", "[".repeat(levels), "]".repeat(levels)))
    };
    let query = |query: &str| text(&serde_json::json!({ "query": query }).to_string());
    let aliases: String = (0..10_000).map(|n| format!("a{n}:__typename ")).collect();
    let declared: String = (0..5_000).map(|n| format!("$v{n}:Int ")).collect();
    let fragments: String = (0..60)
        .map(|n| format!("fragment F{n} on Query {{ ...F{} ...F{} }} ", n + 1, n + 1))
        .collect();
    let last = "fragment F60 on Query { __typename }";
    let lists = "[".repeat(5_000) + &"]".repeat(5_000);
    let filter = |open: &str, count: usize| {
        let (before, after) = (open.repeat(count), "}".repeat(count));
        query(&format!("{{ reports(where: {before}{{}}{after}) {{ totalCount }} }}"))
    };
    vec![
        ("nothing", Vec::new(), [400, 400]),
        ("no JSON", text("title=a"), [400, 400]),
        ("cut off", text("{\"title\":\"a"), [400, 400]),
        ("something after it", text("{} {}"), [400, 400]),
        ("an array", text("[]"), [400, 400]),
        ("null", text("null"), [400, 400]),
        ("a number", text("1e999999"), [400, 400]),
        ("NUL", text("\0"), [400, 400]),
        ("NUL in a text", text("{\"title\":\"\0\"}"), [400, 400]),
        ("an escaped NUL", text("{\"title\":\"\\u0000\",\"query\":\"\\u0000\"}"), [422, 200]),
        ("a NUL in a key", text("{\"\\u0000\":1}"), [422, 400]),
        ("half a surrogate", text("{\"title\":\"\\ud800\"}"), [400, 400]),
        ("no UTF-8", b"{\"title\":\"\xff\xfe\"}".to_vec(), [400, 400]),
        ("an overlong NUL", b"{\"title\":\"\xc0\x80\"}".to_vec(), [400, 400]),
        ("a surrogate in UTF-8", b"{\"title\":\"\xed\xa0\x80\"}".to_vec(), [400, 400]),
        ("UTF-16", b"\xff\xfe{\0}\0".to_vec(), [400, 400]),
        ("a mark", b"\xef\xbb\xbf{}".to_vec(), [400, 400]),
        ("gzip", b"\x1f\x8b\x08\0\0\0\0\0\0\x03".to_vec(), [400, 400]),
        ("arrays", repeated("[", 100_000), [400, 400]),
        ("objects", repeated("{\"a\":", 100_000), [400, 400]),
        ("65 deep", deep(64), [400, 400]),
        ("64 deep", deep(63), [422, 400]),
        ("many keys", text(&format!("{{{}\"a\":1}}", keys(60_000))), [422, 400]),
        ("one key often", text(&format!("{{{}\"a\":1}}", "\"a\":1,".repeat(100_000))), [400, 400]),
        ("a long key", text(&format!("{{\"{}\":1}}", "a".repeat(1_000_000))), [422, 400]),
        ("past i64", numbers("9223372036854775808"), [422, 400]),
        ("past u64", numbers("18446744073709551616"), [400, 400]),
        ("below i64", numbers("-9223372036854775809"), [400, 400]),
        ("a long number", numbers(&"9".repeat(100_000)), [400, 400]),
        ("no infinity", numbers("1e400"), [400, 400]),
        ("a fraction", numbers("1.5"), [422, 400]),
        ("aliases", query(&format!("{{ {aliases} }}")), [422, 200]),
        ("variables", query(&format!("query({declared}) {{ __typename }}")), [422, 200]),
        ("fragments", query(&format!("{{ ...F0 }} {fragments} {last}")), [422, 200]),
        ("brackets", query(&"{a".repeat(30_000)), [422, 200]),
        ("lists", query(&format!("{{ nodes(ids: {lists}) {{ id }} }}")), [422, 200]),
        ("a filter", filter("{not:", 60), [422, 200]),
        ("a deep filter", filter("{not:", 30_000), [422, 200]),
    ]
}

#[test]
fn malformed_bodies_are_refused() {
    let mut target = Target::new(&[]);
    let bodies = bodies();
    send_all(&target, &bodies);
    // What the first of each takes, such as the stacks of deep recursion, is kept for the next.
    target.settle();
    send_all(&target, &bodies);
    println!("{} bodies", 2 * bodies.len());
    target.assert_unharmed();
}

fn send_all(target: &Target, bodies: &[Case]) {
    for (case, body, statuses) in bodies {
        for (path, status) in FACES.iter().zip(statuses) {
            let mut connection = target.begin(path, &format!("content-length: {}", body.len()));
            connection.try_write(body);
            let case = format!("{case} at {path}");
            let response = connection.response();
            if *status != 200 {
                assert_refused(&response, *status, &case);
                continue;
            }
            // A document that may not run: an error of a well-formed request.
            assert_eq!(response.status, 200, "{case}: {}", response.text);
            let code = response.json().pointer("/errors/0/extensions/code").cloned();
            let fine = code.is_none_or(|code| code == "BAD_REQUEST");
            assert!(fine, "{case}: {}", response.text);
        }
    }
}

/// 50 MB, with and without a declared length: refused long before the end; and bodies without one.
#[test]
fn large_and_interrupted_bodies_are_refused() {
    let target = Target::new(&[]);
    let piece = vec![b' '; 64 * 1024];
    let chunk = [b"10000\r\n", piece.as_slice(), b"\r\n"].concat();
    for path in FACES {
        for (headers, piece) in
            [("content-length: 52428800", &piece), ("transfer-encoding: chunked", &chunk)]
        {
            let mut connection = target.begin(path, headers);
            // A client that reads no response before it has sent everything.
            let sent = (0..800).take_while(|_| connection.try_write(piece)).count();
            assert!(sent < 800, "{path} {headers}: all of it was taken");
            assert!(target.growth() < super::GROWTH, "{path} {headers}");
            // A client that does.
            let mut connection = target.begin(path, headers);
            for _ in 0..20 {
                connection.try_write(piece);
            }
            assert_refused(&connection.response(), 413, headers);
        }
    }
    // When a client disconnects within a body, the server stops waiting for the rest.
    for path in FACES {
        for (headers, body) in [
            ("content-length: 1000", "{\"title\":"),
            ("transfer-encoding: chunked", "5\r\n{\"tit"),
            ("transfer-encoding: chunked", "5\r\n{\"tit\r\n"),
        ] {
            let mut connection = target.begin(path, headers);
            connection.write(body).shut(Shutdown::Write);
            for response in connection.responses() {
                assert_refused(&response, 400, headers);
            }
            target.begin(path, headers).write(body);
        }
    }
    target.assert_unharmed();
}
