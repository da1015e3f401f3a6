//! What callers choose takes bounded memory: resident memory while they ask for the most.

use serde_json::json;

use crate::support::{Connection, Folder, Server, notification, post};

/// Most resident bytes of an unoptimised program, and how much they may grow by names.
const MOST: f64 = 320e6;
const GROWTH: f64 = 40e6;

/// Subscribers that resume over large values and don't read, and bundles of invented names.
#[test]
fn memory_has_a_limit() {
    for folder in Folder::of_each_engine() {
        let token = folder.setup(json!({}));
        let server = Server::metered(&folder, &[]);
        let mut body = notification("a");
        body["metadata"] = json!({ "a": vec![0; 32_000] });
        for _ in 0..200 {
            post(server.address, "/api/v1/notifications", &token, &body).expect(201);
        }
        let query = "subscription { recordChanged(after: \"0\") { event { after } } }";
        let body = json!({ "query": query });
        let subscribed = [(); 24].map(|()| {
            let mut events = Connection::of_events(server.address, &token, &body);
            events.read_until("metadata");
            events
        });
        let rss = || server.metric("process_resident_memory_bytes");
        assert!(rss() < MOST, "{} bytes with subscribers", rss());
        let bundle = "query($n: String!) { translationBundle(locale: $n, group: $n) { version } }";
        let before = rss();
        for number in 0..60 {
            let name = format!("{number}{}", "n".repeat(900_000));
            let body = json!({ "query": bundle, "variables": { "n": name } });
            post(server.address, "/graphql", &token, &body).expect(200);
        }
        assert!(rss() < before + GROWTH, "{} bytes with bundles", rss());
        drop(subscribed);
        server.stop();
    }
}
