//! Rate limits: by credential and by address, through every API. Without them there are none: most
//! tests here send many requests.

use std::net::SocketAddr;

use serde_json::json;

use crate::support::{
    Folder, Response, Server, Socket, graphql, post, send, setup, socket::introduction,
};

const RESTORE: &str = "/api/v1/organizations/none/restore";
const VIEWER: &str = "{ viewer { permissions } }";

/// Sends a request with an invalid token and this forwarded address.
fn forwarded(address: SocketAddr, forwarded: &str) -> Response {
    let headers = [("authorization", "Bearer x"), ("x-forwarded-for", forwarded)];
    send(address, "POST", RESTORE, &headers, "")
}

/// Accounts with one limit each, which counts across both APIs.
#[test]
fn a_credential_is_limited_through_each_api() {
    let (folder, one) = setup(json!({ "users": [
        { "email": "b@example.com" }, { "email": "c@example.com" }, { "email": "d@example.com" },
    ] }));
    let [socket, batch, other] =
        ["b@example.com", "c@example.com", "d@example.com"].map(|email| folder.token(&[email]));
    let server = Server::start(&folder, &["--rate-limit", "3/h", "--max-batch", "10"]);
    let at = server.address;
    post(at, RESTORE, &one, &json!({})).expect(404);
    graphql(at, &one, VIEWER).expect(200);
    post(at, RESTORE, &one, &json!({})).expect(404);
    let refused = post(at, RESTORE, &one, &json!({})).expect(429);
    assert_eq!(refused.json(), json!({ "message": "Too Many Requests" }));
    let refused = graphql(at, &one, VIEWER).expect(429).json();
    let error = &refused["errors"][0];
    assert_eq!(error["message"], "Too Many Requests", "{refused}");
    assert_eq!(error["extensions"]["code"], "RATE_LIMITED", "{refused}");
    let wait = error["extensions"]["retryAfter"].as_u64().unwrap();
    assert!((1..=1200).contains(&wait), "{refused}");
    assert_eq!(refused.get("data"), None);
    // D30: every other credential of its account counts with it.
    post(at, RESTORE, &folder.token(&["a@example.com"]), &json!({})).expect(429);

    let requests = json!(vec![json!({ "query": VIEWER }); 5]);
    let response = post(at, "/graphql", &batch, &requests).expect(200).json();
    let codes = (0..5).map(|it| response[it]["errors"][0]["extensions"]["code"].as_str());
    let limited = Some("RATE_LIMITED");
    assert_eq!(codes.collect::<Vec<_>>(), [None, None, None, limited, limited], "{response}");
    post(at, "/graphql", &batch, &requests).expect(429);

    // `connection_init` counts as the first use.
    assert_eq!(run_operations(at, &socket, 4), ["RATE_LIMITED", "RATE_LIMITED", "next", "next"]);
    let mut refused = Socket::open(at);
    refused.send(&introduction(&socket));
    assert_eq!(refused.closed(), 1013, "it is not even looked at");

    graphql(at, &other, VIEWER).expect(200);
    for expected in [401, 401, 401, 429] {
        post(at, RESTORE, "rsat_nothing", &json!({})).expect(expected);
    }
    // Requests without a credential are not limited by credential.
    for _ in 0..5 {
        send(at, "POST", RESTORE, &[], "").expect(401);
    }
    for path in ["/livez", "/readyz"] {
        send(at, "GET", path, &[("authorization", &format!("Bearer {one}"))], "").expect(200);
    }
    server.stop();
}

/// What so many operations on one connection get, sorted.
fn run_operations(address: SocketAddr, token: &str, operations: usize) -> Vec<String> {
    let mut socket = Socket::connected(address, token);
    for id in 0..operations {
        socket.subscribe(&id.to_string(), &json!({ "query": VIEWER }));
    }
    let mut outcomes = Vec::new();
    while outcomes.len() < operations {
        let message = socket.message();
        let outcome = match message["type"].as_str() {
            Some("error") => &message["payload"][0]["extensions"]["code"],
            Some("next") => &message["type"],
            _ => continue,
        };
        outcomes.push(outcome.as_str().unwrap().to_owned());
    }
    outcomes.sort();
    outcomes
}

#[test]
fn an_address_is_limited_whatever_its_credential() {
    let (folder, one) = setup(json!({}));
    let server = Server::start(&folder, &["--rate-limit-address", "3/h"]);
    let at = server.address;
    for (token, expected) in [("rsat_a", 401), ("rsat_b", 401), (&*one, 404), ("rsat_c", 429)] {
        post(at, RESTORE, token, &json!({})).expect(expected);
    }
    // Headers of untrusted proxies are ignored.
    let refused = forwarded(at, "203.0.113.9").expect(429);
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=1200).contains(&wait), "{refused:?}");
    send(at, "GET", "/livez", &[], "").expect(200);
    server.stop();
}

#[test]
fn a_trusted_proxy_forwards_the_address() {
    let folder = Folder::new();
    let mut command = folder.serve(&[]);
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
    for (address, expected) in cases {
        assert_eq!(forwarded(server.address, address).status, expected, "{address}");
    }
    server.stop();
}
