//! D24, D30: what is stored for an account under its keys is bounded.

use serde_json::json;

use super::{graphql, is_replayed, send};
use crate::{
    call::{APIS, Api},
    support::{Engine, TestApp, apply, each_engine, global_id},
};

/// A refusal that repeats nothing is small and stored; a large one is not, and a retry runs again.
#[apply(each_engine!)]
async fn a_large_refusal_is_not_stored(app: TestApp) {
    let token = app.caller(1, &[]).await;
    let query =
        "mutation($ids: [ID!]!) { deleteMany(ids: $ids) { outcomes { id error { code } } } }";
    let long = "k".repeat(1_900);
    let no_ids = vec![long.clone(); 500];
    let response = graphql(&app, &token, "a", query, json!({ "ids": no_ids })).await;
    assert_eq!(response.data()["deleteMany"]["outcomes"][0]["id"], json!(long[..64]));
    assert!(response.text.len() < 100_000, "{} bytes", response.text.len());
    assert_eq!(app.count("idempotency_keys").await, 0, "nothing was written");
    assert!(!is_replayed(&graphql(&app, &token, "a", query, json!({ "ids": no_ids })).await));
    let one = json!({ "ids": [global_id("Report", 1)] });
    graphql(&app, &token, "b", query, one.clone()).await.data();
    assert!(is_replayed(&graphql(&app, &token, "b", query, one).await), "a small refusal");
    assert_eq!(app.count("idempotency_keys").await, 1);
}

/// A caller without the permission has nothing stored through REST.
#[apply(each_engine!)]
async fn nothing_is_stored_without_the_permission(app: TestApp) {
    let token = app.caller(1, &[]).await;
    send(&app, Api::Rest, &token, "a", "t").await.expect(403);
    assert_eq!(app.count("idempotency_keys").await, 0);
}

/// Stored responses of account 1, by the number and the size of each.
async fn store(app: &TestApp, count: i64, bytes: i64) {
    let (numbers, blob, later) = match app.engine {
        Engine::Sqlite => (
            format!(
                "(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) \
                 SELECT i FROM n)"
            ),
            format!("zeroblob({bytes})"),
            "'2100-01-01 00:00:00.000000+00:00'",
        ),
        Engine::Postgres => (
            format!("(SELECT i FROM generate_series(1, {count}) AS i)"),
            format!("convert_to(repeat('0', {bytes}), 'UTF8')"),
            "'2100-01-01T00:00:00Z'",
        ),
    };
    app.execute(&format!(
        "INSERT INTO idempotency_keys (key_hash, sealed_answer, expires_at, credential) \
         SELECT CAST(i AS TEXT), {blob}, {later}, 'account 1' FROM {numbers} AS numbers"
    ))
    .await;
}

/// Account 1 gets 429, with any of its credentials; another account has its own quota.
async fn assert_is_full(app: &TestApp, token: &str) {
    for token in [token, &app.token("caller1@example.com", None).await] {
        for api in APIS {
            let response = send(app, api, token, "k", "t").await;
            assert_eq!(response.status, 429, "{api:?}: {}", response.text);
            assert!(response.headers.contains_key("retry-after"), "{api:?}");
        }
    }
    assert_eq!(app.count("notifications").await, 0, "nothing ran");
    let other = app.caller(2, &["*"]).await;
    send(app, Api::Rest, &other, "k", "t").await.expect(201);
    assert!(is_replayed(&send(app, Api::Rest, &other, "k", "t").await));
}

/// An account has 100,000 responses stored at most.
#[apply(each_engine!)]
async fn an_account_has_a_quota_of_keys(app: TestApp, token: String) {
    store(&app, 100_000, 1).await;
    assert_is_full(&app, &token).await;
}

/// And 64 MiB.
#[apply(each_engine!)]
async fn an_account_has_a_quota_of_bytes(app: TestApp, token: String) {
    store(&app, 64, 1024 * 1024).await;
    assert_is_full(&app, &token).await;
}
