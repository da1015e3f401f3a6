//! How long responses are stored.

use std::time::Duration;

use serde_json::json;

use super::{is_replayed, send};
use crate::{
    call::{APIS, Api},
    support::{TestApp, apply, each_engine, from_now},
};

const DAY: i64 = 24 * 60 * 60;

/// Waits until this many responses are stored: expired ones are removed in the background.
async fn kept(app: &TestApp, count: i64) {
    let look = async {
        while app.count("idempotency_keys").await != count {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), look).await.unwrap();
}

/// For 24 hours; then the key can be used again, and the old response is removed.
#[apply(each_engine!)]
async fn responses_are_kept_for_a_day(app: TestApp, _admin: String) {
    let days = Duration::from_secs(3 * 24 * 60 * 60);
    let token = app.token_for("caller1@example.com", None, days).await;
    for api in APIS {
        assert!(!is_replayed(&send(&app, api, &token, &format!("{api:?}"), "a").await));
    }
    for n in 0..600 {
        let expires_at =
            if n < 599 { "2026-01-01 00:00:00+00:00" } else { "9999-01-01 00:00:00+00:00" };
        let row = format!(
            "INSERT INTO idempotency_keys (key_hash, sealed_answer, expires_at) \
             VALUES ('{n}', '', '{expires_at}')"
        );
        app.execute(&row).await;
    }
    let app = app.at(|| from_now(DAY - 60));
    for api in APIS {
        assert!(is_replayed(&send(&app, api, &token, &format!("{api:?}"), "a").await));
    }
    assert_eq!(app.count("notifications").await, 2);
    let app = app.at(|| from_now(DAY + 60));
    let again = send(&app, Api::Rest, &token, "Rest", "a").await.expect(201);
    assert!(!is_replayed(&again), "its time is over");
    assert_eq!(app.count("notifications").await, 3);
    // The reused key and the one stored longest remain; GraphQL's is removed, and so are all before
    // it.
    kept(&app, 2).await;
    assert!(is_replayed(&send(&app, Api::Rest, &token, "Rest", "a").await.expect(201)));
    let response = send(&app, Api::Graphql, &token, "Graphql", "a").await;
    assert!(!is_replayed(&response) && response.data()["sendNotification"] != json!(null));
}
