//! Many requests of few credentials, which share the connections to the database.

use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::run_concurrently;
use crate::support::{TestApp, apply, each_engine_threaded, fixture};

/// More than there are connections to PostgreSQL.
const REQUESTS: i64 = 48;

/// A request, and its status.
struct Sent {
    method: &'static str,
    path: &'static str,
    body: Json,
    has_key: bool,
    status: u16,
}

/// What the requests do, in turn.
fn requests(number: i64) -> Sent {
    let title = format!("number {number}");
    let create =
        "mutation($title: String!) { createReport(input: { title: $title }) { report { id } } }";
    let related = "mutation($title: String!) { createReport(input: { title: $title }) { report { \
                   user { email } history { nodes { actor { email } } } } } }";
    let list = "{ reports(first: 5) { nodes { title user { email } } totalCount } trashSummary { count } }";
    let graphql = |query: &str| json!({ "query": query, "variables": { "title": title } });
    let import =
        |locale: &str| json!({ "locale": locale, "group": "menu", "catalogue": { &title: "b" } });
    let (method, path, body, has_key, status) = match number % 10 {
        0 => ("POST", "/graphql", graphql(create), true, 200),
        1 => ("POST", "/graphql", graphql(related), true, 200),
        2 => ("POST", "/graphql", graphql(list), false, 200),
        3 => ("POST", "/api/v1/reports", json!({ "title": title }), true, 201),
        4 => ("POST", "/graphql", graphql(create), false, 200),
        5 => ("POST", "/api/v1/reports", json!({ "title": title }), false, 201),
        6 => ("POST", "/api/v1/reports", json!({ "title": title, "user_id": 99 }), true, 422),
        7 => ("POST", "/api/v1/admin/translations/import", import("none"), false, 422),
        8 => ("POST", "/api/v1/admin/translations/import", import("en"), true, 200),
        _ => ("PATCH", "/api/v1/admin/locales/en", json!({ "name": title }), false, 200),
    };
    Sent { method, path, body, has_key, status }
}

/// D23: each gets its turn, with many connections or one, since none waits for a connection while it
/// keeps others waiting for its own.
#[apply(each_engine_threaded!)]
async fn requests_with_keys_and_without_take_turns(app: TestApp) {
    app.load(fixture("locales", [json!({ "id": 1, "code": "en", "name": "English" })])).await;
    let tokens = [app.caller(1, &["*"]).await, app.caller(2, &["*"]).await];
    for connections in [12, 12, 1] {
        let app = Arc::new(app.with_connections(connections).await);
        let responses = run_concurrently(&app, REQUESTS, |app, number| {
            let token = tokens[usize::from(number % 4 == 0)].clone();
            async move {
                let Sent { method, path, body, has_key, status } = requests(number);
                let key = uuid::Uuid::new_v4().to_string();
                let headers = has_key.then_some(("idempotency-key", key.as_str()));
                let headers = Vec::from_iter(headers);
                (app.ask(method, path, Some(&token), &headers, body.to_string()).await, status)
            }
        });
        for (number, (response, status)) in responses.await.into_iter().enumerate() {
            let response = response.expect(status);
            if status == 200 {
                assert_eq!(response.error(), None, "{number}, {connections} connections");
            }
        }
    }
}
