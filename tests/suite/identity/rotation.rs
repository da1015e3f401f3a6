//! Key rotation, and the expiry of tokens.

use std::{
    cell::Cell,
    fs,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{Router, http::StatusCode, routing::get};
use entity::Timestamp;
use jsonwebtoken::Algorithm;
use reinstate::{
    auth::jwt::{By, Provider, Source},
    error::Error,
};
use serde_json::json;
use tokio::net::TcpListener;

use super::{
    AUDIENCE, EC, ED, ISSUER, assert_accepted, assert_refused, claims, key_set, signing::Signer,
    with_accounts,
};
use crate::support::{TestApp, apply, each_engine, uuid};

thread_local! {
    /// The test's clock, in seconds since its start. Each test has its own thread.
    static NOW: Cell<i64> = const { Cell::new(0) };
}

fn now() -> Timestamp {
    at(NOW.get())
}

/// The timestamp this many seconds after the start.
fn at(seconds: i64) -> Timestamp {
    chrono::DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap().into()
}

async fn provider(source: &str) -> Provider {
    let source = Source::named(source).unwrap();
    Provider::new(source, ISSUER.to_owned(), vec![AUDIENCE.to_owned()], By::Either, at(0))
        .await
        .unwrap()
}

/// A cached token still expires.
#[apply(each_engine!)]
async fn a_token_ends_when_it_says(app: TestApp) {
    let app = app.at(now);
    with_accounts(&app, By::Either).await;
    let ends = at(100).to_chrono().timestamp();
    let token = EC.sign(&claims(json!({ "exp": ends, "sub": uuid(1) })));
    NOW.set(99);
    assert_accepted(&app, &token, 1, "before its end").await;
    NOW.set(100);
    assert_refused(&app, &token, "at its end").await;
}

/// A new key is fetched by the first token that names it; a withdrawn key is dropped; and unknown
/// key ids don't cause more fetches.
#[tokio::test]
async fn keys_are_fetched_again_within_limits() {
    let file = key_set(&[EC.public()]);
    let provider = provider(file.path().to_str().unwrap()).await;
    let verify = async |signer: &Signer, seconds| {
        provider.verify(&signer.sign(&claims(json!({}))), at(seconds)).await.map(|_| ())
    };
    let refused = Err(Error::Unauthenticated);
    let change = |keys: &[serde_json::Value]| {
        fs::write(file.path(), json!({ "keys": keys }).to_string()).unwrap();
    };
    assert_eq!(verify(&EC, 0).await, Ok(()));
    change(&[ED.public()]);
    assert_eq!(verify(&ED, 9).await, refused, "they were read just now");
    assert_eq!(verify(&EC, 9).await, Ok(()), "what is known serves meanwhile");
    assert_eq!(verify(&ED, 10).await, Ok(()), "the first token with a new key");
    assert_eq!(verify(&EC, 10).await, refused, "a key that was withdrawn");
    // Without such a token, keys are fetched every five minutes, in the background.
    change(&[EC.public()]);
    assert_eq!(verify(&ED, 310).await, Ok(()), "five minutes");
    let deadline = Instant::now() + Duration::from_secs(10);
    while verify(&ED, 311).await != refused {
        assert!(Instant::now() < deadline, "the key is still there");
        tokio::task::yield_now().await;
    }
    // Keys that can't be fetched any more are used for an hour.
    fs::write(file.path(), "no keys").unwrap();
    assert_eq!(verify(&EC, 3_900).await, Ok(()), "almost an hour");
    assert_eq!(verify(&EC, 3_911).await, Err(Error::Unavailable), "an hour");
    change(&[EC.public()]);
    assert_eq!(verify(&EC, 3_930).await, Ok(()), "they are back");
}

/// A provider over the network, unavailable at start: however many tokens name unknown keys, it is
/// asked once.
#[tokio::test]
async fn a_provider_is_not_asked_more_than_necessary() {
    let (asked, listener) = (Arc::new(AtomicUsize::new(0)), TcpListener::bind("127.0.0.1:0").await);
    let listener = listener.unwrap();
    let address = listener.local_addr().unwrap();
    let count = Arc::clone(&asked);
    let keys = json!({ "keys": [EC.public()] }).to_string();
    let response = move || {
        count.fetch_add(1, Ordering::SeqCst);
        std::future::ready(keys.clone())
    };
    let moved = || async { (StatusCode::FOUND, [("location", "/keys")], "") };
    let large = || async { "x".repeat(600 * 1024) };
    let app = Router::new()
        .route("/keys", get(response))
        .route("/moved", get(moved))
        .route("/large", get(large));
    tokio::spawn(async move { axum::serve(listener, app).await });

    let reached = provider(&format!("http://{address}/keys")).await;
    let token = EC.sign(&claims(json!({})));
    assert!(reached.verify(&token, at(1)).await.is_ok());
    let unknown = EC.sign_as(Algorithm::ES256, &json!({ "alg": "ES256", "kid": "x" }), &json!({}));
    let verified = (0..100).map(|_| reached.verify(&unknown, at(1)));
    for outcome in futures_util::future::join_all(verified).await {
        assert_eq!(outcome, Err(Error::Unauthenticated));
    }
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    // Redirects are not followed and large responses not read: there are no keys, which the server
    // reports.
    for path in ["moved", "large", "none"] {
        let none = provider(&format!("http://{address}/{path}")).await;
        assert_eq!(none.verify(&token, at(1)).await, Err(Error::Unavailable), "{path}");
    }
}

/// Invalid key sources are refused before anything is fetched.
#[tokio::test]
async fn untrusted_key_sources_are_refused() {
    let cases = [
        ("http://id.example.com/keys", "https://"),
        ("http://127.0.0.1.example.com/keys", "https://"),
        ("ftp://127.0.0.1/keys", "https://"),
        ("file:///etc/passwd", "https://"),
        ("https://", "URL"),
    ];
    for (source, says) in cases {
        let problem = Source::named(source).err().map(|it| it.to_string());
        assert!(problem.as_deref().is_some_and(|it| it.contains(says)), "{source}: {problem:?}");
    }
    let empty = key_set(&[]);
    let secret = key_set(&[json!({ "kty": "oct", "kid": "s", "k": "c2VjcmV0" })]);
    for file in [empty.path().to_str().unwrap(), secret.path().to_str().unwrap(), "/no/such/file"] {
        let source = Source::named(file).unwrap();
        let refused =
            Provider::new(source, ISSUER.into(), vec![AUDIENCE.into()], By::Either, at(0)).await;
        assert!(refused.is_err(), "{file}");
    }
}
