//! D5, D20: unknown paths and methods, answered before authentication.

use std::collections::BTreeSet;

use axum::http::header::ALLOW;
use serde_json::json;

use super::{assert_refused, documented};
use crate::support::{Response, TestApp, apply, each_engine};

/// 404 `Not Found` in JSON, under /api and elsewhere, for every caller.
#[apply(each_engine!)]
async fn unknown_paths_are_not_found(app: TestApp, token: String) {
    let mut paths: Vec<String> = [
        "/",
        "/api",
        "/api/",
        "/api/v1",
        "/api/v1/",
        "/api/v1/nothing",
        "/api/v1/organizations/a/b/restore",
        "/api/v1/organizations/a/restored",
        "/api/v1/organizations/a/rotate",
        "/api/v1/api-keys/a/b/rotate",
        "/api/v1/locales/en/restore",
        "/api/v1/translations/1/restore",
        "/api/v1/admin/currencies/EUR/restore",
        "/api/v1/api-keys/a/restore",
        "/api/v1/api_keys/a",
        "/api/v1/Organizations/a/restore",
        "/API/v1/organizations/a/restore",
        "/api/v2/organizations/a/restore",
        "//api/v1/organizations/a/restore",
        "/api/v1/%6Frganizations%2Fa/restore",
        "/organizations/a/restore",
        "/graphql/more",
        "/graphiql",
        "/livez/more",
        "/favicon.ico",
        "/%FF",
        "/api/%00",
    ]
    .map(str::to_owned)
    .into();
    // A trailing slash makes another path.
    paths.extend(documented().into_iter().map(|(path, _)| format!("{path}/")));
    paths.extend(["/graphql/", "/livez/", "/readyz/"].map(str::to_owned));
    for path in paths {
        for method in ["GET", "POST", "PATCH", "DELETE"] {
            for token in [None, Some(token.as_str()), Some("rsat_unknown")] {
                let case = format!("{method} {path}");
                let response = app.ask(method, &path, token, &[], "").await;
                assert_refused(&response, 404, &case);
                assert_eq!(response.message(), "Not Found", "{case}");
            }
        }
    }
}

/// 405, with exactly the documented methods in Allow.
#[apply(each_engine!)]
async fn other_methods_are_not_allowed(app: TestApp, token: String) {
    for (path, methods) in documented() {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "NONSENSE"] {
            if methods.contains(&method) {
                continue;
            }
            for token in [None, Some(token.as_str())] {
                let case = format!("{method} {path}");
                let response = app.ask(method, &path, token, &[], "").await;
                assert_refused(&response, 405, &case);
                let expected = methods.iter().copied().chain(["OPTIONS"]).collect();
                assert_eq!(allowed(&response), expected, "{case}");
            }
        }
    }
    for method in ["PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "NONSENSE"] {
        for token in [None, Some(token.as_str())] {
            let response = app.ask(method, "/graphql", token, &[], "").await.expect(405);
            assert_eq!(allowed(&response), ["GET", "HEAD", "OPTIONS", "POST"].into(), "{method}");
        }
    }
}

/// The methods that a response names.
fn allowed(response: &Response) -> BTreeSet<&str> {
    response.headers[ALLOW].to_str().unwrap().split(',').map(str::trim).collect()
}

/// `OPTIONS` says what a path takes, to every caller and without the database.
#[apply(each_engine!)]
async fn options_lists_the_methods_of_a_path(app: TestApp, token: String) {
    let read = ["GET", "HEAD", "OPTIONS"].as_slice();
    let mut paths: Vec<(String, Vec<&str>)> = documented();
    for (_, methods) in &mut paths {
        methods.push("OPTIONS");
    }
    let public = [
        "/api/v1/openapi.json",
        "/schema.graphql",
        "/livez",
        "/readyz",
        "/",
        "/docs",
        "/graphql/ws",
    ];
    paths.extend(public.map(|path| (path.to_owned(), read.to_vec())));
    paths.push(("/graphql".to_owned(), vec!["GET", "HEAD", "POST", "OPTIONS"]));
    for (path, methods) in paths {
        for token in [None, Some(token.as_str()), Some("rsat_unknown")] {
            let (statements, response) =
                app.statements(app.ask("OPTIONS", &path, token, &[], "")).await;
            assert_eq!((response.status.as_u16(), statements), (204, 0), "{path}");
            assert_eq!(response.text, "", "{path}");
            assert_eq!(allowed(&response), methods.iter().copied().collect(), "{path}");
            let patch = response.headers.get("accept-patch").map(|it| it.to_str().unwrap());
            let types = "application/json, application/merge-patch+json";
            assert_eq!(patch, methods.contains(&"PATCH").then_some(types), "{path}");
        }
    }
}

/// D13: an integer in a path is found in the spelling that is shown only.
#[apply(each_engine!)]
async fn integers_in_paths_are_exact(app: TestApp) {
    let fixtures = json!({
        "roles": [{ "id": 2, "name": "a" }],
        "locales": [{ "code": "en", "name": "English" }],
        "translations": [{ "id": 2, "key": "k", "locale": "en", "value": "v", "group": "g" }],
    });
    let token = app.setup(fixtures).await;
    for path in ["/api/v1/roles/{}", "/api/v1/roles/{}/events", "/api/v1/admin/translations/{}"] {
        for (id, status) in [("2", 200), ("02", 404), ("%2B2", 404), ("+2", 404), ("2.0", 404)] {
            let path = path.replace("{}", id);
            let response = app.rest("GET", &path, Some(&token), None).await;
            assert_eq!(response.status, status, "{path}: {}", response.text);
        }
    }
    for (method, path) in [
        ("PATCH", "/api/v1/roles/02"),
        ("DELETE", "/api/v1/roles/+2"),
        ("POST", "/api/v1/roles/02/restore"),
        ("DELETE", "/api/v1/access-tokens/01"),
        ("POST", "/api/v1/events/01/revert"),
        ("DELETE", "/api/v1/admin/translations/02"),
        ("POST", "/api/v1/admin/translations/+2/restore"),
    ] {
        let body = json!({ "name": "b" });
        let response = app.rest(method, path, Some(&token), Some(&body)).await;
        assert_eq!(response.status, 404, "{method} {path}: {}", response.text);
    }
}
