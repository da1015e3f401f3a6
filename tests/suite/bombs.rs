//! Documents that would cost far more than they are long, while others want to be answered.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::json;

use crate::support::{Engine, TestApp, fixture};

/// In how much time a bomb is refused, and any other request answered.
const SOON: Duration = Duration::from_millis(100);
/// Ordinary requests that are sent while bombs fall.
const REQUESTS: usize = 200;
/// How many bombs of each kind fall at least.
const FALLS: usize = 10;

/// The bombs, and the limit that each is past.
fn bombs() -> [(&'static str, String); 4] {
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

/// Half of them took no longer: what else the machine does is not what is asked about.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Bombs keep as many tasks busy as there are threads; other requests are answered in between.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn others_are_answered_while_bombs_fall() {
    let app = Arc::new(TestApp::start(Engine::Sqlite).await.unwrap());
    let token = app.caller(1, &["*"]).await;
    app.load(fixture("locales", [json!({ "code": "en", "name": "English" })])).await;
    let falling = Arc::new(AtomicBool::new(true));
    let droppers = bombs().map(|(limit, document)| {
        let (app, falling, token) = (Arc::clone(&app), Arc::clone(&falling), token.clone());
        tokio::spawn(async move {
            let message = format!("The document is past max-{limit}, which is ");
            let mut times = Vec::new();
            while falling.load(Ordering::Relaxed) || times.len() < FALLS {
                let started = Instant::now();
                let reply = app.graphql(Some(&token), &document, json!({})).await;
                times.push(started.elapsed());
                let (code, text) = reply.refusal().unwrap();
                assert!(code == "BAD_REQUEST" && text.starts_with(&message), "{limit}: {text}");
                tokio::task::yield_now().await;
            }
            (limit, times)
        })
    });
    // On a task like theirs, which waits for its turn as they do.
    let others = tokio::spawn(async move {
        let mut times = Vec::new();
        for _ in 0..REQUESTS {
            let started = Instant::now();
            let read = "{ locales { nodes { code } } }";
            let reply = app.graphql(Some(&token), read, json!({})).await;
            times.push(started.elapsed());
            assert_eq!(reply.data()["locales"]["nodes"], json!([{ "code": "en" }]));
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
