//! Long writes leave the database to others: at its limit, none keeps another caller waiting for more
//! than 250 ms. `ROWS=200000` runs the test on so many further rows.

use std::{
    env,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use reinstate::{data::transfer::Conflict, operations::purge::erase};
use sea_orm::DbBackend;
use serde_json::{Map, Value as Json, json};

use crate::support::{
    TestApp, apply, each_engine, each_engine_threaded, fixture, global_id, within,
};

const WAIT: Duration = within(Duration::from_millis(250));
const ME: i64 = 1;
const ERIN: i64 = 2;
/// The most accounts, texts and notifications of a write, and the most translations that follow a locale.
const MOST: i64 = 10_000;
const RENAMED: i64 = 4_000;

/// Inserts rows with these columns and values, which know the number `i` of the row.
async fn fill(app: &TestApp, table: &str, rows: i64, columns: &str, values: &str) {
    app.execute(&format!(
        "INSERT INTO {table} ({columns}, created_at) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL \
         SELECT i + 1 FROM n WHERE i < {rows}) SELECT {values}, '2026-01-01T00:00:00+00:00' FROM n"
    ))
    .await;
}

/// A caller with the most unread notifications and that many over it, a locale `aa` likewise, and accounts.
async fn setup(app: &TestApp, over: i64) -> String {
    let token = app.caller(ME, &["*"]).await;
    app.load(fixture("users", [json!({ "id": ERIN, "email": "erin@example.com" })])).await;
    let locale = |id, code| json!({ "id": id, "code": code, "name": "n" });
    app.load(fixture("locales", [locale(1, "aa"), locale(2, "zz")])).await;
    let further = env::var("ROWS").map_or(1, |rows| rows.parse().unwrap());
    let uuid = match app.state.database.backend() {
        DbBackend::Postgres => "gen_random_uuid()",
        _ => "randomblob(16)",
    };
    let now = "'2026-01-01T00:00:00+00:00'";
    let values = format!("100 + i, {uuid}, 'u' || i || '@example.com', {now}");
    fill(app, "users", MOST, "id, uuid, email, updated_at", &values).await;
    for (locale, count) in [("aa", RENAMED + over), ("zz", further)] {
        let values = format!("'k' || i, '{locale}', 'some text', 'g', {now}");
        let columns = "key, locale, value, \"group\", updated_at";
        fill(app, "translations", count, columns, &values).await;
    }
    for (account, count) in [("1", MOST + over), ("2", 2_000), ("100 + i % 9999", further)] {
        let values = format!("{uuid}, {account}, 'info', 't', 'some message', {now}");
        let columns = "uuid, user_id, type, title, message, updated_at";
        fill(app, "notifications", count, columns, &values).await;
    }
    let values = format!("{uuid}, 'updated', 'Report', i, {ME}, '{{}}'");
    let columns = "operation_id, action, kind, record_id, actor_id, after";
    fill(app, "record_events", further, columns, &values).await;
    let reports = (1..=500).map(|id| json!({ "id": id, "title": "t", "user_id": ME }));
    app.load(fixture("reports", reports)).await;
    token
}

/// Runs a long write, and returns the longest wait of another caller's small writes meanwhile.
async fn worst<T>(app: &Arc<TestApp>, other: &str, long: impl Future<Output = T>) -> (Duration, T) {
    let is_done = Arc::new(AtomicBool::new(false));
    let (small_app, other, ends) = (Arc::clone(app), other.to_owned(), Arc::clone(&is_done));
    let small = tokio::spawn(async move {
        let mut worst = Duration::ZERO;
        for count in 0.. {
            let (body, started) = (json!({ "name": format!("n{count}") }), Instant::now());
            let path = "/api/v1/admin/locales/zz";
            small_app.patch(&other, path, &body).await.expect(200);
            worst = worst.max(started.elapsed());
            if ends.load(Ordering::Relaxed) {
                break;
            }
            tokio::task::yield_now().await;
        }
        worst
    });
    let done = long.await;
    is_done.store(true, Ordering::Relaxed);
    (small.await.unwrap(), done)
}

/// The texts of a catalogue at its limit.
fn catalogue(text: &str) -> Json {
    (1..=MOST).map(|number| (format!("k{number}"), json!(text))).collect::<Map<_, _>>().into()
}

#[apply(each_engine_threaded!)]
async fn nobody_waits_long_for_a_long_write(app: TestApp) {
    let token = setup(&app, 0).await;
    let other = app.caller(3, &["*"]).await;
    let app = Arc::new(app);
    let ask = async |method: &str, path: &str, body: Json| {
        app.rest(method, &format!("/api/v1/{path}"), Some(&token), Some(&body)).await
    };
    let accounts: Vec<i64> = (101..=100 + MOST).collect();
    let text = "m".repeat((4 << 20) / accounts.len() - 1);
    let bulk = json!({ "user_ids": accounts, "type": "info", "title": "t", "message": text });
    let import =
        |text: &str| json!({ "locale": "zz", "group": "new", "catalogue": catalogue(text) });
    let ids: Vec<String> = (1..=500).map(|id| global_id("Report", id)).collect();
    let all = json!({ "ids": ids, "policy": "all_or_nothing" });
    for (method, path, body, status) in [
        ("POST", "notifications/bulk", bulk, 201),
        ("PATCH", "admin/locales/aa", json!({ "code": "bb" }), 200),
        ("POST", "admin/translations/import", import("new"), 200),
        ("POST", "admin/translations/import", import("changed"), 200),
        ("POST", "me/notifications/read-all", json!({}), 200),
        ("POST", "delete", all.clone(), 200),
        ("POST", "restore", all.clone(), 200),
        ("POST", "delete", all, 200),
    ] {
        let (wait, response) = worst(&app, &other, ask(method, path, body)).await;
        response.expect(status);
        assert!(wait <= WAIT, "{method} {path}: {wait:?}");
    }
    let line = |id| json!({ "kind": "reports", "record": { "id": id, "title": "t".repeat(200) } });
    let lines: String = (1_000..4_000).map(|id| line(id).to_string() + "\n").collect();
    let (wait, imported) = worst(&app, &other, app.import(Conflict::Refuse, lines)).await;
    assert_eq!(imported.unwrap().created, 3_000);
    assert!(wait <= WAIT, "import: {wait:?}");
    let (wait, erased) = worst(&app, &other, erase(&app.state, "erin@example.com", |_| {})).await;
    assert_eq!(erased.unwrap().records.len(), 2);
    assert!(wait <= WAIT, "erase: {wait:?}");
    let (wait, purged) = worst(&app, &other, app.purge("reports", Duration::ZERO)).await;
    assert_eq!(purged, 500);
    assert!(wait <= WAIT, "purge: {wait:?}");
}

/// What is larger is refused, and says what to do.
#[apply(each_engine!)]
async fn a_longer_write_is_refused(app: TestApp) {
    let token = setup(&app, 1).await;
    let (path, body) = ("/api/v1/admin/locales/aa", json!({ "code": "bb" }));
    let refused = app.patch(&token, path, &body).await.expect(422);
    let message = "can't change while more than 4000 translations name it";
    let shown = refused.body["errors"]["code"][0].as_str().unwrap();
    assert!(shown.starts_with(message), "{shown}");
    assert_eq!(app.stored("locales", 1).await["code"], "aa");
    let line = json!({ "kind": "locales", "record": { "id": 1, "code": "bb", "name": "n" } });
    let message = app.import(Conflict::Update, line.to_string()).await.unwrap_err();
    assert!(message.contains("code: can't change while more than 4000"), "{message}");

    // Of more unread notifications the oldest are marked.
    for (count, left) in [(MOST, 1), (1, 0)] {
        let path = "/api/v1/me/notifications/read-all";
        let marked = app.post_empty(&token, path).await.expect(200).body;
        assert_eq!((&marked["count"], &marked["unread_count"]), (&json!(count), &json!(left)));
    }
}
