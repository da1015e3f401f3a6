//! `--cors-origins`: which pages can use a running server, and what limits and errors tell them.

use std::net::SocketAddr;

use serde_json::json;

use crate::support::{
    self, Connection, Folder, Response, Server, ask_with, send, socket::handshake,
};

const PAGE: &str = "https://app.example.com";
const VIEWER: &str = r#"{"query":"{ viewer { permissions } }"}"#;

fn preflight(address: SocketAddr, origin: &str) -> Response {
    let headers = [("origin", origin), ("access-control-request-method", "POST")];
    send(address, "OPTIONS", "/graphql", &headers, "")
}

fn allowed(response: &Response) -> Option<&str> {
    response.header("access-control-allow-origin")
}

/// The status of a WebSocket's handshake.
fn socket(address: SocketAddr, origin: &str) -> String {
    let protocol = format!("graphql-transport-ws\r\norigin: {origin}");
    let handshake = handshake(&protocol).replace("host: localhost", &format!("host: {address}"));
    let answer = Connection::open(address).write(&handshake).read_until("\r\n\r\n");
    answer.split(' ').nth(1).unwrap_or_default().to_owned()
}

/// Each way to start the server, and the origins that it allows.
#[test]
fn the_setting_decides_on_origins() {
    let folder = Folder::new();
    let local = "http://localhost:5173";
    let list = "https://a.example,https://app.example.com";
    let cases: [(&[&str], &str, [bool; 3]); 7] = [
        (&[], "", [false, false, false]),
        (&["--cors-origins", PAGE], "", [true, false, false]),
        (&["--cors-origins", list], "", [true, false, false]),
        (&[], "http://localhost:5173, https://App.Example.com:443", [true, true, false]),
        (&["--cors-origins", "*"], "", [true, true, true]),
        // The demo is there to be tried, from a page on the same machine too.
        (&["--demo"], "", [false, true, false]),
        (&["--demo", "--cors-origins", PAGE], "", [true, false, false]),
    ];
    for (flags, variable, expected) in cases {
        // An empty variable counts as unset.
        let mut command = folder.serve(flags);
        let server = Server::start_command(&folder, command.env("CORS_ORIGINS", variable));
        let is_set = expected != [false; 3];
        for (origin, expected) in [PAGE, local, "https://evil.example"].into_iter().zip(expected) {
            let case = format!("{flags:?} {variable:?} {origin}");
            let response = preflight(server.address, origin);
            assert_eq!(response.status, if is_set { 200 } else { 204 }, "{case}");
            let shown = if flags.contains(&"*") { "*" } else { origin };
            assert_eq!(allowed(&response), expected.then_some(shown), "{case}");
            // Without a list browsers decide on nothing, so neither does the server.
            let status = if expected || !is_set { "101" } else { "403" };
            assert_eq!(socket(server.address, origin), status, "{case}");
        }
        let own = format!("http://{}", server.address);
        assert_eq!(socket(server.address, &own), "101", "{flags:?}");
        server.stop();
    }
}

/// Preflights take nothing of a rate limit, and a page can read what the limits say.
#[test]
fn pages_can_read_their_limits() {
    let (folder, token) = support::setup(json!({}));
    let flags = ["--cors-origins", PAGE, "--rate-limit", "2/h", "--rate-limit-address", "600/h"];
    let server = Server::start(&folder, &flags);
    for _ in 0..5 {
        preflight(server.address, PAGE).expect(200);
    }
    let policies = r#""address";q=600;w=3600, "credential";q=2;w=3600"#;
    for (status, left) in [
        (200, r#""address";r=599;t=6, "credential";r=1;t=1800"#),
        (200, r#""address";r=598;t=12, "credential";r=0;t=3600"#),
        (429, r#""address";r=597;t=18, "credential";r=0;t=3600"#),
    ] {
        let headers = [("origin", PAGE)];
        let response = ask_with(server.address, "POST /graphql", &token, &headers, VIEWER);
        let response = response.expect(status);
        assert_eq!(allowed(&response), Some(PAGE), "{status}");
        assert_eq!(response.header("ratelimit-policy"), Some(policies), "{status}");
        assert_eq!(response.header("ratelimit"), Some(left), "{status}");
        assert_eq!(response.header("retry-after").is_some(), status == 429);
        let shown = response.header("access-control-expose-headers").unwrap();
        assert!(shown.contains("ratelimit") && shown.contains("retry-after"), "{shown}");
    }
    server.stop();
}
