//! The GraphQL API: errors, documents, variables and HTTP (D13, D14, D20, D21).

mod accept;
mod codes;
mod errors;
pub mod every_field;
mod federation;
mod global_ids;
mod graphiql;
mod http;
mod interpreter;
mod introspection;
mod invalid;
mod rules;
mod selections;
mod variables;

use serde_json::{Value as Json, json};

use crate::support::{TestApp, uuid};

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
async fn load_sample_records(app: &TestApp) -> String {
    app.setup(json!({
        "users": [{ "id": 2, "uuid": uuid(2), "email": "two@example.com" }],
        "notifications": [{
            "id": 1, "uuid": uuid(1), "user_id": 2, "sender_id": 1,
            "type": "warning", "title": "Storm", "message": "Double your lines.",
        }],
        "locales": [{
            "code": "pt-BR", "name": "Portuguese", "native_name": "Português", "sort_order": 7,
        }],
        "reports": (1..=4).map(|id| report(id, 1)).collect::<Vec<_>>(),
    }))
    .await
}
