//! `OTEL_EXPORTER_OTLP_ENDPOINT`: a span per request, sent to a collector.

use std::{
    net::TcpListener,
    process::Command,
    time::{Duration, Instant},
};

use opentelemetry_proto::tonic::trace::v1::{Span, span::SpanKind, status::StatusCode};
use serde_json::json;

use crate::support::{
    self, Collector, Connection, Folder, Server, Socket, ask, ask_with, get, graphql, notify, send,
    text, wait_until,
};

const KEY: &str = "rsak_a-key-that-somebody-loaded";
/// Text that no span may have.
const MARKER: &str = "a_text_that_somebody_sent";
const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const PARENT: &str = "b7ad6b7169203331";
/// Longer than any test.
const NEVER: &str = "3600000";

fn load_key_and_locale() -> (Folder, String) {
    support::setup(json!({
        "api_keys": [{ "id": 5, "name": "Feed", "user_id": 1, "permissions": ["*"], "key": KEY }],
        "locales": [{ "code": "en", "name": "English" }],
    }))
}

fn serve(folder: &Folder, endpoint: &str, delay: &str) -> Command {
    let mut command = folder.serve(&[]);
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint).env("OTEL_BSP_SCHEDULE_DELAY", delay);
    command
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Asserts that a span has these attributes, and lacks those without a value.
#[track_caller]
fn assert_attributes(span: &Span, name: &str, expected: &str) {
    assert_eq!(span.name, name, "{span:?}");
    assert_eq!(span.kind, SpanKind::Server as i32, "{span:?}");
    assert!(span.start_time_unix_nano <= span.end_time_unix_nano, "{span:?}");
    for (name, value) in expected.split(", ").map(|it| it.split_once(": ").unwrap()) {
        let found = text(&span.attributes, name);
        assert_eq!(found.unwrap_or_default(), value, "{name} of {span:?}");
    }
}

fn status(span: &Span) -> i32 {
    span.status.as_ref().map_or(StatusCode::Unset as i32, |status| status.code)
}

/// One span each with the attributes of the request, sent at the latest at shutdown.
#[test]
fn each_request_is_a_span() {
    let (folder, token) = load_key_and_locale();
    let collector = Collector::start();
    let mut command = serve(&folder, &collector.endpoint(), NEVER);
    command
        .env("OTEL_EXPORTER_OTLP_HEADERS", "x-key=hunter%202, x-other=b")
        .env("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test")
        .env("RUST_LOG", "trace");
    let server = Server::start_command(&folder, &mut command);
    let at = server.address;
    let traceparent = format!("00-{TRACE}-{PARENT}-01");
    let headers = [("traceparent", traceparent.as_str()), ("x-request-id", "an-id-of-ours")];
    let line = format!("PATCH /api/v1/admin/locales/en?token={MARKER}");
    let body = json!({ "name": MARKER }).to_string();
    ask_with(at, &line, &token, &headers, &body).expect(200);
    notify(at, KEY, MARKER).expect(201);
    notify(at, &format!("rsat_{MARKER}"), MARKER).expect(401);
    get(at, "/nothing").expect(404);
    send(at, "BREW", "/livez", &[], "").expect(405);
    let change = format!(
        "mutation Rename {{ updateLocale(code: \"en\", changes: {{ name: \"{MARKER}\" }}) \
         {{ locale {{ name }} }} }}"
    );
    graphql(at, &token, &change).expect(200);
    graphql(at, &token, "{ viewer { user { email } } locale(code: \"none\") { name } }")
        .expect(200);
    assert_eq!(collector.spans().len(), 0, "they are sent together");
    let log = server.stop();

    let spans = collector.spans();
    assert_eq!(spans.len(), 7, "{spans:#?}");
    let expected = [
        (
            "updateLocale",
            "http.request.method: PATCH, user.id: 1, url.path: /api/v1/admin/locales/en, \
             http.route: /api/v1/admin/locales/{code}, http.response.status_code: 200, \
             reinstate.operation: updateLocale, reinstate.outcome: ok, \
             reinstate.credential: access_token 1, graphql.operation.type: , \
             reinstate.request_id: an-id-of-ours, error.type: ",
        ),
        ("sendNotification", "http.response.status_code: 201, reinstate.credential: api_key 5"),
        (
            "sendNotification",
            "http.response.status_code: 401, user.id: , reinstate.outcome: UNAUTHENTICATED, \
             error.type: ",
        ),
        ("other", "http.response.status_code: 404, http.route: , url.path: /nothing"),
        ("other", "http.request.method: _OTHER"),
        (
            "updateLocale",
            "url.path: /graphql, graphql.operation.type: mutation, \
             graphql.operation.name: Rename, reinstate.outcome: ok, user.id: 1",
        ),
        ("several", "reinstate.operation: viewer,locale"),
    ];
    for (span, (name, attributes)) in spans.iter().zip(expected) {
        assert_attributes(span, name, attributes);
    }
    let ids = |span: &Span| (hex(&span.trace_id), hex(&span.parent_span_id));
    assert_eq!(ids(&spans[0]), (TRACE.into(), PARENT.into()));
    assert!(ids(&spans[1]).0 != TRACE && ids(&spans[1]).1.is_empty(), "{:?}", spans[1]);
    assert!(spans.iter().all(|span| status(span) == StatusCode::Unset as i32), "{spans:#?}");

    assert_eq!(collector.of_service("service.name").as_deref(), Some("reinstate"));
    assert_eq!(collector.of_service("deployment.environment.name").as_deref(), Some("test"));
    assert_eq!(collector.of_service("service.version").as_deref(), Some(env!("CARGO_PKG_VERSION")));
    for head in collector.heads() {
        assert!(head.starts_with("POST /v1/traces HTTP/1.1\r\n"), "{head}");
        assert!(head.contains("x-key: hunter 2\r\n") && head.contains("x-other: b\r\n"), "{head}");
    }
    assert!(log.contains(&format!("\"trace_id\":\"{TRACE}\"")), "a line names its trace");
    assert!(!log.contains("hunter"), "a header of the collector is logged");
    let sent = collector.bytes();
    for secret in [&token, &token["rsat_".len()..], KEY, MARKER, "example.com", "email"] {
        let found = sent.windows(secret.len()).any(|bytes| bytes == secret.as_bytes());
        assert!(!found, "{secret} is in a span");
    }
}

/// An operation on a WebSocket or stream has its own trace, linked to the request that opened it.
#[test]
fn operations_on_live_connections_are_spans() {
    let (folder, token) = load_key_and_locale();
    let collector = Collector::start();
    let server = Server::start_command(&folder, &mut serve(&folder, &collector.endpoint(), "50"));
    let mut socket = Socket::connected(server.address, &token);
    let [opening] = &collector.wait_for_spans(1)[..] else { panic!("one request") };
    assert_attributes(opening, "socket", "http.response.status_code: 101");

    let query = json!({ "query": "{ locale(code: \"en\") { name } }" });
    socket.subscribe("1", &query);
    assert_eq!(socket.message()["type"], "next");
    assert_eq!(socket.message()["type"], "complete");
    let executed = collector.wait_for_spans(2).pop().unwrap();
    let known = "graphql.operation.type: query, reinstate.outcome: ok, user.id: 1, \
                 http.request.method: ";
    assert_attributes(&executed, "locale", known);
    assert_ne!(executed.trace_id, opening.trace_id);
    assert_eq!(executed.links.len(), 1, "{executed:?}");
    assert_eq!(executed.links[0].span_id, opening.span_id);
    let id = |span: &Span| text(&span.attributes, "reinstate.request_id").unwrap();
    assert_eq!(id(&executed), id(opening));

    let subscription = "subscription { recordChanged { position } }";
    socket.subscribe("2", &json!({ "query": subscription }));
    socket.send(&json!({ "type": "complete", "id": "2" }));
    let unsubscribed = collector.wait_for_spans(3).pop().unwrap();
    let known = "graphql.operation.type: subscription";
    assert_attributes(&unsubscribed, "recordChanged", known);
    assert_eq!(unsubscribed.links[0].span_id, opening.span_id);

    let events = Connection::subscribed(server.address, &token, subscription);
    let opening = collector.wait_for_spans(4).pop().unwrap();
    drop(events);
    let ended = collector.wait_for_spans(5).pop().unwrap();
    assert_attributes(&ended, "recordChanged", "http.request.method: ");
    assert_eq!(ended.links[0].span_id, opening.span_id);
    server.stop();
}

/// Server errors are errors in the span, whatever the status says.
#[test]
fn server_errors_are_errors() {
    let (folder, token) = load_key_and_locale();
    let collector = Collector::start();
    let server = Server::start_command(&folder, &mut serve(&folder, &collector.endpoint(), "50"));
    folder.execute("ALTER TABLE locales RENAME TO elsewhere");
    let line = "PATCH /api/v1/admin/locales/en";
    ask(server.address, line, &token, &json!({ "name": "x" })).expect(500);
    graphql(server.address, &token, "{ locale(code: \"en\") { name } }").expect(200);
    let spans = collector.wait_for_spans(2);
    for (span, name) in spans.iter().zip(["updateLocale", "locale"]) {
        assert_attributes(span, name, "error.type: INTERNAL");
        assert_eq!(status(span), StatusCode::Error as i32, "{span:?}");
    }
    server.stop();
}

/// The operator configures the sampler, and clients' sampling decisions count.
#[test]
fn the_sampler_is_configurable() {
    let (folder, _) = load_key_and_locale();
    let unsampled = format!("00-{TRACE}-{PARENT}-00");
    // The sampler, its argument, and how many of two requests are sent, one of them in a trace that
    // is not sampled.
    for (sampler, ratio, expected) in [
        ("", "", 1),
        ("always_on", "", 2),
        ("always_off", "", 0),
        ("traceidratio", "0", 0),
        ("parentbased_traceidratio", "1", 1),
    ] {
        let collector = Collector::start();
        let mut command = serve(&folder, &collector.endpoint(), NEVER);
        command.env("OTEL_TRACES_SAMPLER", sampler).env("OTEL_TRACES_SAMPLER_ARG", ratio);
        let service = command.env("OTEL_SERVICE_NAME", "admin");
        let server = Server::start_command(&folder, service);
        send(server.address, "GET", "/livez", &[("traceparent", &unsampled)], "").expect(200);
        get(server.address, "/livez").expect(200);
        server.stop();
        assert_eq!(collector.spans().len(), expected, "{sampler} {ratio}");
        let name = collector.of_service("service.name");
        assert!(name.is_none_or(|name| name == "admin"), "{sampler}");
    }
}

/// Neither an unreachable collector nor a hanging one delays a request.
#[test]
fn an_unresponsive_collector_delays_no_request() {
    let (folder, _) = load_key_and_locale();
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let gone = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for (address, logged) in [(gone, true), (silent.local_addr().unwrap(), false)] {
        let mut command = serve(&folder, &format!("http://{address}"), "50");
        command.args(["--grace", "2s"]).env("OTEL_BSP_MAX_QUEUE_SIZE", "16");
        let mut server = Server::start_command(&folder, &mut command);
        let started = Instant::now();
        for _ in 0..100 {
            get(server.address, "/livez").expect(200);
        }
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
        let failures = |server: &Server| server.log().matches("spans can't be sent").count();
        if logged {
            wait_until("the log", || failures(&server) > 0);
        }
        server.signal("TERM");
        let stopping = Instant::now();
        server.ended_well();
        assert!(stopping.elapsed() < Duration::from_secs(5), "{:?}", stopping.elapsed());
        assert!(failures(&server) <= 1, "{}", server.log());
        // Each batch of the other one has failed by itself.
        assert!(logged || server.log().contains("the last spans"), "{}", server.log());
    }
}

/// Without an endpoint the other variables are not read.
#[test]
fn without_an_endpoint_nothing_is_traced() {
    let (folder, _) = load_key_and_locale();
    let mut command = serve(&folder, "", NEVER);
    command.env("OTEL_TRACES_SAMPLER", "sometimes");
    let server = Server::start_command(&folder, &mut command);
    get(server.address, "/nowhere").expect(404);
    let log = server.stop();
    assert!(log.contains("\"answered\"") && !log.contains("trace_id"), "{log}");
    assert!(!log.contains("spans are sent"), "{log}");
}
