//! Pages of other origins (CORS), and the origins of WebSockets.

use axum::{
    body::Body,
    http::{
        HeaderMap, HeaderValue, Request,
        header::{
            ACCESS_CONTROL_ALLOW_CREDENTIALS, ACCESS_CONTROL_ALLOW_HEADERS,
            ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
            ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ALLOW, VARY,
        },
    },
};
use reinstate::api::http::{Origin, Origins};
use serde_json::json;

use crate::support::{Response, TestApp, apply, each_engine, request};

const PAGE: &str = "https://app.example.com";
const OTHER: &str = "https://evil.example";
const RESTORE: &str = "/api/v1/reports/00000000-0000-4000-8000-000000000001/restore";

fn listed(origins: &[&str]) -> Origins {
    let origins: Vec<_> = origins.iter().map(|origin| origin.parse().unwrap()).collect();
    Origins::listed(&origins).unwrap()
}

fn preflight(path: &str, origin: &str, method: &str) -> Request<Body> {
    let headers = [
        ("origin", origin),
        ("access-control-request-method", method),
        ("access-control-request-headers", "authorization,content-type,if-match"),
    ];
    request("OPTIONS", path, None, &headers, "")
}

/// The values of a header, in lower case.
fn values(headers: &HeaderMap, name: &axum::http::HeaderName) -> Vec<String> {
    let values = headers.get_all(name).iter().flat_map(|value| value.to_str().unwrap().split(','));
    values.map(|value| value.trim().to_ascii_lowercase()).collect()
}

/// Asserts what every response to a page of that origin says.
#[track_caller]
fn assert_shown(response: &Response, origin: Option<&str>, case: &str) {
    let headers = &response.headers;
    let allowed = headers.get(ACCESS_CONTROL_ALLOW_ORIGIN).map(|it| it.to_str().unwrap());
    assert_eq!(allowed, origin, "{case}");
    assert_eq!(
        values(headers, &VARY).contains(&"origin".to_owned()),
        origin != Some("*"),
        "{case}"
    );
    assert!(headers.get(ACCESS_CONTROL_ALLOW_CREDENTIALS).is_none(), "{case}");
    assert!(headers.contains_key("x-request-id"), "{case}");
}

/// A preflight needs no credential and asks no database.
#[apply(each_engine!)]
async fn preflights_are_answered(app: TestApp) {
    let mut app = app;
    app.allow_origins(listed(&[PAGE, "http://localhost:5173"]));
    for (path, method) in [
        ("/graphql", "POST"),
        ("/api/v1/admin/locales/en", "PATCH"),
        (RESTORE, "POST"),
        ("/api/v1/openapi.json", "GET"),
        ("/schema.graphql", "GET"),
        ("/nothing", "PUT"),
    ] {
        for (origin, allowed) in [(PAGE, true), ("http://localhost:5173", true), (OTHER, false)] {
            let case = format!("{method} {path} {origin}");
            let (statements, response) =
                app.statements(app.send(preflight(path, origin, method))).await;
            assert_eq!((response.status.as_u16(), statements), (200, 0), "{case}");
            assert_shown(&response, allowed.then_some(origin), &case);
            let methods = values(&response.headers, &ACCESS_CONTROL_ALLOW_METHODS);
            assert!(methods.contains(&method.to_ascii_lowercase()), "{case}: {methods:?}");
            let names = values(&response.headers, &ACCESS_CONTROL_ALLOW_HEADERS);
            let expected = "authorization content-type if-match if-none-match idempotency-key \
                            last-event-id baggage sentry-trace traceparent tracestate x-request-id";
            assert_eq!(names.join(" "), expected, "{case}");
            assert_eq!(response.headers[ACCESS_CONTROL_MAX_AGE], "7200", "{case}");
        }
    }
    app.close_database().await;
    let response = app.send(preflight("/graphql", PAGE, "POST")).await.expect(200);
    assert_shown(&response, Some(PAGE), "without a database");
}

/// Errors too, since a page can't read an answer without the headers.
#[apply(each_engine!)]
async fn every_answer_can_be_read(app: TestApp, token: String) {
    let mut app = app;
    app.allow_origins(listed(&[PAGE]));
    let long = "x".repeat(1024 * 1024 + 1);
    let cases = [
        ("POST", "/graphql", Some(&*token), r#"{"query":"{__typename}"}"#, 200),
        // A body that is long enough to be compressed.
        ("POST", "/graphql", Some(&*token), r#"{"query":"{__schema{types{name}}}"}"#, 200),
        ("GET", "/graphql?query=%7B__typename%7D", Some(&*token), "", 200),
        ("POST", "/graphql", None, "{}", 401),
        ("POST", "/graphql", Some("rsat_none"), "{}", 401),
        ("POST", "/graphql", Some(&*token), "{", 400),
        ("POST", "/graphql", Some(&*token), &long, 413),
        ("PUT", "/graphql", Some(&*token), "", 405),
        ("POST", RESTORE, None, "", 401),
        ("POST", RESTORE, Some(&*token), "", 404),
        ("GET", RESTORE, Some(&*token), "", 405),
        ("POST", "/api/v1/notifications", Some(&*token), "{}", 422),
        ("GET", "/nothing", None, "", 404),
        ("GET", "/livez", None, "", 200),
        ("GET", "/api/v1/openapi.json", None, "", 200),
        ("OPTIONS", RESTORE, None, "", 204),
        ("OPTIONS", "/graphql", None, "", 204),
        ("OPTIONS", "/livez", None, "", 204),
    ];
    for (method, path, token, body, status) in cases {
        for (origin, allowed) in [(Some(PAGE), true), (Some(OTHER), false), (None, false)] {
            let case = format!("{method} {path} {status} {origin:?}");
            let headers: Vec<_> = origin.map(|it| ("origin", it)).into_iter().collect();
            let response = app.ask(method, path, token, &headers, body.to_owned()).await;
            assert_eq!(response.status, status, "{case}: {}", response.text);
            assert_shown(&response, origin.filter(|_| allowed), &case);
            if path.starts_with("/graphql") && method != "OPTIONS" {
                let mut varies = values(&response.headers, &VARY);
                varies.sort_unstable();
                assert_eq!(varies, ["accept", "accept-encoding", "origin"], "{case}");
            }
            let shown = values(&response.headers, &ACCESS_CONTROL_EXPOSE_HEADERS);
            let expected = "etag x-request-id retry-after idempotent-replayed ratelimit \
                            ratelimit-policy location link";
            assert_eq!(shown.join(" "), expected, "{case}");
            assert_eq!(
                response.headers.contains_key(ALLOW),
                [204, 405].contains(&status),
                "{case}"
            );
        }
    }
    app.close_database().await;
    let headers = [("origin", PAGE)];
    let response = app.ask("POST", RESTORE, Some(&token), &headers, "").await.expect(503);
    assert_shown(&response, Some(PAGE), "without a database");
}

#[apply(each_engine!)]
async fn any_origin_can_be_allowed(app: TestApp) {
    let mut app = app;
    app.allow_origins(listed(&["*"]));
    for request in [
        preflight("/graphql", OTHER, "POST"),
        request("POST", "/graphql", None, &[("origin", OTHER)], ""),
    ] {
        let response = app.send(request).await;
        assert_shown(&response, Some("*"), "any");
    }
}

/// Without the setting there is no header of CORS, and `OPTIONS` is a method like others.
#[apply(each_engine!)]
async fn nothing_is_allowed_by_default(app: TestApp) {
    for path in ["/graphql", RESTORE, "/schema.graphql"] {
        let response = app.send(preflight(path, PAGE, "POST")).await.expect(204);
        assert!(response.headers.contains_key(ALLOW), "{path}");
        let refused = app.ask("POST", path, None, &[("origin", PAGE)], "").await;
        for headers in [response.headers, refused.headers] {
            let names = headers.keys().map(|name| name.as_str());
            let cors: Vec<&str> = names.filter(|it| it.starts_with("access-control")).collect();
            assert!(cors.is_empty(), "{path}: {cors:?}");
            assert!(!values(&headers, &VARY).contains(&"origin".to_owned()), "{path}");
        }
    }
}

/// Browsers don't apply CORS to WebSockets, so the server does.
#[apply(each_engine!)]
async fn the_origin_of_a_websocket_is_checked(app: TestApp) {
    let mut app = app;
    let cases = [
        (Some(PAGE), true),
        (Some(OTHER), false),
        (Some("null"), false),
        // Programs send none.
        (None, true),
        // GraphiQL, behind a proxy that ends TLS or not.
        (Some("https://api.example.com"), true),
        (Some("http://api.example.com"), true),
        (Some("https://api.example.com:8443"), false),
        (Some("https://api.example.com.evil.example"), false),
    ];
    for is_listed in [true, false] {
        app.allow_origins(listed(&[if is_listed { PAGE } else { "*" }]));
        for (origin, allowed) in cases {
            let case = format!("{origin:?}");
            let mut headers = vec![("host", "api.example.com"), ("upgrade", "websocket")];
            headers.extend(origin.map(|it| ("origin", it)));
            // There is no connection here that could become a WebSocket.
            let response = app.ask("GET", "/graphql/ws", None, &headers, "").await;
            let status = if allowed || !is_listed { 400 } else { 403 };
            assert_eq!(response.status, status, "{case}: {}", response.text);
            if status == 403 {
                let message = "Pages of this origin can't open WebSockets here";
                assert_eq!(response.error(), Some(("FORBIDDEN", message)), "{case}");
            }
        }
        // Other requests are executed: CORS decides what their page may read.
        let token = app.caller(if is_listed { 1 } else { 2 }, &["*"]).await;
        let body = json!({ "query": "{ __typename }" }).to_string();
        let headers = [("origin", OTHER)];
        app.ask("POST", "/graphql", Some(&token), &headers, body).await.expect(200);
    }
}

#[test]
fn an_origin_is_read_as_browsers_send_it() {
    let cases = [
        ("https://app.example.com", Ok("https://app.example.com")),
        (" HTTPS://App.Example.COM:443 ", Ok("https://app.example.com")),
        ("http://localhost:5173", Ok("http://localhost:5173")),
        ("http://[::1]:80", Ok("http://[::1]")),
        ("https://b\u{fc}cher.example", Ok("https://xn--bcher-kva.example")),
        ("capacitor://localhost", Ok("capacitor://localhost")),
        ("*", Ok("*")),
        ("https://app.example.com/", Err("no path, not even a slash: https://app.example.com")),
        ("https://app.example.com/a?b", Err("https://app.example.com")),
        ("app.example.com", Err("such as https://app.example.com")),
        ("localhost:3000", Err("such as")),
        ("https://", Err("such as")),
        ("https://user@example.com", Err("such as")),
        ("https://*.example.com", Err("such as")),
        ("null", Err("such as")),
        ("", Err("such as")),
    ];
    for (text, expected) in cases {
        match (text.parse::<Origin>(), expected) {
            (Ok(origin), Ok(expected)) => {
                let read = Origins::listed(&[origin]).unwrap();
                assert!(read.allow(&HeaderValue::from_static(expected)), "{text:?}");
                let is_any = read.allow(&HeaderValue::from_static("https://another.example"));
                assert_eq!(is_any, expected == "*", "{text:?}");
            }
            (Err(problem), Err(expected)) => {
                assert!(problem.contains(expected), "{text:?}: {problem}");
            }
            (read, _) => panic!("{text:?}: {read:?}"),
        }
    }
}

#[test]
fn origins_are_allowed() {
    assert!(Origins::listed(&[]).is_none());
    let some = listed(&["https://a.example", "http://b.example:81"]);
    let any = listed(&["https://a.example", "*"]);
    // An origin, and whether a list, `*` and the demo allow it.
    let cases = [
        ("https://a.example", [true, true, false]),
        ("http://b.example:81", [true, true, false]),
        ("http://a.example", [false, true, false]),
        ("https://a.example:8443", [false, true, false]),
        ("https://a.example.evil.example", [false, true, false]),
        ("null", [false, true, false]),
        ("http://localhost", [false, true, true]),
        ("http://localhost:5173", [false, true, true]),
        ("https://127.0.0.1:1", [false, true, true]),
        ("http://[::1]:65535", [false, true, true]),
        ("http://[::1]", [false, true, true]),
        ("http://localhost:65536", [false, true, false]),
        ("http://localhost.example", [false, true, false]),
        ("http://localhost:1@example", [false, true, false]),
        ("ftp://localhost", [false, true, false]),
    ];
    for (origin, expected) in cases {
        let origin = HeaderValue::from_static(origin);
        let allowed = [&some, &any, &Origins::Loopback].map(|origins| origins.allow(&origin));
        assert_eq!(allowed, expected, "{origin:?}");
    }
}
