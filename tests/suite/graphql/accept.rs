//! Content negotiation: `Accept` chooses the media type of a response, or a stream.

use axum::http::header::CONTENT_TYPE;
use serde_json::json;

use crate::support::{Engine, TestApp, request};

/// Media types of responses; `NONE`: the client accepts none.
const JSON: &str = "application/json";
const STRICT: &str = "application/graphql-response+json";
const EVENTS: &str = "text/event-stream";
const PARTS: &str = "multipart/mixed";
const NONE: &str = "406";

/// `Accept`, the media type of a query's response, and that of a subscription: an error where no stream is
/// accepted.
const CASES: &[(Option<&str>, &str, &str)] = &[
    (None, JSON, JSON),
    (Some("*/*"), JSON, JSON),
    (Some("application/*"), JSON, JSON),
    (Some(JSON), JSON, JSON),
    (Some(STRICT), STRICT, STRICT),
    (Some("application/graphql-response+json; charset=utf-8, application/json"), JSON, JSON),
    (Some("application/graphql-response+json, application/json;q=0.9"), STRICT, STRICT),
    (Some("application/json;q=0.5, application/graphql-response+json;q=0.4"), JSON, JSON),
    (Some("application/graphql-response+json, */*;q=0.1"), STRICT, STRICT),
    (Some("application/json;q=0, application/graphql-response+json"), STRICT, STRICT),
    (Some("application/json;q=0, */*"), STRICT, STRICT),
    (Some("text/html, */*"), JSON, JSON),
    (Some("text/html"), NONE, NONE),
    (Some("application/json;q=0"), NONE, NONE),
    (Some(""), JSON, JSON),
    (Some(" , "), JSON, JSON),
    (Some(EVENTS), EVENTS, EVENTS),
    (Some("TEXT/event-stream; charset=utf-8"), EVENTS, EVENTS),
    (Some("text/event-stream;q=0"), NONE, NONE),
    (Some("text/*"), NONE, NONE),
    (Some("application/json, text/event-stream"), JSON, EVENTS),
    (Some("application/json;q=0.5, text/event-stream"), JSON, EVENTS),
    (Some("multipart/mixed, application/json;q=0.9"), JSON, JSON),
    (
        Some("text/event-stream, multipart/mixed, application/graphql-response+json;q=0.5"),
        STRICT,
        EVENTS,
    ),
    (Some("application/json, text/event-stream;q=0"), JSON, JSON),
    (Some("application/graphql-response+json, text/event-stream;q=0.1"), STRICT, EVENTS),
    (Some("multipart/mixed;subscriptionSpec=1.0, application/json"), JSON, PARTS),
    (
        Some("multipart/mixed;boundary=graphql;subscriptionSpec=\"1.0\",application/json"),
        JSON,
        PARTS,
    ),
    (Some("Multipart/Mixed; subscriptionspec=1.0"), PARTS, PARTS),
    (Some("multipart/mixed;subscriptionSpec=1.0, text/event-stream"), EVENTS, EVENTS),
    (Some("multipart/mixed;subscriptionSpec=1.0, text/event-stream;q=0.5"), PARTS, PARTS),
    // Other protocols of `multipart/mixed`.
    (Some("multipart/mixed;deferSpec=20220824, application/json"), JSON, JSON),
    (Some("multipart/mixed;subscriptionSpec=2.0, application/json"), JSON, JSON),
    (Some("multipart/mixed"), NONE, NONE),
];

/// A client that takes another media type for no GraphQL gets errors before execution in its own.
#[tokio::test]
async fn accept_chooses_the_form_of_a_refusal() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    for (accept, query, _) in CASES {
        let headers: Vec<_> = accept.map(|it| ("accept", it)).into_iter().collect();
        let response = app.send(request("POST", "/graphql", None, &headers, "{}")).await;
        assert_eq!((response.status.as_u16(), response.code()), (401, Some("UNAUTHENTICATED")));
        let expected = if *query == STRICT { STRICT } else { JSON };
        let media_type = response.headers[CONTENT_TYPE].to_str().unwrap();
        assert_eq!(media_type.split(';').next(), Some(expected), "{accept:?}");
    }
}

#[tokio::test]
async fn accept_chooses_the_form_of_a_response() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let token = app.caller(1, &["*"]).await;
    for (accept, query, subscription) in CASES {
        for (document, expected) in [
            ("{ __typename }", query),
            ("subscription { recordChanged { position } }", subscription),
        ] {
            let headers: Vec<_> = accept.map(|it| ("accept", it)).into_iter().collect();
            let body = json!({ "query": document }).to_string();
            let request = request("POST", "/graphql", Some(&token), &headers, body);
            let response = app.send_raw(request).await;
            let media_type = response.headers()[CONTENT_TYPE].to_str().unwrap();
            let form = match response.status().as_u16() {
                406 => NONE,
                _ => media_type.split(';').next().unwrap(),
            };
            assert_eq!(form, *expected, "{accept:?} {document}");
        }
    }
}
