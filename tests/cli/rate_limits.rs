//! Rate limits: by credential and by address, through every API, and none by default.

use std::net::{SocketAddr, TcpStream};

use serde_json::{Value as Json, json};
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest, http::HeaderValue};

use crate::support::{self, Connection, Folder, Server, graphql, post, send};

const RESTORE: &str = "/api/v1/organizations/none/restore";
const VIEWER: &str = "{ viewer { permissions } }";

fn load_two_accounts() -> (Folder, String, String) {
    let other = json!({ "id": 2, "email": "b@example.com", "permissions": ["*"] });
    let (folder, one) = support::setup(json!({ "users": [other] }));
    let other = folder.token(&["b@example.com"]);
    (folder, one, other)
}

/// Sends a request with this forwarded address, and returns the head of the response.
fn head(address: SocketAddr, path: &str, forwarded: &str) -> String {
    let mut connection = Connection::open(address);
    connection.write(&format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer \
         x\r\n\
         content-length: 0\r\nx-forwarded-for: {forwarded}\r\n\r\n"
    ));
    connection.read_until("\r\n\r\n").to_ascii_lowercase()
}

fn status(head: &str) -> u16 {
    head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap()
}

#[test]
fn a_credential_is_limited_through_each_api() {
    let (folder, one, other) = load_two_accounts();
    let server = Server::start(&folder, &["--rate-limit", "2/h"]);
    let at = server.address;
    // Each credential has its own limit, across both APIs; so has an invalid credential.
    post(at, RESTORE, &one, &json!({})).expect(404);
    graphql(at, &one, VIEWER).expect(200);
    let refused = post(at, RESTORE, &one, &json!({})).expect(429);
    assert_eq!(refused.json(), json!({ "message": "Too Many Requests" }));
    let refused = graphql(at, &one, VIEWER).expect(429).json();
    let error = &refused["errors"][0];
    assert_eq!(error["message"], "Too Many Requests", "{refused}");
    assert_eq!(error["extensions"]["code"], "RATE_LIMITED", "{refused}");
    let wait = error["extensions"]["retryAfter"].as_u64().unwrap();
    assert!((1..=1800).contains(&wait), "{refused}");
    assert_eq!(refused.get("data"), None);
    // D30: so has every other credential of its account, which counts with it.
    let second = folder.token(&["a@example.com"]);
    post(at, RESTORE, &second, &json!({})).expect(429);
    graphql(at, &other, VIEWER).expect(200);
    for expected in [401, 401, 429] {
        post(at, RESTORE, "rsat_nothing", &json!({})).expect(expected);
    }
    // Requests without a credential are not limited by credential.
    for _ in 0..5 {
        send(at, "POST", RESTORE, &[], "").expect(401);
    }
    for path in ["/livez", "/readyz"] {
        let bearer = format!("Bearer {one}");
        send(at, "GET", path, &[("authorization", bearer.as_str())], "").expect(200);
    }
    server.stop();
}

#[test]
fn each_request_of_a_batch_counts() {
    let (folder, one, _) = load_two_accounts();
    let server = Server::start(&folder, &["--rate-limit", "3/h", "--max-batch", "10"]);
    let batch = json!(vec![json!({ "query": VIEWER }); 5]);
    let response = post(server.address, "/graphql", &one, &batch).expect(200).json();
    let codes: Vec<&Json> = response
        .as_array()
        .unwrap()
        .iter()
        .map(|outcome| &outcome["errors"][0]["extensions"]["code"])
        .collect();
    let limited = json!("RATE_LIMITED");
    assert_eq!(codes, [&Json::Null, &Json::Null, &Json::Null, &limited, &limited], "{response}");
    post(server.address, "/graphql", &one, &batch).expect(429);
    server.stop();
}

/// The messages that a connection gets: the result of each operation, or the close code.
fn run_operations(address: SocketAddr, token: &str, operations: usize) -> Vec<String> {
    let mut request = format!("ws://{address}/graphql/ws").into_client_request().unwrap();
    let protocol = HeaderValue::from_static("graphql-transport-ws");
    request.headers_mut().insert("sec-websocket-protocol", protocol);
    let stream = TcpStream::connect(address).unwrap();
    let (mut socket, _) = tokio_tungstenite::tungstenite::client(request, stream).unwrap();
    let authorization = json!({ "Authorization": format!("Bearer {token}") });
    let mut messages = vec![json!({ "type": "connection_init", "payload": authorization })];
    messages.extend((0..operations).map(
        |id| json!({ "type": "subscribe", "id": id.to_string(), "payload": { "query": VIEWER } }),
    ));
    for message in messages {
        socket.send(Message::text(message.to_string())).unwrap();
    }
    let mut messages = Vec::new();
    while messages.len() < operations.max(1) {
        match socket.read().unwrap() {
            Message::Text(text) => {
                let message: Json = serde_json::from_str(&text).unwrap();
                match message["type"].as_str() {
                    Some("next") => messages.push("next".to_owned()),
                    Some("error") => {
                        let code = &message["payload"][0]["extensions"]["code"];
                        messages.push(code.as_str().unwrap().to_owned());
                    }
                    _ => {}
                }
            }
            Message::Close(Some(frame)) => return vec![u16::from(frame.code).to_string()],
            _ => {}
        }
    }
    messages.sort();
    messages
}

#[test]
fn each_operation_on_a_socket_counts() {
    let (folder, one, other) = load_two_accounts();
    let server = Server::start(&folder, &["--rate-limit", "3/h"]);
    // `connection_init` counts as the first use.
    assert_eq!(
        run_operations(server.address, &one, 4),
        ["RATE_LIMITED", "RATE_LIMITED", "next", "next"]
    );
    assert_eq!(run_operations(server.address, &one, 1), ["1013"], "it is not even looked at");
    assert_eq!(run_operations(server.address, &other, 1), ["next"]);
    server.stop();
}

#[test]
fn an_address_is_limited_whatever_its_credential() {
    let (folder, one, _) = load_two_accounts();
    let server = Server::start(&folder, &["--rate-limit-address", "3/h"]);
    let at = server.address;
    for (token, expected) in
        [("rsat_a", 401), ("rsat_b", 401), (one.as_str(), 404), ("rsat_c", 429)]
    {
        post(at, RESTORE, token, &json!({})).expect(expected);
    }
    // Headers of untrusted proxies are ignored.
    let head = head(at, RESTORE, "203.0.113.9");
    assert_eq!(status(&head), 429, "{head}");
    let wait = head.lines().find_map(|line| line.strip_prefix("retry-after: ")).unwrap();
    assert!((1..=1200).contains(&wait.parse::<u64>().unwrap()), "{head}");
    send(at, "GET", "/livez", &[], "").expect(200);
    server.stop();
}

#[test]
fn a_trusted_proxy_forwards_the_address() {
    let (folder, ..) = load_two_accounts();
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("RATE_LIMIT_ADDRESS", "1/h").env("TRUSTED_PROXIES", "127.0.0.0/8, 10.1.1.1");
    let server = Server::start_command(&folder, &mut command);
    let cases = [
        ("203.0.113.1", 401),
        ("203.0.113.1", 429),
        ("203.0.113.2", 401),
        // The client wrote the first address; the proxy added the second.
        ("198.51.100.1, 203.0.113.2", 429),
        ("203.0.113.3, 10.1.1.1", 401),
        ("203.0.113.3", 429),
        ("2001:db8:1:1::1", 401),
        ("2001:db8:1:1:ffff::2", 429),
        ("2001:db8:1:2::1", 401),
    ];
    for (forwarded, expected) in cases {
        let head = head(server.address, RESTORE, forwarded);
        assert_eq!(status(&head), expected, "{forwarded}: {head}");
    }
    server.stop();
}

#[test]
fn there_is_no_limit_by_default() {
    let (folder, one, _) = load_two_accounts();
    let server = Server::start(&folder, &[]);
    for _ in 0..50 {
        let head = head(server.address, RESTORE, "203.0.113.1");
        assert_eq!(status(&head), 401);
        assert!(!head.contains("retry-after"), "{head}");
        graphql(server.address, &one, VIEWER).expect(200);
    }
    server.stop();
}

#[test]
fn invalid_rates_are_refused_by_name() {
    let folder = Folder::new();
    for (setting, value) in [
        ("RATE_LIMIT", "many"),
        ("RATE_LIMIT", "0/s"),
        ("RATE_LIMIT_ADDRESS", "10/d"),
        ("RATE_LIMIT_BURST", "0"),
        ("TRUSTED_PROXIES", "10.0.0.0/33"),
    ] {
        let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
        let run = folder.run_command(command.env(setting, value));
        assert_eq!(run.code, Some(2), "{setting}: {}", run.stderr);
        assert!(run.stderr.contains(setting), "{setting}: {}", run.stderr);
    }
}
