//! Clients that take nothing of a long response, or take it slowly, on every transport (D23).

use std::{
    fmt::Write as _,
    net::SocketAddr,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value as Json, json};

use crate::{
    metrics::{address, value},
    support::{Connection, Folder, Server, Socket, graphql, send, setup, wait_for},
};

const HELD: &str = "reinstate_held_bytes{of=\"responses\"}";
/// More than the operating system buffers of a connection.
const BYTES: usize = 13_000_000;
/// Bytes that a slow client reads at once, and its pause.
const SLOWLY: (usize, Duration) = (100_000, Duration::from_millis(50));

/// How a response is asked for.
#[derive(Clone, Copy, Debug)]
enum Transport {
    Http1,
    Events,
    Socket,
}

const TRANSPORTS: [Transport; 3] = [Transport::Http1, Transport::Events, Transport::Socket];

/// A long response of which the client has read nothing.
enum Asked {
    Http1(Connection),
    Socket(Socket),
}

/// The document of a long response: 20 messages of 65,000 bytes, ten times.
fn long() -> String {
    let mut aliases = String::new();
    for place in 0..10 {
        let _ = write!(aliases, "a{place}: message ");
    }
    format!("{{ notifications(first: 20) {{ nodes {{ {aliases} }} }} }}")
}

/// A server with long messages of two accounts, and their tokens.
fn target(arguments: &[&str]) -> (Folder, Server, [String; 2]) {
    let message = "m".repeat(65_000);
    let notifications: Vec<Json> = (0..40)
        .map(
            |it| json!({ "user_id": it % 2 + 1, "type": "info", "title": "t", "message": message }),
        )
        .collect();
    let permissions = ["notifications.view.own"];
    let (folder, _) = setup(json!({
        "users": [{ "id": 2, "email": "b@example.com", "permissions": permissions }],
        "notifications": notifications,
    }));
    let own = |email: &str| folder.token(&[email, "--permission", permissions[0]]);
    let tokens = ["a@example.com", "b@example.com"].map(own);
    let server =
        Server::start(&folder, &[&["--metrics-listen", "127.0.0.1:0"], arguments].concat());
    (folder, server, tokens)
}

impl Transport {
    /// Asks for a long response.
    fn ask(self, address: SocketAddr, token: &str) -> Asked {
        let body = json!({ "query": long() }).to_string();
        match self {
            Self::Http1 => Asked::Http1(request(address, token, &body)),
            Self::Events => Asked::Http1(Connection::of_events(address, token, &body)),
            Self::Socket => {
                let mut socket = Socket::connected(address, token);
                let payload = json!({ "query": long() });
                socket.send(&json!({ "type": "subscribe", "id": "1", "payload": payload }));
                Asked::Socket(socket)
            }
        }
    }

    /// The error of a further response of this kind, with the status where there is one.
    fn refused(self, address: SocketAddr, token: &str) -> (Option<u16>, Json) {
        match self {
            Self::Socket => {
                let mut socket = Socket::connected(address, token);
                let payload = json!({ "query": long() });
                socket.send(&json!({ "type": "subscribe", "id": "1", "payload": payload }));
                let message = socket.message();
                assert_eq!(message["type"], "error", "{message}");
                // The connection goes on.
                let payload = json!({ "query": "{ viewer { user { email } } }" });
                socket.send(&json!({ "type": "subscribe", "id": "1", "payload": payload }));
                assert_eq!(socket.message()["type"], "next");
                (None, message["payload"][0].clone())
            }
            Self::Events => {
                let body = json!({ "query": long() }).to_string();
                let mut events = Connection::of_events(address, token, &body);
                events.read_until("event: next\ndata: ");
                let data: Json = serde_json::from_str(&events.read_until("\n")).unwrap();
                events.read_until("event: complete");
                (None, data["errors"][0].clone())
            }
            Self::Http1 => {
                let response = graphql(address, token, &long());
                assert_eq!(response.header("retry-after"), Some("1"));
                (Some(response.status), response.json()["errors"][0].clone())
            }
        }
    }
}

/// A request whose response isn't read yet.
fn request(address: SocketAddr, token: &str, body: &str) -> Connection {
    let mut connection = Connection::open(address);
    connection.write(&format!(
        "POST /graphql HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    ));
    connection
}

impl Asked {
    /// How many bytes come within the message, read slowly.
    fn read_slowly(self) -> usize {
        let (at_once, pause) = SLOWLY;
        match self {
            Self::Http1(mut connection) => slow(&mut connection, at_once, pause),
            Self::Socket(mut socket) => slow(&mut socket.0, at_once, pause),
        }
    }
}

/// Reads until there are as many bytes as the response has, or the connection ends.
fn slow(connection: &mut Connection, at_once: usize, pause: Duration) -> usize {
    let mut read = 0;
    while read < BYTES {
        let Some(bytes) = connection.part(at_once) else { break };
        read += bytes;
        thread::sleep(pause);
    }
    read
}

/// What nobody takes is held until it is dropped, keeps others of its account from more, and no other
/// account.
#[test]
fn unread_responses_are_held() {
    let check = |transport: Transport| {
        // A quarter is less than one of them, and all is less than four.
        let limits = ["--max-held-bytes", "45000000", "--request-timeout", "8s"];
        let (_folder, server, [token, other]) = target(&limits);
        let metrics = address(&server);
        let held = || value(metrics, HELD);
        let unread = transport.ask(server.address, &token);
        wait_for("the response to be held", || (held() >= BYTES as f64).then_some(()));
        let (status, error) = transport.refused(server.address, &token);
        assert!(status.is_none_or(|status| status == 503), "{transport:?}: {status:?}");
        let extensions = &error["extensions"];
        assert_eq!(extensions["code"], "QUERY_TOO_EXPENSIVE", "{transport:?}: {error}");
        assert_eq!(extensions["budget"], "max-held-bytes", "{transport:?}");
        assert_eq!(extensions["allowed"], 45_000_000 / 4, "{transport:?}");
        assert!(extensions["needed"].as_u64() > Some(BYTES as u64), "{transport:?}: {error}");
        // REST says the same in its own form.
        let bearer = format!("Bearer {token}");
        let headers = [("authorization", bearer.as_str())];
        let path = "/api/v1/notifications?limit=100";
        let refused = send(server.address, "GET", path, &headers, "").expect(503);
        let message = refused.json()["message"].as_str().unwrap_or_default().to_owned();
        assert!(message.contains("max-held-bytes"), "{transport:?}: {}", refused.text);
        // Small responses, and those of others.
        graphql(server.address, &token, "{ viewer { user { email } } }").expect(200);
        graphql(server.address, &other, &long()).expect(200);
        wait_for("the response to be dropped", || (held() == 0.0).then_some(()));
        drop(unread);
        graphql(server.address, &token, &long()).expect(200);
        let log = server.stop();
        assert!(!log.contains("panicked"), "{transport:?}: {log}");
    };
    each_transport(check);
}

/// Who reads slowly but steadily gets everything, though it takes longer than any timeout.
#[test]
fn slow_readers_get_the_whole_response() {
    let check = |transport: Transport| {
        let timeouts =
            ["--idle-timeout", "300ms", "--header-timeout", "300ms", "--request-timeout", "6s"];
        let (_folder, server, [token, _]) = target(&timeouts);
        let metrics = address(&server);
        let started = Instant::now();
        let read = transport.ask(server.address, &token).read_slowly();
        assert!(read >= BYTES, "{transport:?}: {read} bytes in {:?}", started.elapsed());
        wait_for("nothing to be held", || (value(metrics, HELD) == 0.0).then_some(()));
    };
    each_transport(check);
}

fn each_transport(check: impl Fn(Transport) + Sync) {
    thread::scope(|scope| {
        let check = &check;
        for transport in TRANSPORTS {
            scope.spawn(move || check(transport));
        }
    });
}
