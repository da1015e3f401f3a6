//! `/livez` answers while the process runs; `/readyz` once the database answers and its schema is
//! current.

use std::{sync::atomic::Ordering, time::Duration};

use axum::body::Body;
use tokio::time::{sleep, timeout};

use super::{assert_refused, request};
use crate::support::{Response, TestApp, apply, each_engine};

async fn get(app: &TestApp, path: &str) -> Response {
    app.send(request("GET", path, None).body(Body::empty()).unwrap()).await
}

async fn assert_unready(app: &TestApp, case: &str) {
    assert_refused(&get(app, "/readyz").await, 503, case);
    assert_eq!(get(app, "/livez").await.status, 200, "{case}");
}

#[apply(each_engine!)]
async fn a_service_with_a_current_schema_is_ready(app: TestApp) {
    for path in ["/livez", "/readyz"] {
        assert_eq!(get(&app, path).await.status, 200, "{path}");
    }
}

/// The check creates no table: a database that was never migrated is left unchanged.
#[apply(each_engine!)]
async fn a_database_without_the_schema_is_not_ready(app: TestApp) {
    app.execute("DROP TABLE seaql_migrations").await;
    for _ in 0..2 {
        assert_unready(&app, "never migrated").await;
    }
}

#[apply(each_engine!)]
async fn a_database_with_an_old_schema_is_not_ready(app: TestApp) {
    app.execute(
        "DELETE FROM seaql_migrations WHERE version = (SELECT MAX(version) FROM seaql_migrations)",
    )
    .await;
    assert_unready(&app, "a change is missing").await;
}

/// D40: a server whose subscribers get no events, though the database answers, isn't ready until
/// they get them again.
#[apply(each_engine!)]
async fn a_service_whose_feed_has_stopped_is_not_ready(app: TestApp) {
    let feed = &app.state.feed;
    feed.stalled_after.store(2_000, Ordering::Relaxed);
    assert_eq!(get(&app, "/readyz").await.status, 200, "nobody follows it");
    feed.subscribe(&app.state.database).changed().await.unwrap();
    let until = async |status: u16| {
        while get(&app, "/readyz").await.status != status {
            sleep(Duration::from_millis(50)).await;
        }
    };
    for (from, to, status) in
        [("record_events", "elsewhere", 503), ("elsewhere", "record_events", 200)]
    {
        app.execute(&format!("ALTER TABLE {from} RENAME TO {to}")).await;
        timeout(Duration::from_secs(20), until(status)).await.unwrap();
        assert_eq!(get(&app, "/livez").await.status, 200);
    }
}

/// D20: operations answer 503, too, to known callers and to others.
#[apply(each_engine!)]
async fn a_database_that_is_gone_is_not_ready(app: TestApp, token: String) {
    let path = "/api/v1/reports/00000000-0000-4000-8000-000000000001/restore";
    app.rest("POST", path, Some(&token), None).await.expect(404);
    app.close_database().await;
    assert_unready(&app, "closed").await;
    for token in [token.as_str(), "rsat_another"] {
        let response = app.rest("POST", path, Some(token), None).await;
        assert_refused(&response, 503, token);
    }
}

/// D20: 500 without details when the database rejects a statement.
#[apply(each_engine!)]
async fn internal_errors_show_no_details(app: TestApp, token: String) {
    app.execute("ALTER TABLE reports RENAME TO elsewhere").await;
    let path = "/api/v1/reports/00000000-0000-4000-8000-000000000001/restore";
    let response = app.rest("POST", path, Some(&token), None).await;
    assert_refused(&response, 500, "without its table");
    assert_eq!(response.message(), "Internal Server Error");
}
