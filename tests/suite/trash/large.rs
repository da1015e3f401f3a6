//! A trash with very many records.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Engine, TestApp, apply, each_engine};

const RECORDS: i64 = 100_000;

/// The usual time that the first page takes.
async fn usual(app: &TestApp, token: &str) -> Duration {
    let query = "{ trash(first: 20) { nodes { id label deletedAt } pageInfo { hasNextPage } } }";
    let mut times = Vec::new();
    for _ in 0..15 {
        let started = Instant::now();
        app.graphql(Some(token), query, json!({})).await.data();
        times.push(started.elapsed());
    }
    times.sort_unstable();
    times[7]
}

/// The first page is read from the indexes, however many records there are: a scan takes ten times
/// the limit and more.
#[apply(each_engine!)]
async fn the_first_page_is_read_from_the_indexes(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let small = usual(&app, &token).await;
    let (uuid, timestamp) = match app.engine {
        Engine::Sqlite => (
            "randomblob(16)",
            "strftime('%Y-%m-%dT%H:%M:%S', 1700000000 + g, 'unixepoch') || '+00:00'",
        ),
        Engine::Postgres => ("gen_random_uuid()", "to_timestamp(1700000000 + g)"),
    };
    app.execute(&format!(
        "INSERT INTO reports (uuid, user_id, title, deleted_at, created_at, updated_at) \
             WITH RECURSIVE n(g) AS (SELECT 1 UNION ALL SELECT g + 1 FROM n WHERE g < {RECORDS}) \
             SELECT {uuid}, 1, 'Report', {timestamp}, {timestamp}, {timestamp} FROM n"
    ))
    .await;
    let large = usual(&app, &token).await;
    assert!(large < small * 8 + Duration::from_millis(5), "{small:?}, and with many {large:?}");
}
