//! GraphQL over HTTP: statuses, headers and media types (D5, D20, D21). `http/bodies.rs` has bodies that are
//! no JSON, of another type or too large.

use axum::http::header::{ALLOW, CONTENT_TYPE};
use serde_json::json;

use super::{load_sample_records, uuid};
use crate::support::{TestApp, apply, each_engine, escaped};

const VIEWER: &str = "{ viewer { permissions } }";

/// 400: bodies that are no GraphQL request.
#[apply(each_engine!)]
async fn bodies_without_a_request_are_refused(app: TestApp) {
    let token = load_sample_records(&app).await;
    let deep = "[".repeat(20_000);
    let members = [
        "\"variables\": []",
        "\"variables\": \"{}\"",
        "\"variables\": 1",
        "\"operationName\": 1",
        "\"extensions\": []",
        &format!("\"variables\": {{\"v\": {deep}"),
        &format!("\"variables\": {{\"v\": {deep}{}}}", "]".repeat(20_000)),
    ];
    let queries = [
        "{}",
        "[{\"query\": \"{ __typename }\"}]",
        "{\"query\": null}",
        "{\"query\": 1}",
        "{\"query\": [\"{ __typename }\"]}",
        "{\"document\": \"{ __typename }\"}",
        "{\"query\": \"{ __typename }\"} more",
    ];
    let members = members.map(|it| format!("{{\"query\": \"{{ __typename }}\", {it}}}"));
    for body in queries.map(str::to_owned).into_iter().chain(members) {
        let response =
            app.ask("POST", "/graphql", Some(&token), &[], body.clone()).await.expect(400);
        assert_eq!(response.names(), ["errors"], "{body:.200}");
        assert_eq!(response.code(), Some("BAD_REQUEST"), "{body:.200}");
    }
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

/// A document that can't be executed: clients that accept GraphQL's media type get it, with an
/// error status. `accept.rs` has the other forms of `Accept`.
#[apply(each_engine!)]
async fn errors_have_a_status_under_graphqls_media_type(app: TestApp) {
    let token = load_sample_records(&app).await;
    let graphql = "application/graphql-response+json";
    let refused = "mutation { restoreLocale(code: \"pt-BR\") { restored } }";
    for (query, accept, status) in [
        (VIEWER, graphql, 200),
        (refused, graphql, 200),
        ("{ nonsense }", graphql, 400),
        ("{", graphql, 400),
        (refused, "application/json", 200),
    ] {
        let body = json!({ "query": query }).to_string();
        let headers = [("accept", accept)];
        let response =
            app.ask("POST", "/graphql", Some(&token), &headers, body).await.expect(status);
        let answered = response.headers[CONTENT_TYPE].to_str().unwrap();
        assert_eq!(answered.split(';').next(), Some(accept), "{query}");
        assert_eq!(response.body.get("data").is_some(), status == 200, "{query} {accept}");
    }
}

/// GET runs queries only, so a link can't change anything.
#[apply(each_engine!)]
async fn get_runs_no_mutation(app: TestApp) {
    let token = load_sample_records(&app).await;
    let query = format!("mutation {{ restoreReport(uuid: \"{}\") {{ restored }} }}", uuid(1));
    let path = format!("/graphql?query={}", escaped(&query));
    let response = app.rest("GET", &path, Some(&token), None).await.expect(405);
    assert_eq!(response.headers[ALLOW], "POST");
    let row = app.row("reports", 1).await.unwrap();
    assert!(row["deleted_at"].is_string(), "{row}");
}

/// GraphQL over HTTP: parameters of a `GET` that are empty are absent. So is an empty `Accept`.
#[apply(each_engine!)]
async fn empty_parameters_are_absent(app: TestApp) {
    let token = load_sample_records(&app).await;
    for (parameters, status) in [
        ("&operationName=", 200),
        ("&variables=", 200),
        ("&extensions=", 200),
        ("&operationName=&variables=&extensions=", 200),
        ("&operationName=A&variables=%7B%7D&extensions=%7B%7D", 200),
        ("&variables=a", 400),
        ("&extensions=[]", 400),
    ] {
        let path = format!("/graphql?query=query%20A%7B__typename%7D{parameters}");
        for accept in ["*/*", "", " , "] {
            app.ask("GET", &path, Some(&token), &[("accept", accept)], "").await.expect(status);
        }
    }
}
