//! Clients that make the server hold bytes, or never take what they asked for (D23).

use std::time::Duration;

use axum::body::Bytes;
use axum::http::Request;
use h2::{
    SendStream,
    client::{Builder, ResponseFuture, SendRequest},
};
use serde_json::{Value as Json, json};
use tokio::{
    net::TcpStream,
    time::{sleep, timeout},
};

use super::Target;
use crate::metrics::{address, value};
use crate::support::{Folder, Server, Socket, block_on, get, graphql, http2, setup, wait_for};

/// How long anything here may take.
const SOON: Duration = Duration::from_secs(10);

/// A response of which the client takes nothing is reset on its stream, and the others go on.
#[test]
fn streams_that_nobody_reads_are_reset() {
    let target = Target::new(&["--request-timeout", "1s", "--idle-timeout", "1s"]);
    block_on(async {
        let stream = TcpStream::connect(target.server.address).await.unwrap();
        let mut builder = Builder::new();
        let (requests, connection) =
            builder.initial_window_size(0).handshake::<_, Bytes>(stream).await.unwrap();
        let connection = tokio::spawn(connection);
        let mut requests = requests.ready().await.unwrap();
        let path = |path: &str| Request::get(format!("http://a{path}")).body(()).unwrap();
        let (stalled, _) = requests.send_request(path("/api/v1/openapi.json"), true).unwrap();
        let mut body = stalled.await.unwrap().into_body();
        let ended = timeout(SOON, body.data()).await.expect("the stream is reset").unwrap();
        assert_eq!(ended.unwrap_err().reason(), Some(h2::Reason::CANCEL));
        drop(body);
        drop(requests);
        timeout(SOON, connection).await.expect("the connection is closed").unwrap().ok();
    });
    target.assert_unharmed();
}

/// Bodies that are not read to their end have a budget, of which an account has a quarter, whatever
/// credentials it sends them with. Responses have one of their own.
#[test]
fn half_sent_bodies_have_a_budget() {
    let user = |id: u64, permissions: Json| json!({ "id": id, "email": format!("{id}@example.com"), "permissions": permissions });
    let users = [user(2, json!([])), user(3, json!([])), user(4, json!(["notifications.send"]))];
    let (folder, _) = setup(json!({ "users": users }));
    let arguments =
        ["--max-held-bytes", "4000000", "--body-timeout", "1m", "--metrics-listen", "127.0.0.1:0"];
    let server = Server::start(&folder, &arguments);
    let metrics = address(&server);
    let wait_until_held = async |bytes: f64| {
        while value(metrics, "reinstate_held_bytes{of=\"requests\"}") < bytes {
            sleep(Duration::from_millis(10)).await;
        }
    };
    block_on(async {
        let mut open = Vec::new();
        for (account, refused_at, pointer, held) in [
            (2, "/graphql", "/errors/0/message", 900_000.0),
            (4, "/api/v1/notifications", "/message", 1_800_000.0),
        ] {
            let tokens = [(); 2].map(|()| folder.token(&[&format!("{account}@example.com")]));
            open.push(half_sent(&server, &tokens[0], "/graphql").await);
            timeout(SOON, wait_until_held(held)).await.expect("they are held");
            let (response, _body) = half_sent(&server, &tokens[1], refused_at).await;
            let response = timeout(SOON, response).await.expect("it is refused").unwrap();
            assert_eq!(response.status(), 503, "{refused_at}");
            assert_eq!(response.headers()["retry-after"], "1", "{refused_at}");
            let body = timeout(SOON, response.into_body().data()).await.unwrap().unwrap().unwrap();
            let body: Json = serde_json::from_slice(&body).unwrap();
            let message = body.pointer(pointer).and_then(Json::as_str).unwrap_or_default();
            assert!(message.contains("max-held-bytes, which is 1000000"), "{refused_at}: {body}");
        }
        let token = folder.token(&["3@example.com"]);
        open.push(half_sent(&server, &token, "/graphql").await);
        timeout(SOON, wait_until_held(2_700_000.0)).await.expect("they are held");
        // Long responses to the same account.
        let schema = "{ __schema { types { name description } } }";
        assert!(graphql(server.address, &token, schema).expect(200).text.len() > 16 * 1024);
    });
    let log = server.stop();
    assert!(!log.contains("panicked"), "{log}");
}

/// Sends the first 900,000 bytes of a request.
async fn half_sent(
    server: &Server,
    token: &str,
    path: &str,
) -> (ResponseFuture, (SendRequest<Bytes>, SendStream<Bytes>)) {
    let mut requests = http2::open(server.address).await.ready().await.unwrap();
    let request = Request::post(format!("http://a{path}"))
        .header("content-type", "application/json")
        .header("authorization", format!("Bearer {token}"))
        .body(())
        .unwrap();
    let (response, mut body) = requests.send_request(request, false).unwrap();
    body.send_data(Bytes::from(vec![b' '; 900_000]), false).unwrap();
    (response, (requests, body))
}

/// A WebSocket takes a few kilobytes until the client has introduced itself, and a mebibyte then.
#[test]
fn sockets_take_little_before_their_introduction() {
    let target = Target::new(&[]);
    let payload = |bytes: usize| {
        let init = json!({
            "type": "connection_init",
            "payload": { "authorization": format!("Bearer {}", target.token), "x": "x".repeat(bytes) },
        });
        init
    };
    let mut little = Socket::open(target.server.address);
    little.send(&payload(10_000));
    assert_eq!(little.message()["type"], "connection_ack");
    little.send(&json!({ "type": "ping", "payload": { "x": "x".repeat(500_000) } }));
    assert_eq!(little.message()["type"], "pong");
    let mut much = Socket::open(target.server.address);
    much.send(&payload(20_000));
    assert!(much.0.is_over());
    target.assert_unharmed();
}

/// Messages that are not complete share the budget of bodies; those that are complete take nothing.
#[test]
fn half_sent_messages_share_a_budget() {
    let target = Target::new(&["--max-held-bytes", "4000000", "--metrics-listen", "127.0.0.1:0"]);
    let ping = |bytes: usize| json!({ "type": "ping", "payload": { "x": "x".repeat(bytes) } });
    let open = || Socket::connected(target.server.address, &target.token);
    let mut sockets = [open(), open(), open()];
    for turn in 0..6 {
        let socket = &mut sockets[turn % 3];
        socket.send(&ping(900_000));
        assert_eq!(socket.message()["type"], "pong");
    }
    let [mut first, mut second, mut third] = sockets;
    let (rest, _) = (first.send_half(&ping(900_000)), second.send_half(&ping(900_000)));
    let metrics = address(&target.server);
    let held = || value(metrics, "reinstate_held_bytes{of=\"requests\"}");
    wait_for("two halves to be held", || (held() > 800_000.0).then_some(()));
    let over = third.send_half(&ping(900_000));
    assert!(third.0.is_over() && !third.0.try_write(&over));
    drop(second);
    wait_for("one half to be held", || (held() < 500_000.0).then_some(()));
    first.0.write_bytes(&rest);
    assert_eq!(first.message()["type"], "pong");
    target.assert_unharmed();
}

/// Idle connections leave open files for the database.
#[test]
fn connections_stay_within_the_limit_of_open_files() {
    let (folder, token): (Folder, String) =
        setup(json!({ "locales": [{ "code": "en", "name": "English" }] }));
    let server = Server::start_command(&folder, &mut folder.limited("ulimit -n 80"));
    let mut writer = crate::support::Connection::open(server.address);
    let idle: Vec<_> =
        (0..100).map(|_| std::net::TcpStream::connect(server.address).unwrap()).collect();
    let request = format!(
        "PATCH /api/v1/admin/locales/en HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: 14\r\n\r\n{{\"name\":\"Eng\"}}"
    );
    for _ in 0..20 {
        writer.write(&request).response().expect(200);
    }
    drop(idle);
    wait_for("idle connections to be gone", || {
        (get(server.address, "/livez").status == 200).then_some(())
    });
}
