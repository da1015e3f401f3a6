//! Clients that make the server hold bytes, or never take what they asked for (D23).

use serde_json::{Value as Json, json};

use super::Target;
use crate::support::{Connection, Server, Socket, get, graphql, head, setup, wait_until};

const HELD: &str = "reinstate_held_bytes{of=\"requests\"}";

/// Bodies that are not read to their end have a budget, of which an account has a quarter, whatever
/// credentials it sends them with. Responses have one of their own.
#[test]
fn half_sent_bodies_have_a_budget() {
    let user = |id: u64, permissions: Json| json!({ "id": id, "email": format!("{id}@example.com"), "permissions": permissions });
    let users = [user(2, json!([])), user(3, json!([])), user(4, json!(["notifications.send"]))];
    let (folder, _) = setup(json!({ "users": users }));
    let server = Server::metered(&folder, &["--max-held-bytes", "4000000", "--body-timeout", "1m"]);
    let wait_until_held = |bytes: f64| wait_until("they are held", || server.metric(HELD) >= bytes);
    let mut open = Vec::new();
    for (account, refused_at, pointer, held) in [
        (2, "/graphql", "/errors/0/message", 900_000.0),
        (4, "/api/v1/notifications", "/message", 1_800_000.0),
    ] {
        let tokens = [(); 2].map(|()| folder.token(&[&format!("{account}@example.com")]));
        open.push(half_sent(&server, &tokens[0], "/graphql"));
        wait_until_held(held);
        let response = half_sent(&server, &tokens[1], refused_at).response().expect(503);
        assert_eq!(response.header("retry-after"), Some("1"), "{refused_at}");
        let body = response.json();
        let message = body.pointer(pointer).and_then(Json::as_str).unwrap_or_default();
        assert!(message.contains("max-held-bytes, which is 1000000"), "{refused_at}: {body}");
    }
    let token = folder.token(&["3@example.com"]);
    open.push(half_sent(&server, &token, "/graphql"));
    wait_until_held(2_700_000.0);
    // Long responses to the same account.
    let schema = "{ __schema { types { name description } } }";
    assert!(graphql(server.address, &token, schema).expect(200).text.len() > 16 * 1024);
    server.stop();
}

/// Sends the first 900,000 bytes of a request.
fn half_sent(server: &Server, token: &str, path: &str) -> Connection {
    let mut connection = Connection::open(server.address);
    connection.write(&head(&format!("POST {path}"), token, "", 1_000_000));
    connection.try_write(&[b' '; 900_000]);
    connection
}

/// Messages that are not complete share the budget of bodies; those that are complete take nothing.
#[test]
fn half_sent_messages_share_a_budget() {
    let target = Target::new(&["--max-held-bytes", "4000000", "--metrics-listen", "127.0.0.1:0"]);
    let ping = json!({ "type": "ping", "payload": { "x": "x".repeat(900_000) } });
    let open = || Socket::connected(target.server.address, &target.token);
    let mut sockets = [open(), open(), open()];
    for turn in 0..6 {
        let socket = &mut sockets[turn % 3];
        socket.send(&ping);
        assert_eq!(socket.message()["type"], "pong");
    }
    let [mut first, mut second, mut third] = sockets;
    let (rest, _) = (first.send_half(&ping), second.send_half(&ping));
    let held = || target.server.metric(HELD);
    wait_until("two halves to be held", || held() > 800_000.0);
    let over = third.send_half(&ping);
    assert!(third.0.is_over() && !third.0.try_write(&over));
    drop(second);
    wait_until("one half to be held", || held() < 500_000.0);
    first.0.write_bytes(&rest);
    assert_eq!(first.message()["type"], "pong");
    target.assert_unharmed();
}

/// Idle connections leave open files for the database.
#[test]
fn connections_stay_within_the_limit_of_open_files() {
    let (folder, token) = setup(json!({ "locales": [{ "code": "en", "name": "English" }] }));
    let server = Server::start_command(&folder, &mut folder.limited("ulimit -n 80"));
    let mut writer = Connection::open(server.address);
    let idle: Vec<_> = (0..100).map(|_| Connection::open(server.address)).collect();
    let head = head("PATCH /api/v1/admin/locales/en", &token, "", 14);
    for _ in 0..20 {
        writer.write(&head).write("{\"name\":\"Eng\"}").response().expect(200);
    }
    drop(idle);
    wait_until("idle connections to be gone", || get(server.address, "/livez").status == 200);
}
