//! Streamed responses: server-sent events and `multipart/mixed`.

use std::time::{Duration, Instant};

use axum::http::{
    Request,
    header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE},
};
use futures_util::future::join_all;
use reinstate::api::graphql::Settings;
use reinstate::api::graphql::transport::live::Timeouts;
use serde_json::json;

use super::{
    stream::{ACCEPTS, Item, Stream},
    subscriptions::{change, origin, reports},
};
use crate::support::{Engine, TestApp, apply, each_engine, escaped};

/// A query, a mutation, and a document that can't be executed: one `next`, then `complete`.
#[tokio::test]
async fn operations_are_answered_as_events() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let token = app.caller(1, &["*"]).await;
    let deleted =
        |code| json!({ "code": code, "name": code, "deleted_at": "2026-01-02T03:04:05Z" });
    app.load(json!({ "locales": [deleted("en"), deleted("de")] })).await;
    let once = async |accept: &str, query: &str| {
        let mut stream = Stream::accept(&app, &token, accept, query).await;
        assert_eq!(stream.item().await, Item::Comment);
        let Item::Next(outcome) = stream.item().await else { panic!("{query}") };
        assert_eq!(stream.item().await, Item::Complete);
        assert_eq!(stream.item().await, Item::End);
        outcome
    };
    for (accept, code) in ACCEPTS.into_iter().zip(["en", "de"]) {
        let read = once(accept, "{ viewer { permissions } }").await;
        assert_eq!(read, json!({ "data": { "viewer": { "permissions": ["*"] } } }));
        let restore = format!("mutation {{ restoreLocale(code: \"{code}\") {{ restored }} }}");
        let written = once(accept, &restore).await;
        assert_eq!(written, json!({ "data": { "restoreLocale": { "restored": true } } }));
        for document in ["{ unknown }", "{", &"{ a".repeat(2_000)] {
            let refused = once(accept, document).await;
            assert_eq!(refused["errors"][0]["extensions"]["code"], "BAD_REQUEST", "{document:.50}");
            assert_eq!(refused.get("data"), None, "{document:.50}");
        }
    }
}

/// An invalid request has an error status, like any other request.
#[tokio::test]
async fn invalid_requests_get_no_stream() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let token = app.caller(1, &["*"]).await;
    let mutation = "/graphql?query=mutation%7BrestoreLocale(code:%22en%22)%7Brestored%7D%7D";
    let query = "/graphql?query=%7B__typename%7D";
    let json = "application/json";
    let cases = [
        ("POST", "/graphql", None, json, "{}", 401),
        ("POST", "/graphql", Some("rsat_unknown"), json, "{}", 401),
        ("POST", "/graphql", Some(&*token), json, "{", 400),
        ("POST", "/graphql", Some(&*token), json, "{}", 400),
        ("POST", "/graphql", Some(&*token), "text/plain", "{}", 415),
        ("GET", mutation, Some(&*token), json, "", 405),
        ("GET", query, Some(&*token), json, "", 200),
        ("PUT", "/graphql", Some(&*token), json, "", 405),
    ];
    for (method, path, token, content_type, body, status) in cases {
        let headers = [("accept", "text/event-stream"), ("content-type", content_type)];
        let response = app.ask(method, path, token, &headers, body).await.expect(status);
        let streams =
            response.headers[CONTENT_TYPE].to_str().unwrap().starts_with("text/event-stream");
        assert_eq!(streams, status == 200, "{method} {path} {body}");
    }
}

/// Subscriptions need server-sent events or WebSocket; the error for other requests names both.
#[tokio::test]
async fn subscriptions_need_a_streaming_transport() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let token = app.caller(1, &["*"]).await;
    let query = "subscription { recordChanged { position } }";
    let get = format!("/graphql?query={}", escaped(query));
    let body = json!({ "query": query }).to_string();
    let cases = [
        (None, false),
        (Some("*/*"), false),
        (Some("application/json"), false),
        (Some("application/graphql-response+json"), false),
        (Some("application/json, text/event-stream"), true),
        (Some("application/graphql-response+json, text/event-stream, multipart/mixed"), true),
        (Some("multipart/mixed, application/json"), false),
        (Some("multipart/mixed;deferSpec=20220824, application/json"), false),
        (Some("multipart/mixed;subscriptionSpec=1.0, application/json"), true),
        (Some("multipart/mixed;boundary=graphql;subscriptionSpec=\"1.0\", */*"), true),
    ];
    for (accept, streams) in cases {
        for request in [Request::post("/graphql"), Request::get(&get)] {
            let mut request = request
                .header(AUTHORIZATION, format!("Bearer {token}"))
                .header(CONTENT_TYPE, "application/json");
            if let Some(accept) = accept {
                request = request.header(ACCEPT, accept);
            }
            let request = request.body(body.clone().into()).unwrap();
            if streams {
                assert_eq!(Stream::of(&app, request).await.item().await, Item::Comment);
                continue;
            }
            let response = app.send(request).await.expect(400);
            let (code, message) = response.error().unwrap();
            assert_eq!(code, "BAD_REQUEST");
            for transport in
                ["graphql-transport-ws", "/graphql/ws", "text/event-stream", "multipart/mixed"]
            {
                assert!(message.contains(transport), "{message}");
            }
        }
    }
}

/// A stream sends events as they occur, and continues after a position.
#[apply(each_engine!)]
async fn events_are_streamed(app: TestApp, token: String) {
    reports(&app, [(7, 1), (8, 1)]).await;
    let query = |after: &str| {
        format!(
            "subscription {{ recordChanged(kinds: [REPORT], after: \"{after}\") {{ position \
             record {{ databaseId ... on Report {{ user {{ email }} }} }} }} }}"
        )
    };
    let mut stream = Stream::ask(&app, &token, &query(&origin())).await;
    let mut after = String::new();
    let mut parts = Stream::accept(&app, &token, ACCEPTS[1], &query(&origin())).await;
    for id in [7, 8] {
        change(&app, &token, "delete", id).await;
        let received = stream.data().await["recordChanged"].clone();
        let user = json!({ "email": "caller1@example.com" });
        assert_eq!(received["record"], json!({ "databaseId": id, "user": user }));
        assert_eq!(parts.data().await["recordChanged"], received);
        if id == 7 {
            after = received["position"].as_str().unwrap().to_owned();
        }
    }
    let get = format!("/graphql?query={}", escaped(&query(&after)));
    let request = Request::get(get)
        .header(AUTHORIZATION, format!("Bearer {token}"))
        .header(ACCEPT, "text/event-stream");
    let mut stream = Stream::of(&app, request.body(Default::default()).unwrap()).await;
    assert_eq!(stream.data().await["recordChanged"]["record"]["databaseId"], json!(8));
}

/// A stream ends when it is refused, and within 10 seconds of its credential's end.
#[apply(each_engine!)]
async fn a_stream_ends_when_permission_or_credential_end(app: TestApp) {
    let token = app.caller(1, &[]).await;
    let query = "subscription { recordChanged { position } }";
    for accept in ACCEPTS {
        let mut stream = Stream::accept(&app, &token, accept, query).await;
        assert_eq!(stream.error_code().await, "FORBIDDEN", "{accept}");
    }
    app.caller(2, &["*"]).await;
    let email = "caller2@example.com";
    let expiring = app.token_for(email, None, Duration::from_secs(2)).await;
    let revoked = app.token(email, None).await;
    let mut streams = Vec::new();
    for accept in ACCEPTS {
        for token in [&expiring, &revoked] {
            streams.push(Stream::accept(&app, token, accept, query).await);
        }
    }
    let started = Instant::now();
    app.execute("UPDATE access_tokens SET revoked_at = expires_at WHERE user_id = 2").await;
    for code in join_all(streams.iter_mut().map(Stream::error_code)).await {
        assert_eq!(code, "UNAUTHENTICATED");
    }
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}

/// Comments keep an idle connection alive.
#[tokio::test]
async fn an_idle_stream_sends_comments() {
    let mut app = TestApp::start(Engine::Sqlite).await.unwrap();
    let timeouts = Timeouts { heartbeat: Duration::from_millis(50), ..Timeouts::default() };
    app.configure(&Settings { timeouts, ..Settings::default() });
    let token = app.caller(1, &["*"]).await;
    let query = "subscription { recordChanged { position } }";
    for accept in ACCEPTS {
        let mut stream = Stream::accept(&app, &token, accept, query).await;
        for _ in 0..5 {
            assert_eq!(stream.item().await, Item::Comment);
        }
    }
}
