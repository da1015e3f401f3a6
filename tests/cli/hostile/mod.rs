//! Malicious clients: they get a response that is no 5xx, cost little memory, and others are
//! served.

mod bodies;
mod budgets;
mod callers;
mod crowd;
mod documents;
mod heads;
mod json;
mod pipelines;
mod sockets;
mod unread;

use serde_json::{Value as Json, json};

use crate::support::{
    Connection, Folder, Response, Server, Socket, ask, get, graphql, post, setup, wait_until,
};

/// Longest growth of the server's memory, in bytes.
const GROWTH: u64 = 32 * 1024 * 1024;

/// The attacked server.
struct Target {
    folder: Folder,
    server: Server,
    token: String,
    baseline: u64,
}

impl Target {
    /// A server that has served requests of every kind.
    fn new(arguments: &[&str]) -> Self {
        let (folder, token) = setup(json!({ "locales": [{ "code": "en", "name": "English" }] }));
        let server = Server::start(&folder, arguments);
        let mut target = Self { folder, server, token, baseline: 0 };
        for _ in 0..10 {
            target.assert_serves();
            Socket::connected(target.server.address, &target.token);
            let long = json!({ "title": "a".repeat(500_000) });
            let path = "/api/v1/notifications";
            let refused = post(target.server.address, path, &target.token, &long);
            assert_eq!(refused.status, 422, "{}{}", refused.text, target.server.log());
        }
        target.settle();
        target
    }

    /// Takes the memory that it has now as what it needs.
    fn settle(&mut self) {
        self.baseline = self.server.memory().unwrap_or_default();
    }

    fn open(&self) -> Connection {
        Connection::open(self.server.address)
    }

    /// Asserts that a valid request through each API gets its response.
    #[track_caller]
    fn assert_serves(&self) {
        let address = self.server.address;
        get(address, "/livez").expect(200);
        let read = graphql(address, &self.token, "{ locale(code: \"en\") { name } }");
        assert_eq!(read.status, 200, "{}{}", read.text, self.server.log());
        assert_eq!(read.json(), json!({ "data": { "locale": { "name": "English" } } }));
        let change = json!({ "native_name": "English" });
        ask(address, "PATCH /api/v1/admin/locales/en", &self.token, &change).expect(200);
    }

    /// How much its memory has grown.
    fn growth(&self) -> u64 {
        self.server.memory().unwrap_or_default().saturating_sub(self.baseline)
    }

    /// Asserts that it still serves and its memory has not grown.
    #[track_caller]
    fn assert_unharmed(self) {
        self.assert_serves();
        // What it was just doing may still be finishing.
        wait_until("the memory to be given back", || self.growth() < GROWTH);
        println!("memory grew by {} KiB", self.growth() / 1024);
        let log = self.server.stop();
        let wrong = ["panicked", "\"ERROR\"", "\"status\":5"];
        let line = log.lines().find(|line| wrong.iter().any(|wrong| line.contains(wrong)));
        assert_eq!(line, None);
    }
}

/// Asserts a refusal with this status and a message, in the API's shape.
#[track_caller]
fn assert_refused(response: &Response, status: u16, case: &str) {
    assert_eq!(response.status, status, "{case}: {}{}", response.head, response.text);
    let body: Json = response.json();
    let message = body.get("message").or_else(|| body.pointer("/errors/0/message"));
    let message = message.and_then(Json::as_str).unwrap_or_default();
    assert!(!message.is_empty(), "{case}: {}", response.text);
    let head = response.head.to_lowercase();
    assert!(head.contains("content-type: application/json"), "{case}: {head}");
}
