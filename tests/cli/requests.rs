//! The request log: one line per request with its operation, outcome and duration.

use serde_json::{Value as Json, json};

use crate::support::{
    self, Connection, Folder, Server, Socket, ask, ask_with, get, graphql, head, send, wait_for,
};

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
    let lines = server.log_lines().into_iter();
    lines.filter(|line| line["target"] == "reinstate::requests").collect()
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
    let restore = format!("POST /api/v1/organizations/{DELETED}/restore");
    let locale = "PATCH /api/v1/admin/locales/en";
    let ask = |line: &str, token: &str, body: &Json| ask(at, line, token, body);
    let run = |token: &str, query: &str| graphql(at, token, query);
    let change = |uuid| format!("{{ a: restoreOrganization(uuid: \"{uuid}\") {{ restored }} }}");
    let many = (0..30).map(|n| format!("a{n}: node(id: \"x\") {{ id }}")).collect::<String>();
    let link = format!("GET /graphql?query=%7Bviewer%7Bpermissions%7D%7D&x={MARKER}");
    let named =
        json!({ "query": "{ viewer { permissions } }", "operationName": "a name/".repeat(100) });
    let batch = json!([
        { "query": "{ viewer { permissions } }" },
        { "query": "{ locale(code: \"en\") { code } }" },
        { "query": MARKER },
    ]);
    let mut logged = 0;
    let mut logs = |_, expected: Json| {
        let line = wait_for("a line", || lines(&server).into_iter().nth(logged));
        assert_fields(&line, &expected);
        logged += 1;
    };

    logs(
        get(at, "/livez"),
        json!({ "method": "GET", "path": "/livez", "status": 200, "operation": "livez",
                "outcome": "ok", "caller": null, "kind": null }),
    );
    logs(
        get(at, &format!("/nothing?token={MARKER}")),
        json!({ "path": "/nothing", "status": 404, "operation": "other", "outcome": "NOT_FOUND" }),
    );
    logs(
        send(at, "POST", "/livez", &[], MARKER),
        json!({ "status": 405, "operation": "other", "outcome": "BAD_REQUEST" }),
    );
    logs(
        ask(&restore, MARKER, &json!({})),
        json!({ "status": 401, "operation": "restoreOrganization", "outcome": "UNAUTHENTICATED",
                "caller": null, "credential": null }),
    );
    logs(
        ask(&restore, &none, &json!({})),
        json!({ "status": 403, "operation": "restoreOrganization", "outcome": "FORBIDDEN",
                "caller": 2, "credential": "access_token 2" }),
    );
    logs(
        ask(&restore, KEY, &json!({})),
        json!({ "method": "POST", "path": &restore[5..], "status": 200, "outcome": "ok",
                "caller": 1, "operation": "restoreOrganization", "credential": "api_key 5" }),
    );
    logs(
        ask("POST /api/v1/organizations/none/restore", &all, &json!({})),
        json!({ "status": 404, "outcome": "NOT_FOUND", "credential": "access_token 1" }),
    );
    logs(
        ask(locale, &all, &json!({ "name": MARKER })),
        json!({ "status": 200, "operation": "updateLocale", "outcome": "ok" }),
    );
    logs(
        ask(locale, &all, &json!({ "name": "", "native_name": MARKER })),
        json!({ "status": 422, "operation": "updateLocale", "outcome": "VALIDATION_FAILED" }),
    );
    logs(
        run(&all, "query Both { viewer { user { email } } all: locales { nodes { code } } }"),
        json!({ "path": "/graphql", "status": 200, "kind": "query", "name": "Both",
                "operation": "viewer,locales", "outcome": "ok", "caller": 1 }),
    );
    logs(
        run(&none, "{ viewer { user { email } } one: locale(code: \"en\") { code } }"),
        json!({ "status": 200, "kind": "query", "name": null, "operation": "viewer,locale",
                "outcome": "FORBIDDEN", "caller": 2 }),
    );
    logs(
        run(&all, &format!("mutation {}", change(MARKER))),
        json!({ "status": 200, "operation": "restoreOrganization", "outcome": "BAD_REQUEST" }),
    );
    logs(
        run(&all, &format!("mutation Again {}", change(DELETED))),
        json!({ "kind": "mutation", "name": "Again", "operation": "restoreOrganization",
                "outcome": "ok" }),
    );
    logs(
        run(&all, &format!("{{ {MARKER} }}")),
        json!({ "status": 200, "operation": "other", "outcome": "BAD_REQUEST", "caller": 1 }),
    );
    logs(run(&all, &format!("{{ {many} }}")), json!({ "operation": "node", "outcome": "ok" }));
    logs(
        run(MARKER, "{ viewer { user { email } } }"),
        json!({ "status": 401, "operation": "other", "outcome": "UNAUTHENTICATED" }),
    );
    logs(
        ask_with(at, &link, &all, &[], ""),
        json!({ "method": "GET", "path": "/graphql", "operation": "viewer", "outcome": "ok" }),
    );
    logs(
        ask("POST /graphql", &all, &named),
        json!({ "operation": "other", "name": &"aname".repeat(100)[..64] }),
    );
    logs(
        ask("POST /graphql", &none, &batch),
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

    let body = json!({ "query": subscription });
    let headers = "accept: text/event-stream\r\nx-request-id: of-events\r\n";
    let mut events =
        Connection::ask(server.address, "POST /graphql", &all, headers, &body.to_string());
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

    let protocol = "graphql-transport-ws\r\nx-request-id: of-socket";
    let mut socket = Socket::connect(server.address, protocol).unwrap().introduced(&all).unwrap();
    let query = json!({ "query": "query Who { viewer { user { email } } }" });
    socket.subscribe("a", &body).subscribe("b", &query);
    assert_fields(&find(&server, "of-socket", "subscribed"), &expected);
    let executed = json!({ "kind": "query", "name": "Who", "operation": "viewer", "caller": 1,
                           "outcome": "ok" });
    assert_fields(&find(&server, "of-socket", "executed"), &executed);
    socket.send(&json!({ "type": "complete", "id": "a" }));
    assert_fields(&find(&server, "of-socket", "unsubscribed"), &expected);
    let answered = json!({ "status": 101, "operation": "socket", "path": "/graphql/ws" });
    assert_fields(&find(&server, "of-socket", "answered"), &answered);
    // A client that disconnects before the response leaves a line too.
    let headers = "expect: 100-continue\r\nx-request-id: abandoned\r\n";
    let head = head("POST /api/v1/notifications", &all, headers, 100);
    Connection::open(server.address).write(&head).read_until("\r\n\r\n");
    let of_it = |line: &Json| line["span"]["id"] == "abandoned";
    let line = wait_for("its line", || lines(&server).into_iter().find(of_it));
    let outcome = line["outcome"].as_str().unwrap();
    assert!(["CANCELLED", "BAD_REQUEST"].contains(&outcome), "{line}");
    assert_fields(&line, &json!({ "operation": "sendNotification", "caller": 1 }));
    get(server.address, "/livez").expect(200);
    let log = server.stop();
    assert!(!log.contains("/livez"), "health checks that pass are logged from DEBUG on");
}

/// The line about a request with this outcome.
#[track_caller]
fn find(server: &Server, id: &str, happened: &str) -> Json {
    wait_for(&format!("{id} {happened}"), || {
        let is_it = |line: &Json| line["message"] == happened && line["span"]["id"] == id;
        lines(server).into_iter().find(is_it)
    })
}
