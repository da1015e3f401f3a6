//! `METRICS_LISTEN`: metrics of a running server, on a listener of their own.

use serde_json::json;

use crate::support::{Connection, Server, get, setup, wait_until};

#[test]
fn metrics_are_served_on_the_configured_address() {
    let (folder, token) = setup(json!({}));
    let server = Server::metered(&folder, &[]);
    let metrics = server.metrics();
    assert_ne!(metrics, server.address);
    get(server.address, "/metrics").expect(404);
    get(metrics, "/livez").expect(404);
    assert!(server.metric("process_resident_memory_bytes") > 1e6);
    assert!(server.metric("process_start_time_seconds") > 1.7e9);
    assert!(server.metric("process_open_fds") > 3.0);
    assert_eq!(server.metric("reinstate_connections_limit"), 4096.0);
    assert_eq!(server.metric("reinstate_panics_total"), 0.0);

    let query = "subscription { recordChanged { position } }";
    let events = Connection::subscribed(server.address, &token, query);
    let is = |name: &str, expected: f64| wait_until(name, || server.metric(name) == expected);
    is("reinstate_subscriptions_open", 1.0);
    is("reinstate_connections_open", 1.0);
    drop(events);
    is("reinstate_subscriptions_open", 0.0);
    is("reinstate_connections_open", 0.0);
    is("reinstate_requests_in_flight", 0.0);
    server.stop();
}
