//! Documents that cost far more than their length suggests, while other requests are served.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::json;

use crate::support::{Engine, TestApp, fixture, within};

/// Longest time to refuse such a document, and to answer any other request.
const SOON: Duration = within(Duration::from_millis(100));
/// Ordinary requests sent meanwhile.
const REQUESTS: usize = 200;
/// How many documents of each kind are sent at least.
const REPETITIONS: usize = 10;

/// The documents, and the limit that each exceeds.
fn expensive() -> [(&'static str, String); 4] {
    let digit = |number: usize| char::from(b"abcdefghijklmnopqrstuvwxyz"[number % 26]);
    let alias = |n: usize| format!("{}{}{}:a ", digit(n), digit(n / 26), digit(n / 26 / 26));
    let aliases = |count: usize| format!("{{{}}}", (0..count).map(alias).collect::<String>());
    let fragment = |level: usize| {
        let spreads = format!("...F{} ", level + 1).repeat(10);
        format!("fragment F{level} on Query {{ {spreads} }} ")
    };
    let fragments: String = (0..7).map(fragment).collect();
    [
        ("tokens", aliases(10_000)),
        ("aliases", aliases(400)),
        ("nesting", format!("{{ a(b: {}{}) }}", "[".repeat(1_500), "]".repeat(1_500))),
        ("fields", format!("{{ ...F0 }} {fragments} fragment F7 on Query {{ __typename }}")),
    ]
}

/// The median time, so that other load on the machine doesn't count.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Expensive documents keep as many tasks busy as there are threads; other requests are answered in
/// between.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn expensive_documents_do_not_delay_other_requests() {
    let app = Arc::new(TestApp::start(Engine::Sqlite).await.unwrap());
    let token = app.caller(1, &["*"]).await;
    app.load(fixture("locales", [json!({ "code": "en", "name": "English" })])).await;
    let falling = Arc::new(AtomicBool::new(true));
    let droppers = expensive().map(|(limit, document)| {
        let (app, falling, token) = (Arc::clone(&app), Arc::clone(&falling), token.clone());
        tokio::spawn(async move {
            let message = format!("The document exceeds max-{limit}, which is ");
            let mut times = Vec::new();
            while falling.load(Ordering::Relaxed) || times.len() < REPETITIONS {
                let started = Instant::now();
                let response = app.query(&token, &document).await;
                times.push(started.elapsed());
                let (code, text) = response.error().unwrap();
                assert!(code == "BAD_REQUEST" && text.starts_with(&message), "{limit}: {text}");
                tokio::task::yield_now().await;
            }
            (limit, times)
        })
    });
    // On a task of its own, which is scheduled like the others.
    let others = tokio::spawn(async move {
        let mut times = Vec::new();
        for _ in 0..REQUESTS {
            let started = Instant::now();
            let read = "{ locales { nodes { code } } }";
            let response = app.query(&token, read).await;
            times.push(started.elapsed());
            assert_eq!(response.data()["locales"]["nodes"], json!([{ "code": "en" }]));
        }
        times
    });
    let others = others.await.unwrap();
    falling.store(false, Ordering::Relaxed);
    for dropper in droppers {
        let (limit, times) = dropper.await.unwrap();
        let took = median(times);
        assert!(took < SOON, "{limit}: refused in {took:?}");
    }
    let took = median(others);
    assert!(took < SOON, "others: answered in {took:?}");
}
