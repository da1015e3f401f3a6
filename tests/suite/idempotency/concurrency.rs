//! The same request several times concurrently, and clients that disconnect.

use std::time::Duration;

use futures_util::future::{Either, join_all, select};
use reinstate::store::database::Transaction;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value as Json, json};
use tokio::time::timeout;

use super::{deleted_report, graphql, is_replayed, rest, send};
use crate::{
    call::{APIS, Api},
    support::{Engine, Response, TestApp, apply, each_engine_threaded, uuid},
};

const TIMEOUT: Duration = Duration::from_secs(20);

/// Repeats the request until it is no longer in progress.
async fn retry_until_done<F: Future<Output = Response>>(ask: impl Fn() -> F) -> Response {
    let asking = async {
        loop {
            let response = ask().await;
            if response.status != 409 {
                return response;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(TIMEOUT, asking).await.unwrap()
}

/// Locks a report against every writer: its row on PostgreSQL, the whole database on SQLite.
async fn lock(app: &TestApp, number: i64) -> Transaction {
    let held = app.state.database.operator().begin().await.unwrap();
    if app.engine == Engine::Postgres {
        let sql = format!("SELECT 1 FROM reports WHERE id = {number} FOR UPDATE");
        held.execute_unprepared(&sql).await.unwrap();
    }
    held
}

/// Waits until a server has locked a key.
async fn key_is_locked(app: &TestApp) {
    let sql = "SELECT COUNT(*) FROM pg_locks JOIN pg_stat_activity USING (pid) \
        WHERE locktype = 'advisory' AND application_name = current_setting('application_name')";
    let database = &app.state.database;
    let held = || {
        database.operator().reader.query_one_raw(Statement::from_string(database.backend(), sql))
    };
    while held().await.unwrap().unwrap().try_get_by_index::<i64>(0).unwrap() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Eight clients send the same request concurrently, and again until it is done: it runs once.
#[apply(each_engine_threaded!)]
async fn eight_clients_send_one_notification(app: TestApp, token: String) {
    for (round, api) in (1..).zip(APIS) {
        let key = format!("k{round}");
        let client = async |_| retry_until_done(|| send(&app, api, &token, &key, "Storm")).await;
        let responses = join_all((0..8).map(client)).await;
        let first = responses.iter().filter(|response| !is_replayed(response)).count();
        assert_eq!(first, 1, "{api:?}");
        assert!(responses.iter().all(|response| response.text == responses[0].text), "{api:?}");
        assert!(responses.iter().all(|response| response.status == responses[0].status), "{api:?}");
        assert_eq!(app.count("notifications").await, round, "{api:?}");
        assert_eq!(app.count("record_events WHERE kind = 'Notification'").await, round);
    }
}

/// While a request is in progress, repeating it is refused at once, by other servers on PostgreSQL
/// too; on SQLite they wait for the database.
#[apply(each_engine_threaded!)]
async fn a_request_in_progress_is_refused(app: TestApp, token: String) {
    let other = app.replica().await;
    for (number, api) in (7..).zip(APIS) {
        let path = deleted_report(&app, number).await;
        let query =
            format!("mutation {{ restoreReport(uuid: {:?}) {{ restored }} }}", uuid(number));
        let key = format!("k{number}");
        let ask_at = async |app: &TestApp| match api {
            Api::Rest => rest(app, &token, &key, "POST", &path, None).await,
            Api::Graphql => graphql(app, &token, &key, &query, json!({})).await,
        };
        let ask = || ask_at(&app);
        let held = lock(&other, number).await;
        let either = select(Box::pin(ask()), Box::pin(ask()));
        let (Either::Left((refused, waiting)) | Either::Right((refused, waiting))) =
            timeout(TIMEOUT, either).await.unwrap();
        assert_eq!(refused.status, 409, "{api:?}: {}", refused.text);
        assert_eq!(refused.headers["retry-after"], "1");
        let message = "A request with this Idempotency-Key is in progress";
        match api {
            Api::Rest => assert_eq!(refused.message(), message),
            Api::Graphql => assert_eq!(refused.error(), Some(("CONFLICT", message))),
        }
        if app.engine == Engine::Postgres {
            timeout(TIMEOUT, key_is_locked(&other)).await.unwrap();
            let response = ask_at(&other).await;
            assert_eq!(response.status, 409, "another server, {api:?}: {}", response.text);
        }
        held.rollback().await.unwrap();
        assert_eq!(timeout(TIMEOUT, waiting).await.unwrap().status, 200, "{api:?}");
        assert!(is_replayed(&ask().await), "{api:?}");
        let stored = app.stored("reports", number).await;
        assert_eq!((&stored["deleted_at"], &stored["version"]), (&Json::Null, &json!(2)));
    }
    let path = format!("/api/v1/reports/{}/restore", uuid(7));
    let response = rest(&other, &token, "k7", "POST", &path, None).await.expect(200);
    assert!(is_replayed(&response), "another server");
}

/// A client that disconnected and repeats the request gets its response.
#[apply(each_engine_threaded!)]
async fn a_client_that_disconnects_can_get_the_response(app: TestApp, token: String) {
    let other = app.replica().await;
    let path = deleted_report(&app, 7).await;
    let ask = || rest(&app, &token, "k", "POST", &path, None);
    // The credential is cached by then, so the request has reached the database when it is
    // cancelled.
    app.query(&token, "{ viewer { permissions } }").await.data();
    let held = lock(&other, 7).await;
    let cut = timeout(Duration::from_millis(200), ask()).await;
    assert!(cut.is_err(), "it can't be done yet");
    assert_eq!(ask().await.status, 409, "it goes on without its client");
    held.rollback().await.unwrap();
    let response = retry_until_done(ask).await;
    assert_eq!(response.status, 200, "{}", response.text);
    assert!(is_replayed(&response));
    assert_eq!(app.stored("reports", 7).await["version"], 2);
}

/// Uncommitted writes are invisible to others, and caches are invalidated at the commit: a deleted
/// credential works until then and no longer.
#[apply(each_engine_threaded!)]
async fn caches_are_invalidated_at_the_commit(app: TestApp, token: String) {
    let (uuid, value) = crate::keys::create_key(&app, &token, &["*"]).await;
    let works = async || {
        let query = "{ viewer { permissions } }";
        app.query(&value, query).await.status == 200
    };
    assert!(works().await);
    let document = json!({ "query": format!("mutation {{ deleteApiKey(uuid: \"{uuid}\") {{ apiKey \
         {{ uuid }} }} }}") });
    rest(&app, &token, "k", "POST", "/graphql", Some(&document)).await.data();
    assert!(!works().await);
}
