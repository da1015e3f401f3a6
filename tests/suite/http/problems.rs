//! Problem details (RFC 9457) for clients that ask for them.

use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use serde_json::{Value as Json, json};

use super::SEND;
use crate::support::{TestApp, apply, each_engine, fixture};

const EN: &str = "/api/v1/admin/locales/en";

#[apply(each_engine!)]
async fn errors_are_problem_details_on_request(app: TestApp, all: String) {
    let none = app.caller(2, &[]).await;
    app.load(fixture("locales", [json!({ "code": "en", "name": "English" })])).await;
    let restore = format!("{EN}/restore");
    let about = |status: u16, title: &str, detail: &str| json!({ "type": "about:blank", "title": title, "status": status, "detail": detail });
    let invalid = json!({ "sort_order": -1, "is_active": 1 });
    let mut problem = about(422, "Unprocessable Entity", "Validation failed");
    problem["errors"] = json!({
        "is_active": ["must be true or false"],
        "sort_order": ["must be an integer from 0 to 2147483647"],
    });
    let no_object = about(400, "Bad Request", "The body must be a JSON object");
    let live = about(400, "Bad Request", "Locale is not deleted");
    let method = about(405, "Method Not Allowed", "Method Not Allowed");
    let cases = [
        ("PATCH", EN, None, json!({}), about(401, "Unauthorized", "Unauthenticated")),
        ("PATCH", EN, Some(&none), json!({}), about(403, "Forbidden", "Forbidden")),
        ("PATCH", EN, Some(&all), json!([]), no_object),
        ("PATCH", EN, Some(&all), invalid, problem),
        ("POST", &restore, Some(&all), json!({}), live),
        ("TRACE", EN, Some(&all), json!({}), method),
        ("GET", "/api/v1/nothing", None, json!({}), about(404, "Not Found", "Not Found")),
    ];
    for (method, path, token, body, problem) in cases {
        let case = format!("{method} {path} {problem}");
        let ask = async |accept: Option<&str>| {
            let accept: Vec<_> = accept.map(|it| ("accept", it)).into_iter().collect();
            app.ask(method, path, token.map(String::as_str), &accept, body.to_string()).await
        };
        let usual = ask(None).await;
        assert_eq!(usual.headers[CONTENT_TYPE], "application/json", "{case}");
        for accept in ["application/problem+json", "application/json, application/problem+json"] {
            let response = ask(Some(accept)).await;
            assert_eq!(response.headers[CONTENT_TYPE], "application/problem+json", "{case}");
            assert_eq!(response.status, usual.status, "{case}");
            assert_eq!(response.body, problem, "{case}");
            let challenge =
                |headers: &axum::http::HeaderMap| headers.get(WWW_AUTHENTICATE).cloned();
            assert_eq!(challenge(&response.headers), challenge(&usual.headers), "{case}");
        }
        for accept in
            ["application/json", "*/*", "application/problem+json;q=0.1, application/json"]
        {
            let response = ask(Some(accept)).await;
            assert_eq!(response.body, usual.body, "{case}");
        }
    }
}

/// Nothing else changes: successes, and the errors of GraphQL.
#[apply(each_engine!)]
async fn other_answers_stay_as_they_are(app: TestApp, token: String) {
    app.load(fixture("locales", [json!({ "code": "en", "name": "English" })])).await;
    for (method, path, status, media_type) in [
        ("PATCH", EN, 200, "application/json"),
        ("GET", "/api/v1/openapi.json", 200, "application/json"),
        ("POST", "/graphql", 406, "application/json; charset=utf-8"),
    ] {
        let headers = [("accept", "application/problem+json")];
        let response = app.ask(method, path, Some(&token), &headers, "{}").await.expect(status);
        assert_eq!(response.headers[CONTENT_TYPE], media_type, "{path}");
    }
}

/// A stored response is stored as it was; whoever retries may ask for the other form.
#[apply(each_engine!)]
async fn a_replayed_error_has_the_form_that_is_asked_for(app: TestApp, token: String) {
    let ask = async |accept: &str| {
        let headers = [("idempotency-key", "one"), ("accept", accept)];
        app.ask("POST", SEND, Some(&token), &headers, "{}").await.expect(422)
    };
    let first = ask("application/problem+json").await;
    let again = ask("application/json").await;
    let third = ask("application/problem+json").await;
    assert_eq!(first.body, third.body);
    assert_eq!(again.headers["idempotent-replayed"], "true");
    assert_eq!(again.body["errors"], first.body["errors"]);
    assert_eq!(again.body["message"], first.body["detail"]);
    assert_eq!(first.body.get("message"), None::<&Json>);
    assert!(!first.headers.contains_key(RETRY_AFTER));
}
