//! Several GraphQL requests in one body: refused unless enabled, then executed in order.

use reinstate::api::graphql::Settings;
use serde_json::{Value as Json, json};

use crate::support::{Engine, Response, TestApp, fixture};

async fn app(max_batch: usize) -> (TestApp, String) {
    let mut app = TestApp::start(Engine::Sqlite).await.unwrap();
    app.configure(&Settings { max_batch, ..Settings::default() });
    let token = app.caller(1, &["*"]).await;
    (app, token)
}

async fn send(app: &TestApp, token: &str, batch: &Json) -> Response {
    app.rest("POST", "/graphql", Some(token), Some(batch)).await
}

/// A refused batch is refused as a whole, and none of it runs.
#[tokio::test]
async fn batches_are_refused_as_a_whole() {
    let write = json!({ "query": "mutation { updateLocale(code: \"en\", changes: { name: \
         \"New\" }) { locale { name } } }" });
    let off = "Batches are not accepted: max-batch is 0";
    let cases = [
        (0, json!([write]), 400, off),
        (0, json!([]), 400, off),
        (2, json!([]), 400, "The batch is empty"),
        (
            2,
            json!([write, write, write]),
            400,
            "The batch exceeds max-batch, which is 2, with 3: send fewer requests in it",
        ),
        (2, json!([write, 1]), 400, "[1] of the batch must be a JSON object"),
        (2, json!([[write]]), 400, "[0] of the batch must be a JSON object"),
        (2, json!([write, { "query": "a".repeat(1024 * 1024) }]), 413, "Payload Too Large"),
        (2, json!("a batch"), 400, "The body must be a JSON object"),
    ];
    for (max_batch, batch, status, message) in cases {
        let (app, token) = app(max_batch).await;
        app.load(fixture("locales", [json!({ "id": 1, "code": "en", "name": "Old" })])).await;
        let response = send(&app, &token, &batch).await.expect(status);
        assert_eq!(response.error(), Some(("BAD_REQUEST", message)));
        assert_eq!(response.names(), ["errors"]);
        assert_eq!(app.stored("locales", 1).await["name"], "Old", "{message}");
    }
}

/// Each request sees the effects of those before it, and none keeps others from running.
#[tokio::test]
async fn requests_of_a_batch_run_in_order() {
    let (app, token) = app(10).await;
    app.load(fixture("locales", [json!({ "id": 1, "code": "en", "name": "0" })])).await;
    let read = json!({ "query": "{ locale(code: \"en\") { name } }" });
    let write = |name: &str| {
        json!({
            "query": "mutation($name: String) { updateLocale(code: \"en\", changes: { name: \
             $name }) { locale { name } } }",
            "variables": { "name": name },
        })
    };
    let batch = json!([
        read,
        write("1"),
        { "query": "{" },
        read,
        { "query": 1 },
        {},
        write(""),
        { "extensions": { "persistedQuery": { "sha256Hash": "unknown" } } },
        { "query": "{ viewer { permissions } }", "extensions": { "cost": true } },
        read,
    ]);
    let response = send(&app, &token, &batch).await.expect(200);
    let responses = response.body.as_array().unwrap();
    let name = |name: &str| json!({ "locale": { "name": name } });
    let expected = [
        Ok(name("0")),
        Ok(json!({ "updateLocale": name("1") })),
        Err("BAD_REQUEST"),
        Ok(name("1")),
        Err("BAD_REQUEST"),
        Err("BAD_REQUEST"),
        Err("VALIDATION_FAILED"),
        Err("PERSISTED_QUERY_NOT_FOUND"),
        Ok(json!({ "viewer": { "permissions": ["*"] } })),
        Ok(name("1")),
    ];
    assert_eq!(responses.len(), expected.len(), "{}", response.body);
    for (response, expected) in responses.iter().zip(expected) {
        let code = &response["errors"][0]["extensions"]["code"];
        match expected {
            Ok(data) => assert!(response["data"] == data && code.is_null(), "{response}"),
            Err(expected) => assert_eq!(code, expected, "{response}"),
        }
    }
    assert_eq!(responses[8]["extensions"]["cost"]["fields"], 2, "{}", responses[8]);
}

/// The credential is checked before the body, and the client chooses the media type.
#[tokio::test]
async fn a_batch_follows_the_rules_of_a_single_request() {
    let (app, token) = app(1).await;
    let batch = json!([{ "query": "{ unknown }" }]);
    app.rest("POST", "/graphql", None, Some(&batch)).await.expect(401);
    let cases = [
        (
            "application/graphql-response+json",
            200,
            "application/graphql-response+json; charset=utf-8",
        ),
        ("application/json", 200, "application/json; charset=utf-8"),
        ("text/event-stream", 406, "application/json; charset=utf-8"),
        ("text/html", 406, "application/json; charset=utf-8"),
    ];
    for (accept, status, content_type) in cases {
        let (headers, body) = ([("accept", accept)], batch.to_string());
        let response =
            app.ask("POST", "/graphql", Some(&token), &headers, body).await.expect(status);
        assert_eq!(response.headers["content-type"], content_type, "{accept}");
    }
}
