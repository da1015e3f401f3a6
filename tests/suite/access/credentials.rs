//! D1: which credentials are valid, and what is answered without one.

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
    call::{FACES, Face},
    support::{Reply, TestApp, apply, each_engine, fixture},
};

/// A request with these values of `Authorization`, to an operation that takes no permission.
async fn ask(app: &TestApp, face: Face, values: &[Vec<u8>]) -> Reply {
    let (path, body) = match face {
        Face::Rest => ("/api/v1/users/00000000-0000-4000-8000-000000000000/restore", String::new()),
        Face::Graphql => ("/graphql", json!({ "query": "{ viewer { permissions } }" }).to_string()),
    };
    let request = Request::post(path).header(CONTENT_TYPE, "application/json");
    let request = values.iter().fold(request, |request, value| {
        request.header(AUTHORIZATION, HeaderValue::from_bytes(value).unwrap())
    });
    app.send(request.body(Body::from(body)).unwrap()).await
}

/// 401, the one body of the face, and the header that names the scheme.
fn assert_refused(reply: &Reply, face: Face, case: &str) {
    let body = match face {
        Face::Rest => json!({ "message": "Unauthenticated" }),
        Face::Graphql => json!({
            "errors": [{
                "message": "Unauthenticated",
                "extensions": { "code": "UNAUTHENTICATED" },
            }]
        }),
    };
    assert_eq!(reply.status, 401, "{case} {face:?}: {}", reply.text);
    assert_eq!(reply.body, body, "{case} {face:?}");
    let challenge = reply.headers[WWW_AUTHENTICATE].to_str().unwrap();
    let scheme = challenge.split(' ').next();
    assert_eq!(scheme, Some("Bearer"), "{case} {face:?}");
}

/// What an accepted caller without permissions gets: the answer of an operation.
fn assert_accepted(reply: &Reply, face: Face, case: &str) {
    match face {
        Face::Rest => assert_eq!(reply.message(), "User not found", "{case}"),
        Face::Graphql => assert!(reply.data()["viewer"].is_object(), "{case}"),
    }
}

/// D1, D21: whatever is no valid credential.
#[apply(each_engine!)]
async fn without_a_valid_credential_there_is_nothing(app: TestApp) {
    let valid = app.caller(1, &["*"]).await;
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
    for face in FACES {
        for (case, values) in &cases {
            let values: Vec<Vec<u8>> = values.iter().map(|v| v.clone().into_bytes()).collect();
            assert_refused(&ask(&app, face, &values).await, face, case);
        }
        let bytes = [b"Bearer \xff\xfe".to_vec()];
        assert_refused(&ask(&app, face, &bytes).await, face, "no UTF-8");
        let control = [format!("Bearer {valid}\tx").into_bytes()];
        assert_refused(&ask(&app, face, &control).await, face, "a tab inside");
    }
}

/// D3: the scheme in any case.
#[apply(each_engine!)]
async fn the_scheme_is_named_in_any_case(app: TestApp) {
    let token = app.caller(1, &[]).await;
    for scheme in ["Bearer", "bearer", "BEARER", "bEaReR"] {
        for face in FACES {
            let value = format!("{scheme} {token}").into_bytes();
            assert_accepted(&ask(&app, face, &[value]).await, face, scheme);
        }
    }
}

/// D1, D5: who is calling is asked before the body is read, whatever it is.
#[apply(each_engine!)]
async fn the_credential_comes_before_the_body(app: TestApp) {
    let requests = [
        ("PATCH", "/api/v1/admin/locales/en", Face::Rest),
        ("PUT", "/api/v1/api-keys/no-key", Face::Rest),
        ("POST", "/api/v1/notifications", Face::Rest),
        ("POST", "/graphql", Face::Graphql),
    ];
    let bodies = [
        ("application/json", "{".to_owned()),
        ("application/json", "[]".to_owned()),
        ("application/json", " ".repeat(2 * 1024 * 1024)),
        ("application/json", json!({ "query": "{ nonsense" }).to_string()),
        ("text/plain", "{}".to_owned()),
    ];
    for (method, path, face) in requests {
        for (content_type, body) in &bodies {
            let request = Request::builder().method(method).uri(path);
            let request = request.header(CONTENT_TYPE, *content_type);
            let reply = app.send(request.body(Body::from(body.clone())).unwrap()).await;
            assert_refused(&reply, face, &format!("{method} {path} {body:.20}"));
        }
    }
}

/// D1, D4: a credential stops working when it expires, though it was accepted a moment before.
#[apply(each_engine!)]
async fn an_accepted_credential_still_expires(app: TestApp) {
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
        for face in FACES {
            let value = || [format!("Bearer {credential}").into_bytes()];
            LATER.set(false);
            assert_accepted(&ask(&app, face, &value()).await, face, case);
            LATER.set(true);
            assert_refused(&ask(&app, face, &value()).await, face, case);
        }
    }
}
