//! Clients that take nothing of a long response, or take it slowly, on every transport (D23).

use std::{
    net::SocketAddr,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value as Json, json};

use crate::support::{Connection, Folder, Server, Socket, ask_with, graphql, setup, wait_until};

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

/// The document of a long response: 20 messages of 65,000 bytes, ten times.
fn long() -> String {
    let aliases: String = (0..10).map(|place| format!("a{place}: message ")).collect();
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
    let server = Server::metered(&folder, arguments);
    (folder, server, tokens)
}

impl Transport {
    /// Asks for a long response, of which nothing is read yet.
    fn ask(self, address: SocketAddr, token: &str) -> Connection {
        let body = json!({ "query": long() });
        match self {
            Self::Http1 => Connection::ask(address, "POST /graphql", token, "", &body.to_string()),
            Self::Events => Connection::of_events(address, token, &body),
            Self::Socket => {
                let mut socket = Socket::connected(address, token);
                socket.subscribe("1", &body);
                socket.0
            }
        }
    }

    /// The error of a further response of this kind, with the status where there is one.
    fn refused(self, address: SocketAddr, token: &str) -> (Option<u16>, Json) {
        let mut asked = self.ask(address, token);
        match self {
            Self::Socket => {
                let mut socket = Socket(asked);
                let message = socket.message();
                assert_eq!(message["type"], "error", "{message}");
                // The connection goes on.
                socket.subscribe("1", &json!({ "query": "{ viewer { user { email } } }" }));
                assert_eq!(socket.message()["type"], "next");
                (None, message["payload"][0].clone())
            }
            Self::Events => {
                asked.read_until("event: next\ndata: ");
                let data: Json = serde_json::from_str(&asked.read_until("\n")).unwrap();
                asked.read_until("event: complete");
                (None, data["errors"][0].clone())
            }
            Self::Http1 => {
                let response = asked.response();
                assert_eq!(response.header("retry-after"), Some("1"));
                (Some(response.status), response.json()["errors"][0].clone())
            }
        }
    }
}

/// Reads slowly until there are as many bytes as the response has, or the connection ends.
fn read_slowly(connection: &mut Connection) -> usize {
    let (at_once, pause) = SLOWLY;
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
        let held = || server.metric(HELD);
        let unread = transport.ask(server.address, &token);
        wait_until("the response to be held", || held() >= BYTES as f64);
        let (status, error) = transport.refused(server.address, &token);
        assert!(status.is_none_or(|status| status == 503), "{transport:?}: {status:?}");
        let extensions = &error["extensions"];
        assert_eq!(extensions["code"], "QUERY_TOO_EXPENSIVE", "{transport:?}: {error}");
        assert_eq!(extensions["budget"], "max-held-bytes", "{transport:?}");
        assert_eq!(extensions["allowed"], 45_000_000 / 4, "{transport:?}");
        assert!(extensions["needed"].as_u64() > Some(BYTES as u64), "{transport:?}: {error}");
        // REST says the same in its own form.
        let line = "GET /api/v1/notifications?limit=100";
        let refused = ask_with(server.address, line, &token, &[], "").expect(503);
        let message = refused.json()["message"].as_str().unwrap_or_default().to_owned();
        assert!(message.contains("max-held-bytes"), "{transport:?}: {}", refused.text);
        // Small responses, and those of others.
        graphql(server.address, &token, "{ viewer { user { email } } }").expect(200);
        graphql(server.address, &other, &long()).expect(200);
        wait_until("the response to be dropped", || held() == 0.0);
        drop(unread);
        graphql(server.address, &token, &long()).expect(200);
        server.stop();
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
        let started = Instant::now();
        let read = read_slowly(&mut transport.ask(server.address, &token));
        assert!(read >= BYTES, "{transport:?}: {read} bytes in {:?}", started.elapsed());
        wait_until("nothing to be held", || server.metric(HELD) == 0.0);
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
