//! Sending notifications through both APIs.

mod accounts;
mod callers;
mod inputs;
mod responses;

use serde_json::{Value as Json, json};

use crate::{
    call::Api,
    change::{Outcome, outcome, send},
    support::{TestApp, fixture, with},
};

const APIS: [Api; 2] = [Api::Rest, Api::Graphql];

/// The required fields, for account 2.
fn input() -> Json {
    json!({ "user_id": 2, "type": "info", "title": "Hello", "message": "There" })
}

/// The required fields, with changes.
fn input_with(changes: &Json) -> Json {
    with(input(), changes.clone())
}

/// Accounts 1, with every permission and whose token is returned, 2, and 3, which is deleted.
async fn accounts(app: &TestApp) -> String {
    let rows = [
        json!({ "id": 2, "email": "two@example.com" }),
        json!({ "id": 3, "email": "three@example.com", "deleted_at": "2026-01-01T00:00:00Z" }),
    ];
    app.load(fixture("users", rows)).await;
    app.caller(1, &["*"]).await
}

/// Sends a notification and reads the response. It adds exactly one row, or none when refused.
async fn sending(app: &TestApp, api: Api, token: Option<&str>, body: &Json, case: &str) -> Outcome {
    let before = app.count("notifications").await;
    let response = send(app, api, token, body).await;
    let outcome = outcome(api, &response, case);
    let made = i64::from(outcome == Outcome::Done);
    assert_eq!(app.count("notifications").await - before, made, "{case}: {}", response.body);
    outcome
}
