//! Who is let in, and for how long.

use std::time::{Duration, Instant};

use reinstate::{graphql::Settings, operations::revoke_all_tokens};
use serde_json::{Value as Json, json};

use super::{
    Server,
    socket::{Came, Socket},
};
use crate::support::{Engine, TestApp, apply, each_engine_threaded};

const UNAUTHORIZED: u16 = 4401;

/// The credential comes with the introduction, or else in the header of the upgrade.
#[tokio::test]
async fn the_credential_is_said_or_in_the_header() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let token = app.caller(1, &[]).await;
    let server = Server::over(&app, Settings::default()).await;
    let (good, bad) = (format!("Bearer {token}"), "Bearer rsat_unknown".to_owned());
    let lower = format!("bearer {token}");
    let basic = format!("Basic {token}");
    let said = |value: &str| Some(json!({ "Authorization": value }));
    // What is said, what the header has, and whether that is enough.
    let cases: [(Option<Json>, Option<&str>, bool); 13] = [
        (said(&good), None, true),
        (said(&lower), None, true),
        (Some(json!({ "authorization": good })), None, true),
        (None, Some(&token), true),
        (Some(json!({})), Some(&token), true),
        (Some(json!({ "other": 1 })), Some(&token), true),
        (said(&good), Some("rsat_unknown"), true),
        (said(&bad), Some(&token), false),
        (said(&token), Some(&token), false),
        (said(&basic), None, false),
        (Some(json!({ "Authorization": null })), None, false),
        (Some(json!({ "Authorization": [good] })), Some(&token), false),
        (None, None, false),
    ];
    for (said, header, enough) in cases {
        let case = format!("{said:?}, {header:?}");
        let mut socket = Socket::open(server.address, Some("graphql-transport-ws"), header).await;
        let mut init = json!({ "type": "connection_init" });
        if let Some(said) = said {
            init["payload"] = said;
        }
        socket.send(init).await;
        match socket.next().await {
            Came::Message(message) => {
                assert_eq!(
                    (message, enough),
                    (json!({ "type": "connection_ack" }), true),
                    "{case}"
                );
            }
            Came::Close(code, reason) => {
                assert_eq!(
                    (code, reason.as_str(), enough),
                    (UNAUTHORIZED, "Unauthorized", false),
                    "{case}"
                );
            }
            Came::Nothing => panic!("{case}"),
        }
    }
}

/// A socket outlives its credential by no more than 10 seconds, however it ends.
#[apply(each_engine_threaded!)]
async fn a_socket_ends_with_its_credential(app: TestApp) {
    let mut ends = Vec::new();
    for (id, change) in [
        (1, None),
        (2, Some("UPDATE access_tokens SET revoked_at = expires_at WHERE user_id = 2")),
        (3, Some("UPDATE users SET is_active = false WHERE id = 3")),
        (4, Some("DELETE FROM access_tokens WHERE user_id = 4")),
    ] {
        app.caller(id, &[]).await;
        ends.push((id, change));
    }
    let server = Server::over(&app, Settings::default()).await;
    let living = app.token("caller1@example.com", None).await;
    let mut living = server.greeted(&living).await;
    let mut sockets = Vec::new();
    for (id, change) in ends {
        let lasts = if change.is_some() { 3600 } else { 2 };
        let email = format!("caller{id}@example.com");
        let token = app.token_for(&email, None, Duration::from_secs(lasts)).await;
        sockets.push((change, server.greeted(&token).await));
    }
    let started = Instant::now();
    for (change, _) in &sockets {
        if let Some(change) = change {
            app.execute(change).await;
        }
    }
    for (change, mut socket) in sockets {
        let closed = socket.closed().await;
        assert_eq!(closed, (UNAUTHORIZED, "Unauthorized".to_owned()), "{change:?}");
        assert!(started.elapsed() < Duration::from_secs(10), "{change:?}: {:?}", started.elapsed());
    }
    living.send(json!({ "type": "ping" })).await;
    assert_eq!(living.message().await, json!({ "type": "pong" }));
}

/// What another server does to the credential of a socket acts within a second.
#[apply(each_engine_threaded!)]
async fn a_socket_ends_within_a_second_of_its_token(app: TestApp) {
    let others = app.caller(1, &[]).await;
    let token = app.caller(2, &["a.view"]).await;
    let replica = app.replica().await;
    let server = Server::over(&replica, Settings::default()).await;
    let mut living = server.greeted(&others).await;
    let mut socket = server.greeted(&token).await;
    let permissions = "{ viewer { permissions } }";
    socket.subscribe("1", permissions).await;
    assert_eq!(
        socket.message().await["payload"]["data"]["viewer"]["permissions"],
        json!(["a.view"])
    );
    assert_eq!(socket.message().await["type"], "complete");
    let started = Instant::now();
    revoke_all_tokens(&app.state, "caller2@example.com").await.unwrap();
    assert_eq!(socket.closed().await, (UNAUTHORIZED, "Unauthorized".to_owned()));
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
    living.send(json!({ "type": "ping" })).await;
    assert_eq!(living.message().await, json!({ "type": "pong" }));
}

/// What runs on a socket runs with the permissions of now.
#[apply(each_engine_threaded!)]
async fn permissions_change_under_a_socket(app: TestApp) {
    let token = app.caller(1, &["locales.view"]).await;
    let server = Server::over(&app, Settings::default()).await;
    let mut socket = server.greeted(&token).await;
    app.execute("DELETE FROM user_permissions WHERE user_id = 1").await;
    let started = Instant::now();
    loop {
        socket.subscribe("1", "{ viewer { permissions } }").await;
        let held = socket.message().await["payload"]["data"]["viewer"]["permissions"].clone();
        assert_eq!(socket.message().await["type"], "complete");
        if held == json!([]) {
            break;
        }
        assert!(started.elapsed() < Duration::from_secs(10), "{held}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
