//! The change feed: no event is missed or seen twice, whatever the writers do.

use std::{collections::HashMap, sync::Arc, time::Duration};

use futures_util::future::join_all;
use reinstate::{
    auth::{Api, Call},
    kinds,
    operations::{
        audit::{self, Event, viewable},
        callers::authenticate,
    },
    store::feed::Position,
};
use sea_orm::{ConnectionTrait, QueryResult, Statement};
use serde_json::{Value as Json, json};

use super::{kind, load};
use crate::support::{Engine, TestApp, apply, each_engine_threaded};

const WRITERS: i64 = 8;
const WRITES: i64 = 625;

async fn call(app: &TestApp, token: &str) -> Call {
    Call {
        caller: authenticate(&app.state, token).await.unwrap(),
        presented: token.into(),
        via: Api::Graphql,
        request_id: None,
        reason: None,
        budget: Arc::default(),
        permit: None,
        operation: None,
    }
}

/// The end of the feed.
pub async fn now(app: &TestApp, token: &str) -> Position {
    audit::now(&app.state, &call(app, token).await).await.unwrap()
}

/// Reads the feed from a position, as a caller who may view all, until it has seen `count` events.
pub async fn follow(
    app: &TestApp,
    token: &str,
    mut after: Position,
    count: usize,
) -> Vec<Arc<Event>> {
    let call = call(app, token).await;
    let all: Vec<_> = kinds::registered().iter().collect();
    let filter = Arc::new(viewable(&call.caller, &all));
    let mut seen: Vec<Arc<Event>> = Vec::new();
    let read = async {
        let mut feed = app.state.feed.subscribe(&app.state.database);
        while seen.len() < count {
            feed.mark_unchanged();
            let call = call.unspent();
            let batch = audit::follow(&app.state, &call, after, &filter, 500).await.unwrap();
            if batch.reached == after {
                feed.changed().await.unwrap();
            }
            after = batch.reached;
            seen.extend(batch.events);
        }
    };
    tokio::time::timeout(Duration::from_secs(120), read).await.unwrap();
    seen
}

/// A value that an event has written.
pub async fn written(app: &TestApp, event: &Event, name: &str) -> Json {
    let backend = app.state.database.backend();
    let sql = format!("SELECT CAST(after AS text) FROM record_events WHERE id = {}", event.id);
    let row =
        app.state.database.operator().writer.query_one_raw(Statement::from_string(backend, sql));
    let after: String = row.await.unwrap().unwrap().try_get_by_index(0).unwrap();
    serde_json::from_str::<Json>(&after).unwrap()[name].clone()
}

/// The ids of all events in the documented order.
async fn stored(app: &TestApp) -> Vec<i64> {
    let sql = "SELECT id FROM record_events ORDER BY xid, id";
    let statement = Statement::from_string(app.state.database.backend(), sql);
    let rows = app.state.database.operator().writer.query_all_raw(statement).await.unwrap();
    rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
}

/// The number that each event has written.
async fn numbers(app: &TestApp) -> HashMap<i64, i64> {
    let sql = "SELECT id, CAST(after AS text) FROM record_events";
    let statement = Statement::from_string(app.state.database.backend(), sql);
    let rows = app.state.database.operator().writer.query_all_raw(statement).await.unwrap();
    let number = |row: &QueryResult| {
        let after: Json =
            serde_json::from_str(&row.try_get_by_index::<String>(1).unwrap()).unwrap();
        (row.try_get_by_index(0).unwrap(), after["sort_order"].as_i64().unwrap_or_default())
    };
    rows.iter().map(number).collect()
}

/// 5,000 writes by 8 writers. One reader starts with them, one starts midway from an event's
/// position, and one starts late.
#[apply(each_engine_threaded!)]
async fn readers_see_each_event_once(app: TestApp, token: String) {
    let locale = kind("locales");
    for id in 1..=WRITERS {
        load(&app, &locale, id, 1, None).await;
    }
    let start = now(&app, &token).await;
    let (app, token) = (&app, &token);
    let all = (WRITERS * WRITES) as usize;
    let write = |writer: i64| async move {
        let path = format!("/api/v1/admin/locales/{}", kind("locales").key_of(writer));
        for number in 1..=WRITES {
            app.patch(token, &path, &json!({ "sort_order": number })).await.expect(200);
        }
    };
    let writing = join_all((1..=WRITERS).map(write));
    let (seen, resumed, _) = tokio::join!(
        follow(app, token, start, all),
        async {
            let first = follow(app, token, start, all / 3).await;
            let place = Position::of(first.last().unwrap());
            let rest = follow(app, token, place, all - first.len()).await;
            first.into_iter().chain(rest).collect::<Vec<_>>()
        },
        writing
    );
    let late = follow(app, token, start, all).await;
    let expected = stored(app).await;
    let numbers = numbers(app).await;
    for (who, events) in [("from the start", seen), ("resumed", resumed), ("late", late)] {
        let ids: Vec<i64> = events.iter().map(|event| event.id).collect();
        assert!(ids == expected, "{who}: {} of {}", ids.len(), expected.len());
        // The events of one record are in the order of its changes.
        for writer in 1..=WRITERS {
            let of_one = events.iter().filter(|event| event.record_id == writer);
            let numbers: Vec<i64> = of_one.map(|event| numbers[&event.id]).collect();
            assert!(numbers == (1..=WRITES).collect::<Vec<_>>(), "{who}: record {writer}");
        }
    }
}

/// A transaction that has its event id and has not committed: a reader that went past it would
/// never see its events. On PostgreSQL readers wait for it; on SQLite nobody else can write
/// meanwhile.
#[apply(each_engine_threaded!)]
async fn events_of_a_late_commit_are_not_skipped(app: TestApp, token: String) {
    if app.engine == Engine::Sqlite {
        return;
    }
    load(&app, &kind("locales"), 1, 1, None).await;
    load(&app, &kind("locales"), 2, 1, None).await;
    let start = now(&app, &token).await;
    let slow = app.state.database.operator().begin().await.unwrap();
    slow.execute_unprepared(
        "INSERT INTO record_events (operation_id, action, kind, record_id, after, created_at) \
             VALUES (gen_random_uuid(), 'updated', 'Locale', 1, '{}', now())",
    )
    .await
    .unwrap();
    let path = format!("/api/v1/admin/locales/{}", kind("locales").key_of(2));
    app.patch(&token, &path, &json!({ "name": "New" })).await.expect(200);
    // The later event is committed and must wait: if it could be read, this would end.
    let early = tokio::time::timeout(Duration::from_millis(500), follow(&app, &token, start, 1));
    assert!(early.await.is_err(), "an event was read before an older one");
    slow.commit().await.unwrap();
    let seen = follow(&app, &token, start, 2).await;
    assert_eq!(seen.iter().map(|event| event.record_id).collect::<Vec<_>>(), [1, 2]);
}
