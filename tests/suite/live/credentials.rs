//! Credentials of live connections, and when they end.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use reinstate::{
    api::graphql::{Settings, transport::live::Timeouts},
    auth::hash,
    data::transfer::Conflict,
    operations::accounts::revoke_all_tokens,
    store::{AffectedAccounts, Stale},
};
use serde_json::{Value as Json, json};
use tokio::time::sleep;

use super::{
    Server, serve,
    socket::{Received, Socket},
    stream::Stream,
};
use crate::support::{TestApp, apply, each_engine_threaded, within};

/// Longest time until a connection ends with its credential.
const SOON: Duration = within(Duration::from_secs(1));

/// Connections that look after their credential only when something has happened to it.
fn without_checks() -> Settings {
    let timeouts = Timeouts { check: Duration::from_secs(600), ..Timeouts::default() };
    Settings { timeouts, ..Settings::default() }
}

const UNAUTHORIZED: u16 = 4401;

/// The credential is in `connection_init`, or else in the header of the upgrade.
#[tokio::test]
async fn the_credential_is_in_the_payload_or_the_header() {
    let (_app, token, server) = serve().await;
    let (good, bad) = (format!("Bearer {token}"), "Bearer rsat_unknown".to_owned());
    let lower = format!("bearer {token}");
    let basic = format!("Basic {token}");
    let said = |value: &str| Some(json!({ "Authorization": value }));
    // The payload, the header, and whether they are enough.
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
            Received::Message(message) => {
                let acknowledged = json!({ "type": "connection_ack" });
                assert_eq!((message, enough), (acknowledged, true), "{case}");
            }
            Received::Close(code, reason) => {
                let refused = (UNAUTHORIZED, "Unauthorized", false);
                assert_eq!((code, reason.as_str(), enough), refused, "{case}");
            }
            Received::Disconnected => panic!("{case}"),
        }
    }
}

/// A connection closes at most 10 seconds after its credential ends, for every reason.
#[apply(each_engine_threaded!)]
async fn a_connection_closes_when_its_credential_ends(app: TestApp) {
    let ends = [
        (1, None),
        (2, Some("UPDATE access_tokens SET revoked_at = expires_at WHERE user_id = 2")),
        (3, Some("UPDATE users SET is_active = false WHERE id = 3")),
        (4, Some("DELETE FROM access_tokens WHERE user_id = 4")),
    ];
    for (id, _) in ends {
        app.caller(id, &[]).await;
    }
    let server = Server::start(&app, Settings::default()).await;
    let living = app.token("caller1@example.com", None).await;
    let mut living = server.connected(&living).await;
    let mut sockets = Vec::new();
    for (id, change) in ends {
        let lasts = if change.is_some() { 3600 } else { 2 };
        let email = format!("caller{id}@example.com");
        let token = app.token_for(&email, None, Duration::from_secs(lasts)).await;
        sockets.push((change, server.connected(&token).await));
    }
    let started = Instant::now();
    for (change, _) in &sockets {
        if let Some(change) = change {
            app.execute(change).await;
        }
    }
    for (change, mut socket) in sockets {
        assert_eq!(socket.closed().await, (UNAUTHORIZED, "Unauthorized".to_owned()), "{change:?}");
        assert!(started.elapsed() < Duration::from_secs(10), "{change:?}: {:?}", started.elapsed());
    }
    living.send(json!({ "type": "ping" })).await;
    assert_eq!(living.message().await, json!({ "type": "pong" }));
}

/// D25: a connection ends with its credential, not at the next check some seconds later, and so does a
/// stream.
#[apply(each_engine_threaded!)]
async fn connections_end_at_the_expiry_of_their_credential(app: TestApp, _admin: String) {
    let server = Server::start(&app, without_checks()).await;
    let token = app.token_for("caller1@example.com", None, Duration::from_secs(2)).await;
    let expiry = Instant::now() + Duration::from_secs(2);
    let mut socket = server.connected(&token).await;
    socket.subscribe("1", "subscription { recordChanged { position } }").await;
    let mut stream = Stream::ask(&app, &token, "subscription { recordChanged { position } }").await;
    let at_expiry = |what: &str| {
        let late = Instant::now().saturating_duration_since(expiry);
        assert!(late < SOON, "{what} ended {late:?} late");
    };
    let ends = async {
        assert_eq!(socket.closed().await, (UNAUTHORIZED, "Unauthorized".to_owned()));
        at_expiry("the socket");
    };
    let completes = async {
        assert_eq!(stream.error_code().await, "UNAUTHENTICATED");
        at_expiry("the stream");
    };
    tokio::join!(ends, completes);
}

/// A credential revoked by an import or through another server closes the connection within a second,
/// and no other; so it does after the server couldn't read the events for a while.
#[apply(each_engine_threaded!)]
async fn a_revoked_token_closes_the_connection_within_a_second(app: TestApp) {
    let others = app.caller(1, &[]).await;
    let replica = app.replica().await;
    let has_failed = Arc::new(AtomicBool::new(false));
    let fails = Arc::clone(&has_failed);
    replica.state.database.background.set_metric_callback(move |run| {
        fails.fetch_or(run.failed, Ordering::Relaxed);
    });
    let server = Server::start(&replica, without_checks()).await;
    let mut living = server.connected(&others).await;
    for (id, how) in (2..).zip(["an import", "an operator", "an operator after a failure"]) {
        let (token, email) = (app.caller(id, &["a.view"]).await, format!("caller{id}@example.com"));
        let mut socket = server.connected(&token).await;
        socket.subscribe("1", "{ viewer { permissions } }").await;
        let viewer = socket.message().await["payload"]["data"]["viewer"].clone();
        assert_eq!(viewer, json!({ "permissions": ["a.view"] }), "{how}");
        assert_eq!(socket.message().await["type"], "complete", "{how}");
        if how.ends_with("failure") {
            has_failed.store(false, Ordering::Relaxed);
            app.execute("ALTER TABLE record_events RENAME TO elsewhere").await;
            while !has_failed.load(Ordering::Relaxed) {
                sleep(Duration::from_millis(5)).await;
            }
            app.execute("ALTER TABLE elsewhere RENAME TO record_events").await;
        }
        let record = json!({ "id": id, "user_id": id, "token_hash": hash(&token),
            "expires_at": "2100-01-01T00:00:00Z", "revoked_at": "2026-01-01T00:00:00Z" });
        let line = json!({ "kind": "access_tokens", "record": record }).to_string();
        let started = Instant::now();
        let revoked = match how {
            "an import" => app.import(Conflict::Update, line).await.unwrap().changed,
            _ => revoke_all_tokens(&app.state, &email).await.unwrap(),
        };
        assert_eq!(revoked, 1, "{how}");
        assert_eq!(socket.closed().await, (UNAUTHORIZED, "Unauthorized".to_owned()), "{how}");
        assert!(started.elapsed() < SOON, "{how}: {:?}", started.elapsed());
        let events = format!(
            "record_events WHERE kind = 'User' AND record_id = {id} AND owner_id = {id} \
             AND action = 'updated'"
        );
        assert_eq!(app.count(&events).await, 1, "{how}");
    }
    living.send(json!({ "type": "ping" })).await;
    assert_eq!(living.message().await, json!({ "type": "pong" }));
}

/// A connection looks after its credential when its own account has changed, and no other.
#[apply(each_engine_threaded!)]
async fn changes_of_others_are_passed_over(app: TestApp) {
    let token = app.caller(1, &[]).await;
    let changes = &app.state.credential_changes;
    let mut first = changes.subscribe();
    let server = Server::start(&app, without_checks()).await;
    assert!(first.recv().await.unwrap().includes(1), "the first poll knows nothing");
    drop(first);
    let mut socket = server.connected(&token).await;
    let change = async |account: i64| {
        changes.send(AffectedAccounts::Accounts(Arc::new([account].into()))).unwrap();
        while !changes.is_empty() {
            sleep(Duration::from_millis(5)).await;
        }
    };
    // It takes a change once it is done with the look before.
    change(2).await;
    app.execute("UPDATE access_tokens SET revoked_at = created_at").await;
    app.state.caches.clear(Stale::Credentials);
    change(2).await;
    change(2).await;
    assert_eq!(changes.receiver_count(), 1, "it has looked after its credential");
    change(1).await;
    assert_eq!(socket.closed().await, (UNAUTHORIZED, "Unauthorized".to_owned()));
}

/// Operations on a connection run with the current permissions.
#[apply(each_engine_threaded!)]
async fn permission_changes_apply_to_open_connections(app: TestApp) {
    let token = app.caller(1, &["locales.view"]).await;
    let server = Server::start(&app, Settings::default()).await;
    let mut socket = server.connected(&token).await;
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
        sleep(Duration::from_millis(50)).await;
    }
}
