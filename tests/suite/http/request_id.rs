//! `X-Request-Id` of requests and responses.

use std::collections::BTreeSet;

use axum::http::HeaderValue;

use crate::support::{TestApp, apply, each_engine, request};

/// Requests of every kind, each with another status.
const REQUESTS: [(&str, &str, u16); 7] = [
    ("GET", "/livez", 200),
    ("GET", "/readyz", 200),
    ("GET", "/api/v1/nothing", 404),
    ("PUT", "/api/v1/notifications", 405),
    ("POST", "/api/v1/notifications", 401),
    ("POST", "/graphql", 401),
    ("PUT", "/graphql", 405),
];

/// The id of the response to a request with this id.
async fn id(
    app: &TestApp,
    (method, path, status): (&str, &str, u16),
    given: Option<&[u8]>,
) -> String {
    let mut request = request(method, path, None, &[], "");
    if let Some(given) = given {
        request.headers_mut().insert("x-request-id", HeaderValue::from_bytes(given).unwrap());
    }
    let response = app.send(request).await;
    assert_eq!(response.status, status, "{method} {path}");
    let ids: Vec<_> = response.headers.get_all("x-request-id").iter().collect();
    assert_eq!(ids.len(), 1, "{method} {path}");
    ids[0].to_str().unwrap().to_owned()
}

#[apply(each_engine!)]
async fn a_valid_id_is_kept(app: TestApp) {
    for given in
        ["a", "1", "67e55044-10b1-426f-9247-bb680e5fe0c8", "trace:a/b.c~d_e=", &"x".repeat(64)]
    {
        for request in REQUESTS {
            let answered = id(&app, request, Some(given.as_bytes())).await;
            assert_eq!(answered, given, "{request:?}");
        }
    }
}

#[apply(each_engine!)]
async fn a_missing_id_is_generated(app: TestApp) {
    let mut seen = BTreeSet::new();
    for request in REQUESTS {
        for _ in 0..3 {
            let answered = id(&app, request, None).await;
            assert!(answered.len() >= 8, "{request:?}: {answered}");
            assert!(seen.insert(answered.clone()), "{request:?}: {answered} again");
        }
    }
}

#[apply(each_engine!)]
async fn an_invalid_id_is_replaced(app: TestApp) {
    let long = "x".repeat(4_096);
    let cases: [(&str, &[u8]); 6] = [
        ("empty", b""),
        ("too long", long.as_bytes()),
        ("with a space", b"a b"),
        ("with a tab", b"a\tb"),
        ("not ASCII", "\u{e9}".as_bytes()),
        ("not UTF-8", b"\xff\xfe"),
    ];
    for (case, given) in cases {
        for request in REQUESTS {
            let answered = id(&app, request, Some(given)).await;
            assert_ne!(answered.as_bytes(), given, "{case} {request:?}");
            let graphic = answered.bytes().all(|byte| byte.is_ascii_graphic());
            assert!((8..=128).contains(&answered.len()) && graphic, "{case}: {answered}");
        }
    }
}
