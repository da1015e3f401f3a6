//! A trash with very many records.

use std::time::{Duration, Instant};

use reinstate::app::Retention;

use crate::support::{Engine, TestApp, apply, each_engine};

const RECORDS: i64 = 100_000;

/// The time that a page takes when nothing else is in its way.
async fn fastest(app: &TestApp, token: &str, page: &str) -> Duration {
    let shown = "nodes { id label deletedAt } pageInfo { hasNextPage }";
    let query = &format!("{{ trash({page}) {{ {shown} }} }}");
    let mut fastest = Duration::MAX;
    for _ in 0..15 {
        let started = Instant::now();
        app.query(token, query).await.data();
        fastest = fastest.min(started.elapsed());
    }
    fastest
}

/// The first and the last page of each order.
const PAGES: [&str; 4] =
    ["first: 20", "last: 20", "orderBy: PURGE_AT, first: 20", "orderBy: PURGE_AT, last: 20"];

/// A page is read from the indexes, however many records there are: a scan takes ten times the limit
/// and more.
#[apply(each_engine!)]
async fn a_page_is_read_from_the_indexes(app: TestApp, token: String) {
    let mut retention = Retention::default();
    retention.keep("reports", Duration::from_secs(86_400));
    app.state.retention.set(retention).unwrap();
    let small = fastest(&app, &token, PAGES[0]).await;
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
    for page in PAGES {
        let large = fastest(&app, &token, page).await;
        let limit = small * 8 + Duration::from_millis(5);
        assert!(large < limit, "{page}: {small:?}, and with many {large:?}");
    }
}
