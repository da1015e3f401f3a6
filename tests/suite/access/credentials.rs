//! D1: which credentials are valid, and the response without one.

use std::{cell::Cell, time::Duration};

use axum::{
    body::Body,
    http::{
        HeaderValue, Request,
        header::{AUTHORIZATION, CONTENT_TYPE, WWW_AUTHENTICATE},
    },
};
use data_encoding::HEXLOWER;
use entity::Timestamp;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::{BEFORE, account};
use crate::{
    call::{APIS, Api},
    support::{Response, TestApp, apply, each_engine, fixture},
};

/// A request with these `Authorization` headers, to an operation that needs no permission.
async fn ask(app: &TestApp, api: Api, values: &[Vec<u8>]) -> Response {
    let (path, body) = match api {
        Api::Rest => ("/api/v1/users/00000000-0000-4000-8000-000000000000/restore", String::new()),
        Api::Graphql => ("/graphql", json!({ "query": "{ viewer { permissions } }" }).to_string()),
    };
    let request = Request::post(path).header(CONTENT_TYPE, "application/json");
    let request = values.iter().fold(request, |request, value| {
        request.header(AUTHORIZATION, HeaderValue::from_bytes(value).unwrap())
    });
    app.send(request.body(Body::from(body)).unwrap()).await
}

/// 401 with the API's error body, and the header that names the scheme.
fn assert_refused(response: &Response, api: Api, case: &str) {
    let body = match api {
        Api::Rest => json!({ "message": "Unauthenticated" }),
        Api::Graphql => json!({
            "errors": [{
                "message": "Unauthenticated",
                "extensions": { "code": "UNAUTHENTICATED" },
            }]
        }),
    };
    assert_eq!(response.status, 401, "{case} {api:?}: {}", response.text);
    assert_eq!(response.body, body, "{case} {api:?}");
    let challenge = response.headers[WWW_AUTHENTICATE].to_str().unwrap();
    let scheme = challenge.split(' ').next();
    assert_eq!(scheme, Some("Bearer"), "{case} {api:?}");
}

/// What a valid caller without permissions gets.
fn assert_accepted(response: &Response, api: Api, case: &str) {
    match api {
        Api::Rest => assert_eq!(response.message(), "User not found", "{case}"),
        Api::Graphql => assert!(response.data()["viewer"].is_object(), "{case}"),
    }
}

/// D1, D21: invalid credentials of every kind.
#[apply(each_engine!)]
async fn invalid_credentials_are_unauthenticated(app: TestApp, valid: String) {
    let expired = app.token_for("caller1@example.com", None, Duration::ZERO).await;
    let revoked = app.caller(2, &["*"]).await;
    app.execute("UPDATE access_tokens SET revoked_at = created_at WHERE user_id = 2").await;
    let inactive = account(&app, 3, json!({ "is_active": false, "permissions": ["*"] })).await;
    let inactive = app.token(&inactive, None).await;
    let gone = json!({ "is_active": false, "deleted_at": BEFORE, "permissions": ["*"] });
    let gone = account(&app, 4, gone).await;
    let gone = app.token(&gone, None).await;
    let hash = HEXLOWER.encode(&Sha256::digest(&valid));
    let (first, rest) = valid.split_at(valid.len() - 1);
    let neighbour = format!("{first}{}", if rest == "0" { '1' } else { '0' });
    let bare = valid.trim_start_matches("rsat_");

    let cases = [
        ("no header", vec![]),
        ("an empty header", vec![String::new()]),
        ("the scheme alone", vec!["Bearer".to_owned()]),
        ("the scheme and a space", vec!["Bearer ".to_owned()]),
        ("the token alone", vec![valid.clone()]),
        ("the scheme Basic", vec![format!("Basic {valid}")]),
        ("the scheme Token", vec![format!("Token {valid}")]),
        ("a longer scheme", vec![format!("Bearers {valid}")]),
        ("no space", vec![format!("Bearer{valid}")]),
        ("a colon", vec![format!("Bearer: {valid}")]),
        ("an unknown token", vec![format!("Bearer rsat_{}", "0".repeat(64))]),
        ("an unknown API key", vec![format!("Bearer rsak_{}", "0".repeat(64))]),
        ("a text", vec!["Bearer nonsense".to_owned()]),
        ("a token and more", vec![format!("Bearer {valid} {valid}")]),
        ("quotes", vec![format!("Bearer \"{valid}\"")]),
        ("a token in another case", vec![format!("Bearer {}", valid.to_uppercase())]),
        ("a token without its prefix", vec![format!("Bearer {bare}")]),
        ("a token with another end", vec![format!("Bearer {neighbour}")]),
        ("what is stored of a token", vec![format!("Bearer {hash}")]),
        ("the wildcard", vec!["Bearer %".to_owned()]),
        ("an expired token", vec![format!("Bearer {expired}")]),
        ("a revoked token", vec![format!("Bearer {revoked}")]),
        ("an inactive account", vec![format!("Bearer {inactive}")]),
        ("an inactive, deleted account", vec![format!("Bearer {gone}")]),
        ("two headers", vec![format!("Bearer {valid}"), format!("Bearer {valid}")]),
        ("two headers, one empty", vec![format!("Bearer {valid}"), String::new()]),
        ("Basic before Bearer", vec!["Basic YTpi".to_owned(), format!("Bearer {valid}")]),
    ];
    for api in APIS {
        for (case, values) in &cases {
            let values: Vec<Vec<u8>> = values.iter().map(|v| v.clone().into_bytes()).collect();
            assert_refused(&ask(&app, api, &values).await, api, case);
        }
        let bytes = [b"Bearer \xff\xfe".to_vec()];
        assert_refused(&ask(&app, api, &bytes).await, api, "no UTF-8");
        let control = [format!("Bearer {valid}\tx").into_bytes()];
        assert_refused(&ask(&app, api, &control).await, api, "a tab inside");
    }
}

/// D3: the scheme is case-insensitive.
#[apply(each_engine!)]
async fn the_scheme_is_case_insensitive(app: TestApp) {
    let token = app.caller(1, &[]).await;
    for scheme in ["Bearer", "bearer", "BEARER", "bEaReR"] {
        for api in APIS {
            let value = format!("{scheme} {token}").into_bytes();
            assert_accepted(&ask(&app, api, &[value]).await, api, scheme);
        }
    }
}

/// D1, D5: the credential is checked before the body is read.
#[apply(each_engine!)]
async fn the_credential_is_checked_before_the_body(app: TestApp) {
    let requests =
        [("PATCH", "/api/v1/admin/locales/en", Api::Rest), ("POST", "/graphql", Api::Graphql)];
    let bodies = [
        ("application/json", "{".to_owned()),
        ("application/json", "[]".to_owned()),
        ("application/json", " ".repeat(2 * 1024 * 1024)),
        ("application/json", json!({ "query": "{ nonsense" }).to_string()),
        ("text/plain", "{}".to_owned()),
    ];
    for (method, path, api) in requests {
        for (content_type, body) in &bodies {
            let headers = [("content-type", *content_type)];
            let response = app.ask(method, path, None, &headers, body.clone()).await;
            assert_refused(&response, api, &format!("{method} {path} {body:.20}"));
        }
    }
}

/// D1, D4: a cached credential still stops working when it expires.
#[apply(each_engine!)]
async fn a_cached_credential_expires(app: TestApp) {
    thread_local! {
        static LATER: Cell<bool> = const { Cell::new(false) };
    }
    let app = app.at(|| {
        let now = if LATER.get() { "2026-05-01T13:00:00Z" } else { "2026-05-01T12:00:00Z" };
        Timestamp::parse(now).unwrap()
    });
    let token = app.caller(1, &[]).await;
    let key = json!({
        "name": "Feed", "user_id": 1, "key": "a key",
        "permissions": [], "expires_at": "2026-05-01T13:00:00Z",
    });
    app.load(fixture("api_keys", [key])).await;
    for (case, credential) in [("a token", token.as_str()), ("a key", "a key")] {
        for api in APIS {
            let value = || [format!("Bearer {credential}").into_bytes()];
            LATER.set(false);
            assert_accepted(&ask(&app, api, &value()).await, api, case);
            LATER.set(true);
            assert_refused(&ask(&app, api, &value()).await, api, case);
        }
    }
}
