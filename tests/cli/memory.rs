//! What callers choose takes bounded memory: resident memory while they ask for the most.

use serde_json::json;

use crate::{
    metrics::{address, value},
    support::{Connection, Folder, Server, post},
};

/// Most resident bytes of an unoptimised program.
const MOST: f64 = 320e6;

/// Subscribers that resume over large values and don't read, and bundles of invented names.
#[test]
fn memory_has_a_limit() {
    for folder in Folder::of_each_engine() {
        let token = folder.setup(json!({}));
        let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
        command.env("METRICS_LISTEN", "127.0.0.1:0");
        let server = Server::start_command(&folder, &mut command);
        let metadata = json!({ "a": vec![0; 32_000] });
        let body = json!({ "user_id": 1, "type": "info", "title": "a", "message": "b", "metadata": metadata });
        for _ in 0..200 {
            post(server.address, "/api/v1/notifications", &token, &body).expect(201);
        }
        let query = "subscription { recordChanged(after: \"0\") { event { after } } }";
        let body = json!({ "query": query }).to_string();
        let subscribed: Vec<Connection> = (0..24)
            .map(|_| {
                let mut events = Connection::of_events(server.address, &token, &body);
                events.read_until("metadata");
                events
            })
            .collect();
        let metrics = address(&server);
        let rss = || value(metrics, "process_resident_memory_bytes");
        assert!(rss() < MOST, "{} bytes with subscribers", rss());
        for number in 0..400 {
            let name = format!("{number}{}", "n".repeat(500_000));
            let query =
                "query($n: String!) { translationBundle(locale: $n, group: $n) { version } }";
            let body = json!({ "query": query, "variables": { "n": name } });
            post(server.address, "/graphql", &token, &body).expect(200);
        }
        assert!(rss() < MOST, "{} bytes with bundles", rss());
        drop(subscribed);
        server.stop();
    }
}
