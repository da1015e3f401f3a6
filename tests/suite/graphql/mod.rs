//! The GraphQL API: errors, documents, variables and HTTP (D13, D14, D20, D21).

mod errors;
mod graphiql;
mod http;
mod introspection;
mod invalid;
mod selections;
mod variables;

use serde_json::{Value as Json, json};

use crate::support::{TestApp, fixture, uuid};

/// A deleted report of an account.
fn report(number: i64, owner: i64) -> Json {
    json!({
        "id": number,
        "uuid": uuid(number),
        "title": format!("Report {number}"),
        "user_id": owner,
        "deleted_at": "2026-01-02T03:04:05Z",
    })
}

/// Two accounts, a locale, a notification and deleted reports; returns a token with all
/// permissions.
async fn setup(app: &TestApp) -> String {
    let token = app.caller(1, &["*"]).await;
    let other = json!({ "id": 2, "uuid": uuid(2), "email": "two@example.com" });
    app.load(fixture("users", [other])).await;
    let notification = json!({
        "id": 1, "uuid": uuid(1), "user_id": 2, "sender_id": 1,
        "type": "warning", "title": "Storm", "message": "Double your lines.",
    });
    let locale = json!({ "code": "pt-BR", "name": "Portuguese", "native_name": "Português", "sort_order": 7 });
    app.load(fixture("notifications", [notification]))
        .await
        .load(fixture("locales", [locale]))
        .await
        .load(fixture("reports", (1..=4).map(|number| report(number, 1))))
        .await;
    token
}
