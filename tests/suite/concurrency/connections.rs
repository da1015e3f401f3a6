//! Many requests of few credentials, which share the connections to the database.

use std::sync::Arc;

use axum::{body::Body, http::Request};
use serde_json::{Value as Json, json};

use super::run_concurrently;
use crate::support::{TestApp, apply, each_engine_threaded};

/// More than there are connections to PostgreSQL.
const REQUESTS: i64 = 48;

/// What the requests do, in turn: a path, a body and whether there is an `Idempotency-Key`.
fn requests(number: i64) -> (&'static str, Json, bool) {
    let title = format!("number {number}");
    let create =
        "mutation($title: String!) { createReport(input: { title: $title }) { report { id } } }";
    let related = "mutation($title: String!) { createReport(input: { title: $title }) { report { \
                   user { email } history { nodes { actor { email } } } } } }";
    let list = "{ reports(first: 5) { nodes { title user { email } } totalCount } trashSummary { count } }";
    let graphql = |query: &str| json!({ "query": query, "variables": { "title": title } });
    match number % 6 {
        0 => ("/graphql", graphql(create), true),
        1 => ("/graphql", graphql(related), true),
        2 => ("/graphql", graphql(list), false),
        3 => ("/api/v1/reports", json!({ "title": title }), true),
        4 => ("/graphql", graphql(create), false),
        _ => ("/api/v1/reports", json!({ "title": title }), false),
    }
}

/// D23: each gets its turn, since none waits for a connection while it keeps others waiting for its own.
#[apply(each_engine_threaded!)]
async fn requests_with_keys_and_without_take_turns(app: TestApp) {
    let app = Arc::new(app);
    let tokens = [app.caller(1, &["*"]).await, app.caller(2, &["*"]).await];
    for _ in 0..3 {
        let responses = run_concurrently(&app, REQUESTS, |app, number| {
            let token = tokens[usize::from(number % 4 == 0)].clone();
            async move {
                let (path, body, has_key) = requests(number);
                let mut request = Request::post(path)
                    .header("authorization", format!("Bearer {token}"))
                    .header("content-type", "application/json");
                if has_key {
                    request = request.header("idempotency-key", uuid::Uuid::new_v4().to_string());
                }
                app.send(request.body(Body::from(body.to_string())).unwrap()).await
            }
        });
        for (number, response) in responses.await.into_iter().enumerate() {
            assert!(response.status.is_success(), "{number}: {}", response.body);
            assert_eq!(response.error(), None, "{number}");
        }
    }
}
