//! Sending notifications (interface.md 4.5), through both faces.

mod accounts;
mod answers;
mod callers;
mod inputs;

use serde_json::{Value as Json, json};

use crate::{
    call::Face,
    change::{Verdict, send, verdict},
    support::{TestApp, fixture},
};

const FACES: [Face; 2] = [Face::Rest, Face::Graphql];

/// What has to be sent, to account 2.
fn whole() -> Json {
    json!({ "user_id": 2, "type": "info", "title": "Hello", "message": "There" })
}

/// What has to be sent, with changes.
fn whole_with(changes: &Json) -> Json {
    let mut body = whole();
    for (name, value) in changes.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

/// Accounts 1, who holds every permission and whose token it answers, 2, and 3, which is deleted.
async fn people(app: &TestApp) -> String {
    let rows = [
        json!({ "id": 2, "email": "two@example.com" }),
        json!({ "id": 3, "email": "three@example.com", "deleted_at": "2026-01-01T00:00:00Z" }),
    ];
    app.load(fixture("users", rows)).await;
    app.caller(1, &["*"]).await
}

/// Sends a notification and reads the answer. Exactly one row is made, or none where it's refused.
async fn sending(
    app: &TestApp,
    face: Face,
    token: Option<&str>,
    body: &Json,
    case: &str,
) -> Verdict {
    let before = app.count("notifications").await;
    let reply = send(app, face, token, body).await;
    let verdict = verdict(face, &reply, case);
    let made = i64::from(verdict == Verdict::Done);
    assert_eq!(app.count("notifications").await - before, made, "{case}: {}", reply.body);
    verdict
}
