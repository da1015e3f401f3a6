//! `Idempotency-Key`: a repeated request gets the first response and runs once.

mod callers;
mod concurrency;
mod ended;
mod every_change;
mod parts;
mod quota;
mod refusals;
mod replays;
mod retention;

use serde_json::{Value as Json, json};

use crate::{
    call::Api,
    support::{Response, TestApp, fixture, uuid},
};

const KEY: &str = "idempotency-key";
const REPLAYED: &str = "idempotent-replayed";
/// A timestamp in the past.
const BEFORE: &str = "2026-01-02T03:04:05Z";

/// Sends a REST request with an idempotency key.
pub async fn rest(
    app: &TestApp,
    token: &str,
    key: &str,
    method: &str,
    path: &str,
    body: Option<&Json>,
) -> Response {
    let body = body.map(Json::to_string).unwrap_or_default();
    app.ask(method, path, Some(token), &[(KEY, key)], body).await
}

/// Sends a document with an idempotency key.
pub async fn graphql(
    app: &TestApp,
    token: &str,
    key: &str,
    query: &str,
    variables: Json,
) -> Response {
    let body = json!({ "query": query, "variables": variables });
    rest(app, token, key, "POST", "/graphql", Some(&body)).await
}

/// Sends a notification to account 1 with an idempotency key.
pub async fn send(app: &TestApp, api: Api, token: &str, key: &str, title: &str) -> Response {
    if api == Api::Rest {
        let body = json!({ "user_id": 1, "type": "info", "title": title, "message": "There" });
        return rest(app, token, key, "POST", "/api/v1/notifications", Some(&body)).await;
    }
    let query = "mutation($title: String!) { sendNotification(input: { userId: 1, type: INFO, \
        title: $title, message: \"There\" }) { notification { uuid title user { email } } } }";
    graphql(app, token, key, query, json!({ "title": title })).await
}

/// Loads a deleted report of account 1 and returns the path that restores it.
async fn deleted_report(app: &TestApp, number: i64) -> String {
    let row = json!({ "id": number, "uuid": uuid(number), "title": "Arrivals", "user_id": 1,
        "deleted_at": BEFORE });
    app.load(fixture("reports", [row])).await;
    format!("/api/v1/reports/{}/restore", uuid(number))
}

/// Whether a response is a stored one.
pub fn is_replayed(response: &Response) -> bool {
    let header = response.headers.get(REPLAYED);
    assert!(header.is_none_or(|value| value == "true"), "{header:?}");
    header.is_some()
}

/// Asserts that the second response is the first one, replayed.
#[track_caller]
fn assert_same(first: &Response, second: &Response, case: &str) {
    assert!(!is_replayed(first), "{case}: the first is replayed");
    assert!(is_replayed(second), "{case}: {} {}", second.status, second.text);
    assert_eq!(second.status, first.status, "{case}");
    assert_eq!(second.text, first.text, "{case}");
    for name in ["content-type", "etag"] {
        assert_eq!(second.headers.get(name), first.headers.get(name), "{case}: {name}");
    }
}
