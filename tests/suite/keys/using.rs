//! What is seen of a key's use and of its value.

use std::time::{Duration, Instant};

use chrono::TimeDelta;
use entity::Timestamp;
use reinstate::clock::Clock;
use serde_json::{Value as Json, json};

use super::{load, made, works};
use crate::support::{TestApp, apply, each_engine};

/// The key's row once it was written down that it was used, otherwise than before.
async fn used(app: &TestApp, number: i64, before: &Json) -> Json {
    let began = Instant::now();
    loop {
        let row = app.row("api_keys", number).await.unwrap();
        if row["last_used_at"] != *before {
            return row;
        }
        assert!(began.elapsed() < Duration::from_secs(30), "nothing was written down");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn ahead(seconds: i64) -> Timestamp {
    (Clock::system().now().to_chrono() + TimeDelta::seconds(seconds)).into()
}

/// It is shown, and nobody changed the key: no event, no time of change, no count.
#[apply(each_engine!)]
async fn a_use_is_written_down(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let (uuid, value) = made(&app, &token, &[]).await;
    let before = app.row("api_keys", 1).await.unwrap();
    let events = app.count("record_events").await;
    assert_eq!(before["last_used_at"], Json::Null);
    assert!(works(&app, &value).await);
    let mut after = used(&app, 1, &Json::Null).await;
    let query = format!("{{ apiKey(uuid: \"{uuid}\") {{ lastUsedAt }} }}");
    let shown = app.graphql(Some(&token), &query, json!({})).await;
    let moment = shown.data()["apiKey"]["lastUsedAt"].as_str().and_then(Timestamp::parse);
    let age = Clock::system().now().to_chrono() - moment.unwrap().to_chrono();
    assert!((0..30).contains(&age.num_seconds()), "{age}");
    after["last_used_at"] = Json::Null;
    assert_eq!(before, after);
    assert_eq!(app.count("record_events").await, events);
}

/// Neither a refused value nor a token counts as a use.
#[apply(each_engine!)]
async fn what_is_no_use_is_not_written_down(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    load(&app, 10, 1, json!({ "key": "inactive", "is_active": false })).await;
    load(&app, 11, 1, json!({ "key": "used" })).await;
    assert!(!works(&app, "inactive").await && works(&app, &token).await);
    assert!(works(&app, "used").await);
    used(&app, 11, &Json::Null).await;
    assert_eq!(app.row("api_keys", 10).await.unwrap()["last_used_at"], Json::Null);
}

/// Once a minute, whoever is asked: this process remembers, for the others the row does.
#[apply(each_engine!)]
async fn at_most_once_a_minute(app: TestApp) {
    app.caller(1, &[]).await;
    load(&app, 10, 1, json!({ "key": "ten" })).await;
    load(&app, 11, 1, json!({ "key": "eleven" })).await;
    assert!(works(&app, "ten").await);
    let first = used(&app, 10, &Json::Null).await["last_used_at"].clone();
    let (statements, _) = app
        .statements(async {
            for _ in 0..20 {
                assert!(works(&app, "ten").await);
            }
        })
        .await;
    // Looking the credential up anew takes two, every few seconds.
    assert!(statements < 20, "{statements}: the minute costs nothing");

    // Half a minute later, another process: the statement is sent and hits nothing. That it was
    // is known when a later one has.
    let app = app.at(|| ahead(30));
    assert!(works(&app, "ten").await && works(&app, "eleven").await);
    used(&app, 11, &Json::Null).await;
    assert_eq!(app.row("api_keys", 10).await.unwrap()["last_used_at"], first);

    let app = app.at(|| ahead(61));
    assert!(works(&app, "ten").await);
    used(&app, 10, &first).await;
}

/// Of a value that somebody chose, its ends may be most of it: they are not kept.
#[apply(each_engine!)]
async fn only_values_made_here_are_recognised(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let long = format!("rsak_{}", "0123abcd".repeat(8));
    load(&app, 10, 1, json!({ "key": long })).await;
    load(&app, 11, 1, json!({ "key": "rsak_short" })).await;
    load(&app, 12, 1, json!({})).await;
    let query = "{ apiKeys { nodes { prefix lastFour } } }";
    let reply = app.graphql(Some(&token), query, json!({})).await;
    let nothing = json!({ "prefix": null, "lastFour": null });
    let nodes = json!([{ "prefix": "rsak_0123", "lastFour": "abcd" }, nothing, nothing]);
    assert_eq!(reply.data()["apiKeys"]["nodes"], nodes);
}
