//! Rotating API keys: which values work and how long, and the recorded events.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use reinstate::store::Stale;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value as Json, json};

use super::{create_key, load, rotate, update, uuid, value, works};
use crate::support::{TestApp, apply, each_engine, each_engine_threaded, global_id};

/// Ends the overlap of every retired value.
async fn end_overlaps(app: &TestApp) {
    app.execute("UPDATE retired_api_key_values SET ends_at = created_at").await;
    app.state.caches.clear(Stale::Credentials);
}

/// The rows of the events with this action, as text.
async fn events(app: &TestApp, action: &str) -> Vec<Json> {
    let sql = format!(
        "SELECT CAST(before AS TEXT), CAST(after AS TEXT) FROM record_events \
         WHERE kind = 'ApiKey' AND action = '{action}' ORDER BY id"
    );
    let database = &app.state.database;
    let statement = Statement::from_string(database.backend(), sql);
    let rows = database.operator().writer.query_all_raw(statement).await.unwrap();
    let text = |row: &sea_orm::QueryResult, at| -> Json {
        let text: Option<String> = row.try_get_by_index(at).unwrap();
        text.map_or(Json::Null, |text| serde_json::from_str(&text).unwrap())
    };
    rows.iter().map(|row| json!({ "before": text(row, 0), "after": text(row, 1) })).collect()
}

/// Without an overlap the old value stops working at once, although it was just used.
#[apply(each_engine!)]
async fn the_old_value_stops_working_at_once(app: TestApp, token: String) {
    let (uuid, mut old) = create_key(&app, &token, &["reports.view"]).await;
    for overlap in [None, Some("PT0S"), Some("P0D")] {
        assert!(works(&app, &old).await);
        let before = app.row("api_keys", 1).await.unwrap();
        let response = rotate(&app, &token, &uuid, overlap).await;
        let second = value(&response);
        assert!(!works(&app, &old).await && works(&app, &second).await, "{overlap:?}");
        let key = &response.data()["rotateApiKey"]["apiKey"];
        assert_eq!((&key["prefix"], &key["lastFour"]), (&json!(second[..9]), &json!(second[65..])));
        let after = app.row("api_keys", 1).await.unwrap();
        for name in ["name", "permissions", "user_id", "is_active", "expires_at", "created_at"] {
            assert_eq!(before[name], after[name], "{name}");
        }
        assert!(
            before["version"] != after["version"] && before["updated_at"] != after["updated_at"]
        );
        old = second;
    }
    assert_eq!(app.count("retired_api_key_values").await, 0);
}

/// During the overlap both values work as the same key; then only the new one.
#[apply(each_engine!)]
async fn both_values_work_during_the_overlap(app: TestApp, token: String) {
    let (uuid, first) = create_key(&app, &token, &["reports.view"]).await;
    let second = value(&rotate(&app, &token, &uuid, Some("PT1H")).await);
    let query = "{ viewer { permissions credential { id kind name expiresAt } } }";
    for (value, ends) in [(&first, true), (&second, false)] {
        let response = app.query(value, query).await;
        let viewer = &response.data()["viewer"];
        assert_eq!(viewer["permissions"], json!(["reports.view"]));
        assert_eq!(viewer["credential"]["name"], json!("Feed"));
        assert_eq!(viewer["credential"]["id"], global_id("ApiKey", 1), "a value of the key");
        assert_eq!(viewer["credential"]["expiresAt"].is_string(), ends, "when this value ends");
    }
    end_overlaps(&app).await;
    assert!(!works(&app, &first).await && works(&app, &second).await);
    // The next rotation removes expired values.
    rotate(&app, &token, &uuid, None).await.data();
    assert_eq!(app.count("retired_api_key_values").await, 0);
}

/// The overlap ends on time, even on a server that has just accepted the value.
#[apply(each_engine!)]
async fn an_overlap_ends_on_time(app: TestApp, token: String) {
    let (uuid, first) = create_key(&app, &token, &[]).await;
    let began = Instant::now();
    let second = value(&rotate(&app, &token, &uuid, Some("PT2S")).await);
    while works(&app, &first).await {
        assert!(began.elapsed() < Duration::from_secs(30), "it still works");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(began.elapsed() >= Duration::from_secs(2), "{:?}", began.elapsed());
    assert!(works(&app, &second).await);
}

/// The expiry of the key applies to the old value too.
#[apply(each_engine!)]
async fn the_expiry_of_the_key_applies_to_all_values(app: TestApp, token: String) {
    let (uuid, first) = create_key(&app, &token, &[]).await;
    let second = value(&rotate(&app, &token, &uuid, Some("P30D")).await);
    for (changes, alive) in [
        (json!({ "expiresAt": "2026-01-01T00:00:00Z" }), false),
        (json!({ "expiresAt": null }), true),
        (json!({ "isActive": false }), false),
        (json!({ "isActive": true }), true),
    ] {
        update(&app, &token, &uuid, changes.clone()).await.data();
        for value in [&first, &second] {
            assert_eq!(works(&app, value).await, alive, "{changes}");
        }
    }
}

/// Later rotations don't shorten the overlap of earlier values.
#[apply(each_engine!)]
async fn later_rotations_keep_earlier_overlaps(app: TestApp, token: String) {
    let (uuid, first) = create_key(&app, &token, &[]).await;
    let second = value(&rotate(&app, &token, &uuid, Some("P1D")).await);
    let third = value(&rotate(&app, &token, &uuid, Some("PT1H")).await);
    let fourth = value(&rotate(&app, &token, &uuid, None).await);
    for (value, alive) in [(&first, true), (&second, true), (&third, false), (&fourth, true)] {
        assert_eq!(works(&app, value).await, alive);
    }
    end_overlaps(&app).await;
    for (value, alive) in [(&first, false), (&second, false), (&fourth, true)] {
        assert_eq!(works(&app, value).await, alive);
    }
}

/// D4: rotating doesn't make an invalid key valid.
#[apply(each_engine!)]
async fn rotating_does_not_revive_a_key(app: TestApp, token: String) {
    load(&app, 10, 1, json!({ "key": "one", "is_active": false })).await;
    load(&app, 11, 1, json!({ "key": "two", "expires_at": "2026-01-01T00:00:00Z" })).await;
    for (number, old) in [(10, "one"), (11, "two")] {
        let response = rotate(&app, &token, &uuid(number), Some("PT1H")).await;
        for value in [old, &value(&response)] {
            assert!(!works(&app, value).await, "{number}");
        }
    }
    // A key that never had a value gets its first one.
    load(&app, 12, 1, json!({})).await;
    let response = rotate(&app, &token, &uuid(12), Some("PT1H")).await;
    assert!(works(&app, &value(&response)).await);
}

/// One event, in the transaction of the change, with the prefixes and suffixes of the values only.
#[apply(each_engine!)]
async fn events_hold_no_secrets(app: TestApp, token: String) {
    let (uuid, first) = create_key(&app, &token, &[]).await;
    let second = value(&rotate(&app, &token, &uuid, Some("PT1H")).await);
    let marks = |value: &str| json!({ "prefix": value[..9], "last_four": value[65..] });
    let updates = events(&app, "updated").await;
    assert_eq!(updates, [json!({ "before": marks(&first), "after": marks(&second) })]);
    let created = &events(&app, "created").await[0];
    assert_eq!(created["after"]["prefix"], json!(first[..9]));
    assert_eq!(created["after"].get("key_hash"), None);
}

/// The result of concurrent rotations: which of all the values work.
async fn race(app: &Arc<TestApp>, overlap: Option<&'static str>) -> (Vec<bool>, i64) {
    let token = app.caller(1, &["*"]).await;
    let (uuid, first) = create_key(app, &token, &[]).await;
    let rotations = (0..8).map(|_| {
        let (app, token, uuid) = (Arc::clone(app), token.clone(), uuid.clone());
        tokio::spawn(async move { value(&rotate(&app, &token, &uuid, overlap).await) })
    });
    let mut values = vec![first];
    values.extend(join_all(rotations).await.into_iter().map(Result::unwrap));
    let mut alive = Vec::new();
    for value in &values {
        alive.push(works(app, value).await);
    }
    (alive, app.count("retired_api_key_values").await)
}

/// Each concurrent rotation returns a value and retires the one before it: none is lost.
#[apply(each_engine_threaded!)]
async fn concurrent_rotations_keep_their_overlaps(app: TestApp) {
    let (alive, retired) = race(&Arc::new(app), Some("PT1H")).await;
    assert!(alive.iter().all(|it| *it), "{alive:?}");
    assert_eq!(retired, 8, "all but the last");
}

/// Without an overlap, only the value of the last rotation works.
#[apply(each_engine_threaded!)]
async fn the_value_of_the_last_rotation_works(app: TestApp) {
    let (alive, retired) = race(&Arc::new(app), None).await;
    assert_eq!(alive.iter().filter(|it| **it).count(), 1, "{alive:?}");
    assert!(!alive[0], "the first value is dead");
    assert_eq!(retired, 0);
}
