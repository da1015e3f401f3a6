//! `METRICS_LISTEN`: metrics of a running server, on a listener of their own.

use std::net::SocketAddr;

use serde_json::{Value as Json, json};

use crate::support::{Connection, Folder, Server, get, setup, wait_for};

/// The address where a server serves its metrics.
pub fn address(server: &Server) -> SocketAddr {
    wait_for("the metrics", || {
        let log = server.log();
        let mut lines = log.lines().filter_map(|line| serde_json::from_str::<Json>(line).ok());
        let line = lines.find(|line| line["message"] == "metrics are answered")?;
        line["address"].as_str()?.parse().ok()
    })
}

/// The value of a metric without labels.
#[track_caller]
pub fn value(address: SocketAddr, name: &str) -> f64 {
    let response = get(address, "/metrics").expect(200);
    let value = response.text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.unwrap_or_else(|| panic!("no {name} in {}", response.text)).parse().unwrap()
}

#[test]
fn metrics_are_served_on_the_configured_address() {
    let (folder, token) = setup(json!({}));
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("METRICS_LISTEN", "127.0.0.1:0");
    let server = Server::start_command(&folder, &mut command);
    let metrics = address(&server);
    assert_ne!(metrics, server.address);
    get(server.address, "/metrics").expect(404);
    get(metrics, "/livez").expect(404);
    assert!(value(metrics, "process_resident_memory_bytes") > 1e6);
    assert!(value(metrics, "process_start_time_seconds") > 1.7e9);
    assert!(value(metrics, "process_open_fds") > 3.0);
    assert_eq!(value(metrics, "reinstate_connections_limit"), 4096.0);
    assert_eq!(value(metrics, "reinstate_panics_total"), 0.0);

    let body = json!({ "query": "subscription { recordChanged { position } }" }).to_string();
    let mut events = Connection::of_events(server.address, &token, &body);
    events.read_until(":\n\n");
    let is = |name: &'static str, expected: f64| {
        wait_for(name, || (value(metrics, name) == expected).then_some(()));
    };
    is("reinstate_subscriptions_open", 1.0);
    is("reinstate_connections_open", 1.0);
    drop(events);
    is("reinstate_subscriptions_open", 0.0);
    is("reinstate_connections_open", 0.0);
    is("reinstate_requests_in_flight", 0.0);
    server.stop();
}

#[test]
fn invalid_addresses_are_named() {
    let folder = Folder::new();
    let run = folder.run(&["serve", "--listen", "127.0.0.1:0", "--metrics-listen", "nonsense"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stderr.contains("--metrics-listen nonsense"), "{}", run.stderr);
}
