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

use axum::{
    body::Body,
    http::{
        Request,
        header::{AUTHORIZATION, CONTENT_TYPE},
    },
};
use serde_json::{Value as Json, json};

use crate::{
    call::{Api, document},
    contract::{Act, Operation},
    support::{Response, TestApp, fixture, uuid},
};

const KEY: &str = "idempotency-key";
const REPLAYED: &str = "idempotent-replayed";
/// A timestamp in the past.
const BEFORE: &str = "2026-01-02T03:04:05Z";

/// A request with these headers.
fn request(
    method: &str,
    path: &str,
    token: &str,
    headers: &[(&str, &str)],
    body: Option<&Json>,
) -> Request<Body> {
    let request = Request::builder().method(method).uri(path);
    let request = request.header(AUTHORIZATION, format!("Bearer {token}"));
    let request = request.header(CONTENT_TYPE, "application/json");
    let request =
        headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    request.body(body.map_or_else(Body::empty, |body| Body::from(body.to_string()))).unwrap()
}

/// Sends a REST request with an idempotency key.
pub async fn rest(
    app: &TestApp,
    token: &str,
    key: &str,
    method: &str,
    path: &str,
    body: Option<&Json>,
) -> Response {
    app.send(request(method, path, token, &[(KEY, key)], body)).await
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

/// Requests a documented operation with an idempotency key.
async fn perform(
    app: &TestApp,
    api: Api,
    operation: &Operation,
    record: &str,
    token: &str,
    key: &str,
) -> Response {
    let (body, changes) = (operation.body)();
    if api == Api::Graphql {
        let variables = json!({ "key": record, "changes": changes });
        return graphql(app, token, key, &document(operation), variables).await;
    }
    let body = matches!(operation.act, Act::Update { .. }).then_some(&body);
    rest(app, token, key, operation.method(), &operation.path_to(record), body).await
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
