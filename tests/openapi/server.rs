//! The server conforms to the document.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    http::{
        Method, Request, StatusCode,
        header::{ALLOW, AUTHORIZATION, CONTENT_TYPE, ETAG, LOCATION},
        response::Parts,
    },
};
use entity::Timestamp;
use http_body_util::BodyExt;
use reinstate::{
    api::graphql::Settings,
    app::App,
    clock::Clock,
    data::fixtures::Fixtures,
    kinds::{DEMO, DEMO_ACCOUNT},
    operations::accounts::{NewToken, issue_token},
    server,
    store::{Tables, database::Database},
};
use serde_json::{Value as Json, json};
use tower::ServiceExt;
use url::Url;

use crate::reading::{DOCUMENT, DOCUMENT_PATH, assert_fits, content, operations};

const NOW: &str = "2026-11-20T15:36:00.123456Z";

/// A server with the demo data, at the time of the examples, and a token with all permissions.
pub async fn demo() -> (Router, String) {
    let database = Database::open("sqlite::memory:").await.unwrap();
    database.migrate(&Tables).await.unwrap();
    let clock = Clock::showing(|| Timestamp::parse(NOW).unwrap());
    let app = Arc::new(App::new(database, clock));
    let fixtures = Fixtures::read(DEMO, app.clock.now()).unwrap();
    fixtures.load(&app, |_| {}).await.unwrap();
    let token = NewToken {
        email: DEMO_ACCOUNT.to_owned(),
        permissions: None,
        expires_in: Duration::from_secs(60),
        name: None,
        is_link: false,
    };
    let token = issue_token(&app, token).await.unwrap().reveal().to_owned();
    (server::router(app, &Settings::default()), token)
}

/// Sends a request and reads the response.
pub async fn send(
    router: &Router,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Json>,
) -> (Parts, Json) {
    let path = path.replace(' ', "%20");
    let mut request = Request::builder().method(method).uri(path);
    if let Some(token) = token {
        request = request.header(AUTHORIZATION, format!("Bearer {token}"));
    }
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    let request = request.header(CONTENT_TYPE, "application/json").body(body).unwrap();
    let (parts, body) = router.clone().oneshot(request).await.unwrap().into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    (parts, serde_json::from_slice(&bytes).unwrap_or_default())
}

#[tokio::test]
async fn the_router_has_the_described_methods_and_no_others() {
    let (router, _) = demo().await;
    let mut described: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for operation in operations() {
        let path = operation.example_path();
        let path = path.split('?').next().unwrap_or_default();
        let methods = described.entry(path.to_owned()).or_default();
        methods.insert(operation.method);
    }
    for (path, methods) in described {
        let (parts, _) = send(&router, Method::TRACE.as_str(), &path, None, None).await;
        assert_eq!(parts.status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
        let allowed = parts.headers[ALLOW].to_str().unwrap().split(',');
        // Every path has them, so they are not described.
        let allowed = allowed.filter(|method| !["HEAD", "OPTIONS"].contains(method));
        let allowed = allowed.map(str::to_owned).collect();
        assert_eq!(methods, allowed, "{path}");
    }
}

/// Each example request gets the example response.
#[tokio::test]
async fn the_server_answers_the_examples_as_described() {
    for operation in operations() {
        let (router, token) = demo().await;
        let (name, path) = (operation.name(), operation.example_path());
        if operation.path == DOCUMENT_PATH {
            let (parts, body) = send(&router, "GET", &path, None, None).await;
            assert_eq!(parts.headers[CONTENT_TYPE], "application/json");
            assert_eq!(body, *DOCUMENT);
            continue;
        }
        let (parts, body) = send(&router, &operation.method, &path, None, None).await;
        let described = operation.responses().find(|(status, _)| *status == 401).unwrap().1;
        assert_eq!(parts.status, 401, "{name}");
        assert_eq!(body, content(described)["example"], "{name}");

        let mut path = path;
        if operation.path.ends_with("/release") {
            let hold = path.replace("/release", "/hold");
            send(&router, "POST", &hold, Some(&token), None).await;
        } else if operation.method == "DELETE" && path.starts_with("/api/v1/trash/") {
            // The record of the examples is live.
            let trash = "/api/v1/trash?kinds=report&limit=1";
            let (_, page) = send(&router, "GET", trash, Some(&token), None).await;
            path = format!("/api/v1/trash/{}", page["data"][0]["global_id"].as_str().unwrap());
        }
        let mut token = token;
        if operation.path.ends_with("/sign-in") {
            let link = json!({ "link": true });
            let (_, made) =
                send(&router, "POST", "/api/v1/access-tokens", Some(&token), Some(&link)).await;
            token = made["value"].as_str().unwrap().to_owned();
        }
        let sent = operation.example_body();
        let (parts, mut body) = send(&router, &operation.method, &path, Some(&token), sent).await;
        let (status, described) = operation.success();
        if operation.path.contains("/operations/") {
            // The id of an operation is random.
            assert_eq!(parts.status, 404, "{name}: {body}");
            continue;
        }
        if operation.path.ends_with("/adopted/undo") {
            // It names no removal, and there is none.
            assert_eq!(parts.status, 400, "{name}: {body}");
            continue;
        }
        if operation.path.ends_with("/adopted/present") && operation.method != "GET" {
            // No table of another program is shown.
            assert_eq!(parts.status, 404, "{name}: {body}");
            continue;
        }
        assert_eq!(parts.status, status, "{name}: {body}");
        assert_fits(content(described), &body, &name);
        let example = &content(described)["example"];
        let mut unpredictable = Vec::new();
        if body.get("value").is_some_and(|_| path.contains("api-keys")) {
            unpredictable.extend(["value", "prefix", "last_four"]);
        }
        if status == 201 {
            unpredictable.push("uuid");
        }
        for field in unpredictable {
            if let Some(value) = body.get_mut(field) {
                *value = example[field].clone();
            }
        }
        // What is not of one kind has an example of what it can be.
        if operation.is_of_record() {
            assert_eq!(body, *example, "{name}");
        }
    }
}

/// Error responses, including their messages.
#[tokio::test]
async fn the_server_refuses_as_described() {
    let (router, token) = demo().await;
    for operation in operations().iter().filter(|operation| operation.path != DOCUMENT_PATH) {
        let refusals: BTreeMap<u16, &Json> = operation.responses().collect();
        let example = operation.example_path();
        let nowhere = operation
            .path
            .replace("{uuid}", "00000000-0000-4000-8000-000000000000")
            .replace("{code}", "xx")
            .replace("{id}", "0")
            + &operation.required_query();
        let wrong = json!({ "is_active": 1 });
        let body = operation.example_body();
        let mut tries = vec![];
        let mark = if example.contains('?') { '&' } else { '?' };
        let unknown = format!("{example}{mark}no_such_parameter=1");
        if operation.method == "GET" {
            tries.push((400, &unknown, None));
        }
        if operation.path.contains('{') && refusals.contains_key(&404) {
            tries.push((404, &nowhere, body.cloned()));
        }
        if operation.takes_body() {
            tries.push((400, &example, Some(json!([]))));
        }
        if operation.path.contains('{') && operation.takes_body() && operation.is_of_record() {
            tries.push((422, &example, Some(wrong)));
        }
        let live = refusals.get(&400).map(|described| &content(described)["example"]["message"]);
        let live = live.and_then(Json::as_str).is_some_and(|it| it.ends_with("is not deleted"));
        if !operation.takes_body() && live {
            tries.push((200, &example, None));
            tries.push((400, &example, None));
        }
        for (status, path, body) in tries {
            let name = format!("{} {path}", operation.method);
            let (parts, body) =
                send(&router, &operation.method, path, Some(&token), body.as_ref()).await;
            assert_eq!(parts.status, status, "{name}: {body}");
            if status != 200 {
                assert_eq!(body, content(refusals[&status])["example"], "{name}");
            }
        }
    }
}

/// RFC 9110, 15.3.2: each 201 says where what it created is. What can't be read can be deleted there.
#[tokio::test]
async fn what_is_created_has_a_location() {
    let created: Vec<_> = operations().into_iter().filter(|it| it.success().0 == 201).collect();
    assert!(created.len() > 12, "{}", created.len());
    for operation in created {
        let (router, token) = demo().await;
        let (name, path) = (operation.name(), operation.example_path());
        let body = operation.example_body();
        let (parts, _) = send(&router, &operation.method, &path, Some(&token), body).await;
        let location = parts.headers.get(LOCATION).unwrap_or_else(|| panic!("{name}: none"));
        // Relative to the URL of the request, as clients resolve it, also below a proxy's prefix.
        assert!(!location.as_bytes().starts_with(b"/"), "{name}: {location:?}");
        let base = Url::parse("http://example.com").unwrap().join(&path).unwrap();
        let location = base.join(location.to_str().unwrap()).unwrap().path().to_owned();
        let (read, body) = send(&router, "GET", &location, Some(&token), None).await;
        let status = match read.status {
            StatusCode::METHOD_NOT_ALLOWED => {
                send(&router, "DELETE", &location, Some(&token), None).await.0.status
            }
            status => status,
        };
        assert_eq!(status, StatusCode::OK, "{name}: {location} {body}");
        assert_eq!(read.headers.contains_key(ETAG), parts.headers.contains_key(ETAG), "{name}");
    }
}
