//! GraphQL over HTTP: statuses, headers and media types (D5, D20, D21).

use axum::{
    body::Body,
    http::{
        Method, Request,
        header::{ACCEPT, ALLOW, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE},
        request::Builder,
    },
};
use serde_json::json;

use super::{load_sample_records, uuid};
use crate::support::{Response, TestApp, apply, each_engine};

const VIEWER: &str = "{ viewer { permissions } }";

fn post(token: &str) -> Builder {
    Request::post("/graphql").header(AUTHORIZATION, format!("Bearer {token}"))
}

async fn send(app: &TestApp, request: Builder, body: impl Into<Body>) -> Response {
    app.send(request.body(body.into()).unwrap()).await
}

/// The shape of errors before execution: a code, and no data.
fn assert_refused(response: &Response, status: u16, case: &str) {
    assert_eq!(response.status, status, "{case}: {}", response.text);
    let names: Vec<&str> = response.names();
    assert_eq!(names, ["errors"], "{case}");
    let error = &response.body["errors"][0];
    assert!(error["message"].as_str().is_some_and(|text| !text.is_empty()), "{case}");
    assert!(error["extensions"]["code"].is_string(), "{case}: {}", response.text);
    let content_type = response.headers[CONTENT_TYPE].to_str().unwrap();
    assert!(content_type.contains("json"), "{case}: {content_type}");
}

/// 400: bodies that are no GraphQL request.
#[apply(each_engine!)]
async fn bodies_without_a_request_are_refused(app: TestApp) {
    let token = load_sample_records(&app).await;
    let query = json!(VIEWER).to_string();
    let bodies = [
        String::new(),
        "{".to_owned(),
        "nonsense".to_owned(),
        "null".to_owned(),
        "1".to_owned(),
        query.clone(),
        "[]".to_owned(),
        format!("[{{\"query\": {query}}}]"),
        "{}".to_owned(),
        r#"{"query": null}"#.to_owned(),
        r#"{"query": 1}"#.to_owned(),
        r#"{"query": ["{ viewer { permissions } }"]}"#.to_owned(),
        r#"{"document": "{ viewer { permissions } }"}"#.to_owned(),
        format!("{{\"query\": {query}, \"variables\": []}}"),
        format!("{{\"query\": {query}, \"variables\": \"{{}}\"}}"),
        format!("{{\"query\": {query}, \"variables\": 1}}"),
        format!("{{\"query\": {query}, \"operationName\": 1}}"),
        format!("{{\"query\": {query}, \"extensions\": []}}"),
        format!("{{\"query\": {query}}} more"),
        format!("{{\"query\": {query}, \"variables\": {{\"v\": {}", "[".repeat(20_000)),
        format!(
            "{{\"query\": {query}, \"variables\": {{\"v\": {}{}}}}}",
            "[".repeat(20_000),
            "]".repeat(20_000)
        ),
    ];
    for body in bodies {
        let request = post(&token).header(CONTENT_TYPE, "application/json");
        let response = send(&app, request, body.clone()).await;
        assert_refused(&response, 400, &body);
        assert_eq!(response.error().map(|(code, _)| code), Some("BAD_REQUEST"), "{body}");
    }
    let request = post(&token).header(CONTENT_TYPE, "application/json");
    assert_refused(&send(&app, request, vec![0xff, 0xfe]).await, 400, "no UTF-8");
}

/// Members that may be omitted or null.
#[apply(each_engine!)]
async fn variables_and_operation_name_are_optional(app: TestApp) {
    let token = load_sample_records(&app).await;
    for body in [
        json!({ "query": VIEWER }),
        json!({ "query": VIEWER, "variables": null, "operationName": null, "extensions": null }),
        json!({ "query": VIEWER, "variables": {}, "extensions": {}, "unknown": 1 }),
    ] {
        let response = app.rest("POST", "/graphql", Some(&token), Some(&body)).await.expect(200);
        assert_eq!(*response.data(), json!({ "viewer": { "permissions": ["*"] } }), "{body}");
    }
}

/// 415 for other content types; parameters and case don't matter.
#[apply(each_engine!)]
async fn bodies_must_be_json(app: TestApp) {
    let token = load_sample_records(&app).await;
    let body = json!({ "query": VIEWER }).to_string();
    let refused = [
        Some("text/plain"),
        Some("application/graphql"),
        Some("application/x-www-form-urlencoded"),
        Some("multipart/form-data; boundary=x"),
        Some("application/jsonp"),
        Some("application/json; charset=utf-16"),
        Some(""),
        None,
    ];
    for content_type in refused {
        let request = match content_type {
            Some(content_type) => post(&token).header(CONTENT_TYPE, content_type),
            None => post(&token),
        };
        let response = send(&app, request, body.clone()).await;
        assert_refused(&response, 415, &format!("{content_type:?}"));
    }
    for content_type in ["application/json", "Application/JSON", "application/json; charset=utf-8"]
    {
        let request = post(&token).header(CONTENT_TYPE, content_type);
        send(&app, request, body.clone()).await.expect(200).data();
    }
}

/// 413 over 1 MiB, with and without a declared length.
#[apply(each_engine!)]
async fn bodies_have_a_limit(app: TestApp) {
    let token = load_sample_records(&app).await;
    let sized = |bytes: usize| {
        let body = json!({ "query": VIEWER }).to_string();
        format!("{body}{}", " ".repeat(bytes - body.len()))
    };
    let json = || post(&token).header(CONTENT_TYPE, "application/json");
    let response = send(&app, json(), sized(1024 * 1024)).await.expect(200);
    assert!(response.data()["viewer"].is_object());
    let undeclared = Body::from_stream(futures_util::stream::iter(
        [sized(1024 * 1024), " ".to_owned()].map(Ok::<_, std::io::Error>),
    ));
    assert_refused(&send(&app, json(), undeclared).await, 413, "chunked");
    assert_refused(&send(&app, json(), sized(1024 * 1024 + 1)).await, 413, "one more");
    let declared = json().header(CONTENT_LENGTH, 1024 * 1024 + 1);
    assert_refused(&send(&app, declared, Body::empty()).await, 413, "declared");
}

/// 405 with Allow, before 401 (D5).
#[apply(each_engine!)]
async fn other_methods_are_not_allowed(app: TestApp) {
    let token = load_sample_records(&app).await;
    for method in ["PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "NONSENSE"] {
        for token in [None, Some(token.as_str())] {
            let request = Request::builder()
                .method(Method::from_bytes(method.as_bytes()).unwrap())
                .uri("/graphql");
            let request = match token {
                Some(token) => request.header(AUTHORIZATION, format!("Bearer {token}")),
                None => request,
            };
            let response = send(&app, request, Body::empty()).await;
            assert_eq!(response.status, 405, "{method}: {}", response.text);
            let allow = response.headers[ALLOW].to_str().unwrap();
            assert!(allow.split(',').any(|allowed| allowed.trim() == "POST"), "{method}: {allow}");
        }
    }
}

/// A document that can't be executed: clients that accept GraphQL's media type get it, with an
/// error status.
#[apply(each_engine!)]
async fn errors_have_a_status_under_graphqls_media_type(app: TestApp) {
    let token = load_sample_records(&app).await;
    let graphql = "application/graphql-response+json";
    let refused = "mutation { restoreLocale(code: \"pt-BR\") { restored } }";
    let cases = [
        (VIEWER, graphql, 200, graphql),
        (refused, graphql, 200, graphql),
        ("{ nonsense }", graphql, 400, graphql),
        ("{", graphql, 400, graphql),
        (VIEWER, "application/json", 200, "application/json"),
        (refused, "application/json", 200, "application/json"),
        (VIEWER, "*/*", 200, "application/json"),
        (VIEWER, "text/html, application/graphql-response+json;q=0.5", 200, graphql),
    ];
    for (query, accept, status, content_type) in cases {
        let request = post(&token).header(CONTENT_TYPE, "application/json").header(ACCEPT, accept);
        let response = send(&app, request, json!({ "query": query }).to_string()).await;
        assert_eq!(response.status, status, "{query} {accept}: {}", response.text);
        let answered = response.headers[CONTENT_TYPE].to_str().unwrap();
        assert_eq!(answered.split(';').next(), Some(content_type), "{query} {accept}");
        let executed = query == VIEWER || query == refused;
        assert_eq!(response.body.get("data").is_some(), executed, "{query} {accept}");
    }
}

/// GET runs queries only, so a link can't change anything.
#[apply(each_engine!)]
async fn get_runs_no_mutation(app: TestApp) {
    let token = load_sample_records(&app).await;
    let query = format!("mutation {{ restoreReport(uuid: \"{}\") {{ restored }} }}", uuid(1));
    let query: String = query.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let request = Request::get(format!("/graphql?query={query}"))
        .header(AUTHORIZATION, format!("Bearer {token}"));
    let response = send(&app, request, Body::empty()).await;
    assert_eq!(response.status, 405, "{}", response.text);
    assert_eq!(response.headers[ALLOW], "POST");
    let row = app.row("reports", 1).await.unwrap();
    assert!(row["deleted_at"].is_string(), "{row}");
}

/// GraphQL over HTTP: parameters of a `GET` that are empty are absent. So is an empty `Accept`.
#[apply(each_engine!)]
async fn empty_parameters_are_absent(app: TestApp) {
    let token = load_sample_records(&app).await;
    let get = |parameters: &str, accept: &'static str| {
        let uri = format!("/graphql?query=query%20A%7B__typename%7D{parameters}");
        Request::get(uri).header(AUTHORIZATION, format!("Bearer {token}")).header(ACCEPT, accept)
    };
    for (parameters, status) in [
        ("&operationName=", 200),
        ("&variables=", 200),
        ("&extensions=", 200),
        ("&operationName=&variables=&extensions=", 200),
        ("&operationName=A&variables=%7B%7D&extensions=%7B%7D", 200),
        ("&variables=a", 400),
        ("&extensions=[]", 400),
    ] {
        for accept in ["*/*", "", " , "] {
            send(&app, get(parameters, accept), "").await.expect(status);
        }
    }
}
