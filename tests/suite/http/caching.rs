//! What clients and proxies may keep: documents by their tags, answers to a caller not at all.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, LOCATION, VARY, WWW_AUTHENTICATE};
use reinstate::api::graphql::Settings;
use serde_json::json;

use super::SEND;
use crate::support::{TestApp, apply, each_engine};

/// The documents that describe the APIs, without a credential: 304 for clients that have them.
#[apply(each_engine!)]
async fn documents_are_cached_by_their_tags(app: TestApp) {
    for (path, content_type, start) in [
        ("/api/v1/openapi.json", "application/json", "{\n"),
        ("/schema.graphql", "text/plain; charset=utf-8", "\"\"\""),
    ] {
        let mut tags = Vec::new();
        for accepts in ["identity", "gzip", "br", "zstd"] {
            let ask = async |known: &str| {
                let headers = [("accept-encoding", accepts), ("if-none-match", known)];
                app.ask("GET", path, None, &headers, "").await
            };
            let case = format!("{path} {accepts}");
            let got = ask("\"another\"").await.expect(200);
            for (name, value) in [
                (CONTENT_TYPE, content_type),
                (CACHE_CONTROL, "no-cache"),
                (VARY, "Accept-Encoding"),
            ] {
                assert_eq!(got.headers[&name], value, "{case}");
            }
            if accepts == "identity" {
                assert!(got.text.starts_with(start), "{case}: {:.99}", got.text);
            }
            let tag = got.headers[ETAG].to_str().unwrap().to_owned();
            for known in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()]
            {
                let kept = ask(&known).await.expect(304);
                assert_eq!((kept.text.as_str(), &kept.headers[ETAG]), ("", &got.headers[ETAG]));
                assert_eq!(kept.headers[CACHE_CONTROL], "no-cache", "{case}");
            }
            assert!(!tags.contains(&tag), "{case}: each coding has its own bytes");
            tags.push(tag);
        }
    }
}

#[apply(each_engine!)]
async fn the_schema_can_be_hidden(app: TestApp) {
    let mut app = app;
    let get = async |app: &TestApp| app.rest("GET", "/schema.graphql", None, None).await;
    assert_eq!(get(&app).await.expect(200).text, reinstate::api::graphql::sdl());
    app.configure(&Settings { trusted_only: true, ..Settings::default() });
    get(&app).await.expect(200);
    app.configure(&Settings { hide_schema: true, ..Settings::default() });
    get(&app).await.expect(404);
}

/// What depends on the caller is for the caller alone; errors may have another form for other clients.
#[apply(each_engine!)]
async fn answers_to_a_caller_are_not_kept(app: TestApp, token: String) {
    let sent = json!({ "user_id": 1, "type": "info", "title": "T", "message": "M" }).to_string();
    let query = r#"{"query":"{ viewer { permissions } }"}"#;
    let missing = "/api/v1/reports/00000000-0000-4000-8000-000000000001/restore";
    // A request, and what its response varies by.
    let cases = [
        ("POST", "/graphql", Some(&*token), query, 200, Some("Accept, Accept-Encoding")),
        ("POST", "/graphql", None, query, 401, Some("Accept, Accept-Encoding")),
        ("POST", "/graphql", Some(&*token), "{", 400, Some("Accept, Accept-Encoding")),
        ("POST", SEND, Some(&*token), &*sent, 201, None),
        ("POST", SEND, Some(&*token), "{}", 422, Some("Accept")),
        ("POST", missing, Some(&*token), "", 404, Some("Accept")),
        ("POST", missing, None, "", 401, Some("Accept")),
        ("GET", "/nothing", None, "", 404, Some("Accept")),
        ("GET", "/livez", None, "", 200, None),
        ("GET", "/readyz", None, "", 200, None),
    ];
    for (method, path, token, body, status, vary) in cases {
        let case = format!("{method} {path} {status}");
        let response = app.ask(method, path, token, &[], body.to_owned()).await;
        assert_eq!(response.status, status, "{case}: {}", response.text);
        assert_eq!(response.headers[CACHE_CONTROL], "private, no-store", "{case}");
        assert_eq!(response.headers["x-content-type-options"], "nosniff", "{case}");
        let varies = response.headers.get(VARY).map(|value| value.to_str().unwrap());
        assert_eq!(varies, vary, "{case}");
    }
    let events = [("accept", "text/event-stream")];
    let stream = app.ask("POST", "/graphql", Some(&token), &events, query).await.expect(200);
    assert_eq!(stream.headers[CACHE_CONTROL], "private, no-store");
    assert_eq!(stream.headers[VARY], "Accept");
}

/// RFC 6750: an error code only for a credential that was presented.
#[apply(each_engine!)]
async fn a_401_tells_whether_there_was_a_credential(app: TestApp) {
    let path = "/api/v1/reports/00000000-0000-4000-8000-000000000001/restore";
    for (credential, challenge) in [
        (None, "Bearer"),
        (Some("Basic YTpi"), "Bearer"),
        (Some("Bearer "), "Bearer"),
        (Some("Bearer rsat_unknown"), "Bearer error=\"invalid_token\""),
        (Some("bearer nonsense"), "Bearer error=\"invalid_token\""),
    ] {
        for (method, path) in
            [("POST", path), ("POST", "/graphql"), ("GET", "/graphql?query=%7Ba%7D")]
        {
            let case = format!("{method} {path} {credential:?}");
            let headers: Vec<_> = credential.map(|it| ("authorization", it)).into_iter().collect();
            let response = app.ask(method, path, None, &headers, "{}").await.expect(401);
            assert_eq!(response.headers[WWW_AUTHENTICATE], challenge, "{case}");
        }
    }
}

/// RFC 9110, 15.3.2: where the created record is.
#[apply(each_engine!)]
async fn a_created_record_has_a_location(app: TestApp, token: String) {
    let body = json!({ "user_id": 1, "type": "info", "title": "T", "message": "M" });
    let created = app.rest("POST", SEND, Some(&token), Some(&body)).await.expect(201);
    let location = created.headers[LOCATION].to_str().unwrap();
    assert_eq!(location, format!("notifications/{}", created.body["uuid"].as_str().unwrap()));
    let location = &format!("/api/v1/{location}");
    let change = json!({ "title": "Another" });
    let changed = app.rest("PATCH", location, Some(&token), Some(&change)).await.expect(200);
    assert_eq!(changed.body["title"], "Another");
    assert!(!changed.headers.contains_key(LOCATION));
}
