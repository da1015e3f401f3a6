//! `lastUsedAt` of API keys, and the prefixes shown of their values.

use std::time::{Duration, Instant};

use entity::Timestamp;
use reinstate::clock::Clock;
use serde_json::{Value as Json, json};

use super::{create_key, load, works};
use crate::support::{TestApp, apply, each_engine, from_now};

/// The key's row once its use was recorded, with another value than before.
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

/// It is shown, and is no change of the key: no event, no new `updated_at` or version.
#[apply(each_engine!)]
async fn use_is_recorded(app: TestApp, token: String) {
    let (uuid, value) = create_key(&app, &token, &[]).await;
    let before = app.row("api_keys", 1).await.unwrap();
    let events = app.count("record_events").await;
    assert_eq!(before["last_used_at"], Json::Null);
    assert!(works(&app, &value).await);
    let mut after = used(&app, 1, &Json::Null).await;
    let query = format!("{{ apiKey(uuid: \"{uuid}\") {{ lastUsedAt }} }}");
    let shown = app.query(&token, &query).await;
    let timestamp = shown.data()["apiKey"]["lastUsedAt"].as_str().and_then(Timestamp::parse);
    let age = Clock::system().now().to_chrono() - timestamp.unwrap().to_chrono();
    assert!((0..30).contains(&age.num_seconds()), "{age}");
    after["last_used_at"] = Json::Null;
    assert_eq!(before, after);
    assert_eq!(app.count("record_events").await, events);
}

/// A refused value is no use of a key, nor is a token.
#[apply(each_engine!)]
async fn refused_values_and_tokens_record_no_use(app: TestApp, token: String) {
    load(&app, 10, 1, json!({ "key": "inactive", "is_active": false })).await;
    load(&app, 11, 1, json!({ "key": "used" })).await;
    assert!(!works(&app, "inactive").await && works(&app, &token).await);
    assert!(works(&app, "used").await);
    used(&app, 11, &Json::Null).await;
    assert_eq!(app.row("api_keys", 10).await.unwrap()["last_used_at"], Json::Null);
}

/// At most once a minute, for all servers: this process remembers, and the row does for others.
#[apply(each_engine!)]
async fn use_is_recorded_at_most_once_a_minute(app: TestApp) {
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
    // Looking up the credential takes two statements every few seconds.
    assert!(statements < 20, "{statements}: the minute costs nothing");

    // Half a minute later in another process: the statement is sent and changes no row. It has run
    // once a later one has.
    let app = app.at(|| from_now(30));
    assert!(works(&app, "ten").await && works(&app, "eleven").await);
    used(&app, 11, &Json::Null).await;
    assert_eq!(app.row("api_keys", 10).await.unwrap()["last_used_at"], first);

    let app = app.at(|| from_now(61));
    assert!(works(&app, "ten").await);
    used(&app, 10, &first).await;
}

/// The prefix and suffix of a value that somebody chose may be most of it: they are not stored.
#[apply(each_engine!)]
async fn only_generated_values_show_a_prefix(app: TestApp, token: String) {
    let values = [
        format!("rsak_{}", "0123abcd".repeat(8)),
        "rsak_".to_owned(),
        "rsak_short".to_owned(),
        "a value that somebody chose".to_owned(),
        format!("rsak_{}", "0".repeat(62)),
        format!("rsak_{}", "0".repeat(66)),
        format!("rsak_{}", "F".repeat(64)),
        format!("rsak_{}", "\u{e4}".repeat(32)),
        format!("rsat_{}", "0".repeat(64)),
    ];
    for (id, value) in (10..).zip(&values) {
        load(&app, id, 1, json!({ "key": value })).await;
    }
    load(&app, 30, 1, json!({})).await;
    let response = app.query(&token, "{ apiKeys { nodes { prefix lastFour } } }").await;
    let mut expected = vec![json!({ "prefix": null, "lastFour": null }); values.len() + 1];
    expected[0] = json!({ "prefix": "rsak_0123", "lastFour": "abcd" });
    assert_eq!(response.data()["apiKeys"]["nodes"], json!(expected));
}
