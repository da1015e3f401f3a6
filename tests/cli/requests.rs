//! The request log: one line per request with its operation, outcome and duration.

use std::net::TcpStream;

use serde_json::{Value as Json, json};
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest, http::HeaderValue};

use crate::support::{self, Connection, Folder, Server, get, graphql, post, send, wait_for};

const KEY: &str = "rsak_a-key-that-somebody-loaded";
const DELETED: &str = "00000010-11e2-43d9-a173-6cad8d116ece";
/// Occurs only in secrets and in what clients send.
const MARKER: &str = "planted_in_what_is_sent";

fn load_callers_and_records() -> (Folder, String, String) {
    let (folder, all) = support::setup(json!({
        "users": [{ "id": 2, "email": "b@example.com" }],
        "api_keys": [{ "id": 5, "name": "Feed", "user_id": 1, "permissions": ["*"], "key": KEY }],
        "locales": [{ "code": "en", "name": "English" }],
        "organizations": [{
            "id": 10, "uuid": DELETED, "user_id": 1, "organization_name": "Deleted",
            "deleted_at": "2026-01-01T00:00:00Z",
        }],
    }));
    let none = folder.token(&["b@example.com"]);
    (folder, all, none)
}

/// The lines about requests and operations, in order.
fn lines(server: &Server) -> Vec<Json> {
    let log = server.log();
    let lines = log.lines().filter_map(|line| serde_json::from_str::<Json>(line).ok());
    lines.filter(|line| line["target"] == "reinstate::requests").collect()
}

/// The line after this many earlier ones.
#[track_caller]
fn line(server: &Server, before: usize) -> Json {
    wait_for("a line", || lines(server).into_iter().nth(before))
}

/// Asserts that a line has these fields, and lacks those that are null.
#[track_caller]
fn assert_fields(line: &Json, expected: &Json) {
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&line[field], value, "{field} of {line}");
    }
    assert!(line["micros"].is_u64(), "{line}");
    let id = line["span"]["id"].as_str().unwrap_or_default();
    assert!(!id.is_empty(), "a request has an id: {line}");
    assert!(!line.to_string().contains(MARKER), "{line}");
}

#[test]
fn each_request_has_a_line() {
    let (folder, all, none) = load_callers_and_records();
    let filter = "info,reinstate::requests=debug";
    let server = Server::start(&folder, &["--max-batch", "5", "--rust-log", filter]);
    let at = server.address;
    let restore = &format!("/api/v1/organizations/{DELETED}/restore");
    let locale = "/api/v1/admin/locales/en";
    let patch = |body: &Json| {
        let bearer = format!("Bearer {all}");
        let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
        send(at, "PATCH", locale, &headers, &body.to_string())
    };
    let ask = |token: &str, query: &str| graphql(at, token, query);
    let many = (0..30).map(|n| format!("a{n}: node(id: \"x\") {{ id }}")).collect::<String>();
    let mut logged = 0;
    let mut tells = |_, expected: Json| {
        assert_fields(&line(&server, logged), &expected);
        logged += 1;
    };

    tells(
        get(at, "/livez"),
        json!({ "method": "GET", "path": "/livez", "status": 200, "operation": "livez",
                "outcome": "ok", "caller": null, "kind": null }),
    );
    tells(
        get(at, &format!("/nothing?token={MARKER}")),
        json!({ "path": "/nothing", "status": 404, "operation": "other", "outcome": "NOT_FOUND" }),
    );
    tells(
        send(at, "POST", "/livez", &[], MARKER),
        json!({ "status": 405, "operation": "other", "outcome": "BAD_REQUEST" }),
    );
    tells(
        post(at, restore, MARKER, &json!({})),
        json!({ "status": 401, "operation": "restoreOrganization", "outcome": "UNAUTHENTICATED",
                "caller": null, "credential": null }),
    );
    tells(
        post(at, restore, &none, &json!({})),
        json!({ "status": 403, "operation": "restoreOrganization", "outcome": "FORBIDDEN",
                "caller": 2, "credential": "access_token 2" }),
    );
    tells(
        post(at, restore, KEY, &json!({})),
        json!({ "method": "POST", "path": restore, "status": 200, "outcome": "ok", "caller": 1,
                "operation": "restoreOrganization", "credential": "api_key 5" }),
    );
    tells(
        post(at, "/api/v1/organizations/none/restore", &all, &json!({})),
        json!({ "status": 404, "outcome": "NOT_FOUND", "credential": "access_token 1" }),
    );
    tells(
        patch(&json!({ "name": MARKER })),
        json!({ "status": 200, "operation": "updateLocale", "outcome": "ok" }),
    );
    tells(
        patch(&json!({ "name": "", "native_name": MARKER })),
        json!({ "status": 422, "operation": "updateLocale", "outcome": "VALIDATION_FAILED" }),
    );
    tells(
        post(at, "/api/v1/notifications", &all, &json!({ "title": MARKER })),
        json!({ "status": 422, "operation": "sendNotification" }),
    );
    tells(
        ask(&all, "query Both { viewer { user { email } } all: locales { nodes { code } } }"),
        json!({ "path": "/graphql", "status": 200, "kind": "query", "name": "Both",
                "operation": "viewer,locales", "outcome": "ok", "caller": 1 }),
    );
    tells(
        ask(&none, "{ viewer { user { email } } one: locale(code: \"en\") { code } }"),
        json!({ "status": 200, "kind": "query", "name": null, "operation": "viewer,locale",
                "outcome": "FORBIDDEN", "caller": 2 }),
    );
    let change = |uuid| format!("{{ a: restoreOrganization(uuid: \"{uuid}\") {{ restored }} }}");
    tells(
        ask(&all, &format!("mutation {}", change(MARKER))),
        json!({ "status": 200, "operation": "restoreOrganization", "outcome": "BAD_REQUEST" }),
    );
    tells(
        ask(&all, &format!("mutation Again {}", change(DELETED))),
        json!({ "kind": "mutation", "name": "Again", "operation": "restoreOrganization",
                "outcome": "ok" }),
    );
    tells(
        ask(&all, &format!("{{ {MARKER} }}")),
        json!({ "status": 200, "operation": "other", "outcome": "BAD_REQUEST", "caller": 1 }),
    );
    tells(ask(&all, &format!("{{ {many} }}")), json!({ "operation": "node", "outcome": "ok" }));
    tells(
        ask(MARKER, "{ viewer { user { email } } }"),
        json!({ "status": 401, "operation": "other", "outcome": "UNAUTHENTICATED" }),
    );
    let bearer = format!("Bearer {all}");
    let link = format!("/graphql?query=%7Bviewer%7Bpermissions%7D%7D&x={MARKER}");
    tells(
        send(at, "GET", &link, &[("authorization", bearer.as_str())], ""),
        json!({ "method": "GET", "path": "/graphql", "operation": "viewer", "outcome": "ok" }),
    );
    let name = "a name/".repeat(100);
    let body = json!({ "query": "{ viewer { permissions } }", "operationName": name });
    tells(
        post(at, "/graphql", &all, &body),
        json!({ "operation": "other", "name": &"aname".repeat(100)[..64] }),
    );
    let batch = json!([
        { "query": "{ viewer { permissions } }" },
        { "query": "{ locale(code: \"en\") { code } }" },
        { "query": MARKER },
    ]);
    tells(
        post(at, "/graphql", &none, &batch),
        json!({ "operation": "viewer,locale,other", "outcome": "FORBIDDEN,BAD_REQUEST" }),
    );
    assert_eq!(lines(&server).len(), logged, "a line each");
    server.stop();
}

/// Operations on a live connection have their own lines, with the id of the request that opened it.
#[test]
fn live_operations_have_lines_of_their_own() {
    let (folder, all, _) = load_callers_and_records();
    let server = Server::start(&folder, &[]);
    let subscription = "subscription Following { recordChanged { position } }";

    let body = json!({ "query": subscription }).to_string();
    let mut events = Connection::open(server.address);
    events.write(&format!(
        "POST /graphql HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {all}\r\n\
         accept: text/event-stream\r\ncontent-type: application/json\r\nx-request-id: of-events\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    ));
    events.read_until(":\n\n");
    let expected = json!({ "kind": "subscription", "name": "Following", "caller": 1,
                           "operation": "recordChanged", "credential": "access_token 1" });
    assert_fields(&find(&server, "of-events", "subscribed"), &expected);
    let answered = json!({ "status": 200, "operation": "stream", "outcome": "ok", "caller": 1 });
    assert_fields(&find(&server, "of-events", "answered"), &answered);
    drop(events);
    let ended = find(&server, "of-events", "unsubscribed");
    assert_fields(&ended, &expected);
    assert_fields(&ended, &json!({ "outcome": "ok" }));

    let mut request = format!("ws://{}/graphql/ws", server.address).into_client_request().unwrap();
    for (name, value) in
        [("sec-websocket-protocol", "graphql-transport-ws"), ("x-request-id", "of-socket")]
    {
        request.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let stream = TcpStream::connect(server.address).unwrap();
    let (mut socket, _) = tokio_tungstenite::tungstenite::client(request, stream).unwrap();
    let mut say = |message: Json| socket.send(Message::text(message.to_string())).unwrap();
    let authorization = format!("Bearer {all}");
    say(json!({ "type": "connection_init", "payload": { "Authorization": authorization } }));
    let run = |id: &str, query: &str| json!({ "type": "subscribe", "id": id, "payload": { "query": query } });
    say(run("a", subscription));
    say(run("b", "query Who { viewer { user { email } } }"));
    assert_fields(&find(&server, "of-socket", "subscribed"), &expected);
    let executed = json!({ "kind": "query", "name": "Who", "operation": "viewer", "caller": 1,
                           "outcome": "ok" });
    assert_fields(&find(&server, "of-socket", "executed"), &executed);
    say(json!({ "type": "complete", "id": "a" }));
    assert_fields(&find(&server, "of-socket", "unsubscribed"), &expected);
    let answered = json!({ "status": 101, "operation": "socket", "path": "/graphql/ws" });
    assert_fields(&find(&server, "of-socket", "answered"), &answered);
    assert!(!server.log().contains(&all), "no token is logged");
}

/// The line about a request with this outcome.
#[track_caller]
fn find(server: &Server, id: &str, happened: &str) -> Json {
    wait_for(&format!("{id} {happened}"), || {
        let is_it = |line: &Json| line["message"] == happened && line["span"]["id"] == id;
        lines(server).into_iter().find(is_it)
    })
}

/// A client that disconnects before the response leaves a line too.
#[test]
fn an_abandoned_request_has_a_line() {
    let (folder, all, _) = load_callers_and_records();
    let server = Server::start(&folder, &[]);
    let mut connection = Connection::open(server.address);
    connection.write(&format!(
        "POST /api/v1/notifications HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {all}\r\n\
         content-type: application/json\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n"
    ));
    connection.read_until("\r\n\r\n");
    drop(connection);
    let line = line(&server, 0);
    let outcome = line["outcome"].as_str().unwrap();
    assert!(["CANCELLED", "BAD_REQUEST"].contains(&outcome), "{line}");
    assert_fields(&line, &json!({ "operation": "sendNotification", "caller": 1 }));
}
