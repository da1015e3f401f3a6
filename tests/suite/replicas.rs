//! Two servers on one database: what one does the other knows within a second, also while a
//! transaction that somebody left open holds back those who follow in order.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use reinstate::operations::{
    self, Giving, Grants, Position, add_role, change_account, change_role, revoke_all_tokens,
};
use sea_orm::{ConnectionTrait, DatabaseTransaction, Statement};
use serde_json::{Value as Json, json};

use crate::support::{Engine, TestApp, apply, each_engine_threaded, fixture, uuid};

/// Longest that it may take until another server refuses what was revoked.
const SOON: Duration = Duration::from_secs(1);

/// Another server, which forgets what others make stale.
async fn beside(app: &TestApp) -> TestApp {
    let replica = app.replica().await;
    operations::keep_fresh(&replica.state);
    replica
}

/// A transaction that has written and doesn't end; SQLite would let nobody else write.
async fn left_open(app: &TestApp) -> Option<DatabaseTransaction> {
    if app.engine == Engine::Sqlite {
        return None;
    }
    let transaction = app.state.database.begin().await.unwrap();
    transaction.execute_unprepared("SELECT pg_current_xact_id()").await.unwrap();
    Some(transaction)
}

/// Asks a server until it answers that, which has to be soon.
async fn until(app: &TestApp, token: &str, query: &str, expected: &Json) {
    let started = Instant::now();
    loop {
        let reply = app.graphql(Some(token), query, json!({})).await;
        let seen = match reply.refusal() {
            Some((code, _)) => json!(code),
            None => reply.body["data"].clone(),
        };
        if seen == *expected {
            return;
        }
        assert!(started.elapsed() < SOON, "still {seen}, not {expected}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn permissions(names: &[&str]) -> Grants {
    let permissions = names.iter().map(|name| (*name).to_owned()).collect();
    Grants { permissions, roles: Default::default() }
}

const HELD: &str = "{ viewer { permissions } }";

/// Roles, accounts, tokens, keys and texts.
#[apply(each_engine_threaded!)]
async fn what_one_server_does_another_knows_within_a_second(app: TestApp) {
    let admin = app.caller(1, &["*"]).await;
    app.caller(2, &["a.view"]).await;
    let email = "caller2@example.com";
    let key = json!({ "uuid": uuid(1), "name": "Feed", "user_id": 1, "key": "a key", "permissions": ["*"] });
    let text = json!({ "id": 1, "locale": "en", "group": "g", "key": "k", "value": "v",
        "deleted_at": "2026-01-01T00:00:00Z" });
    app.load(fixture("api_keys", [key])).await.load(fixture("translations", [text])).await;
    let token = app.token(email, None).await;
    let other = beside(&app).await;
    let open = left_open(&app).await;
    let held = |names: &[&str]| json!({ "viewer": { "permissions": names } });

    // Each is asked first, so that the other server has something to forget.
    until(&other, &token, HELD, &held(&["a.view"])).await;
    change_account(&app.state, email, Giving::Given, &permissions(&["b.view"])).await.unwrap();
    until(&other, &token, HELD, &held(&["a.view", "b.view"])).await;
    add_role(&app.state, "readers", &permissions(&["c.view", "d.view"])).await.unwrap();
    let readers = Grants { roles: ["readers".to_owned()].into(), ..Grants::default() };
    change_account(&app.state, email, Giving::Given, &readers).await.unwrap();
    until(&other, &token, HELD, &held(&["a.view", "b.view", "c.view", "d.view"])).await;
    change_role(&app.state, "readers", Giving::Taken, &permissions(&["c.view"])).await.unwrap();
    until(&other, &token, HELD, &held(&["a.view", "b.view", "d.view"])).await;

    let bundle = "{ translationBundle(locale: \"en\", group: \"g\") }";
    until(&other, &admin, bundle, &json!({ "translationBundle": {} })).await;
    let restore = "mutation { restoreTranslation(databaseId: 1) { restored } }";
    app.graphql(Some(&admin), restore, json!({})).await.data();
    until(&other, &admin, bundle, &json!({ "translationBundle": { "k": "v" } })).await;

    until(&other, "a key", HELD, &held(&["*"])).await;
    let delete =
        format!("mutation {{ deleteApiKey(uuid: \"{}\") {{ apiKey {{ uuid }} }} }}", uuid(1));
    app.graphql(Some(&admin), &delete, json!({})).await.data();
    until(&other, "a key", HELD, &json!("UNAUTHENTICATED")).await;

    until(&other, &token, HELD, &held(&["a.view", "b.view", "d.view"])).await;
    assert_eq!(revoke_all_tokens(&app.state, email).await.unwrap(), 2);
    until(&other, &token, HELD, &json!("UNAUTHENTICATED")).await;
    drop(open);
}

/// Events of roles stand in the table beside those of records; no face shows them.
#[apply(each_engine_threaded!)]
async fn nobody_is_shown_what_happens_to_roles(app: TestApp) {
    let admin = app.caller(1, &["*"]).await;
    add_role(&app.state, "readers", &permissions(&["a.view"])).await.unwrap();
    change_role(&app.state, "readers", Giving::Given, &permissions(&["b.view"])).await.unwrap();
    assert_eq!(app.count("record_events WHERE kind = 'Role'").await, 2);
    let events = "{ recordEvents { nodes { kind recordId action } } }";
    let reply = app.graphql(Some(&admin), events, json!({})).await;
    assert_eq!(reply.data(), &json!({ "recordEvents": { "nodes": [] } }));
    // By its own id neither: "RecordEvent:1" in base64, as ids of events are.
    for number in 1..=2 {
        let id = data_encoding::BASE64URL_NOPAD.encode(format!("RecordEvent:{number}").as_bytes());
        let reply = app
            .graphql(Some(&admin), "query($id: ID!) { node(id: $id) { id } }", json!({ "id": id }))
            .await;
        assert_eq!(reply.data(), &json!({ "node": null }));
    }
    assert_eq!(revoke_all_tokens(&app.state, "caller1@example.com").await.unwrap(), 1);
    let admin = app.token("caller1@example.com", None).await;
    let events = "{ recordEvents { nodes { kind action changedFields before after } } }";
    let reply = app.graphql(Some(&admin), events, json!({})).await;
    let revoked = json!({ "kind": "USER", "action": "UPDATED", "changedFields": ["accessTokens"],
        "before": { "accessTokens": [1] }, "after": { "accessTokens": [] } });
    assert_eq!(reply.data()["recordEvents"]["nodes"], json!([revoked]));
}

/// A transaction that began to write before another one changed a record, and changes the same
/// record after it, is told after it.
#[apply(each_engine_threaded!)]
async fn the_changes_of_one_record_are_told_in_order(app: TestApp) {
    if app.engine == Engine::Sqlite {
        return;
    }
    let admin = app.caller(1, &["*"]).await;
    app.load(fixture("locales", [json!({ "id": 1, "code": "en", "name": "0" })])).await;
    let start = operations::now(&app.state).await.unwrap();
    let early = left_open(&app).await.unwrap();
    for name in ["1", "2"] {
        let body = json!({ "name": name });
        app.rest("PATCH", "/api/v1/admin/locales/en", Some(&admin), Some(&body)).await.expect(200);
    }
    early
        .execute_unprepared(
            "WITH new AS (UPDATE locales SET name = '3' WHERE id = 1 RETURNING id) \
                 INSERT INTO record_events (operation_id, action, kind, record_id, after, created_at) \
                 SELECT gen_random_uuid(), 'updated', 'Locale', id, '{\"name\": \"3\"}', now() FROM new",
        )
        .await
        .unwrap();
    // It stands below whatever begins from now on, so that nobody has to wait for that.
    let behind = "SELECT COUNT(*) FROM record_events WHERE xid >= record_event_base() + \
            pg_snapshot_xmax(pg_current_snapshot())::text::bigint";
    let behind = Statement::from_string(sea_orm::DbBackend::Postgres, behind);
    let behind: i64 =
        early.query_one_raw(behind).await.unwrap().unwrap().try_get_by_index(0).unwrap();
    assert_eq!(behind, 0);
    early.commit().await.unwrap();
    let mut told = Vec::new();
    let mut place = start;
    while told.len() < 3 {
        let next = operations::follow(&app.state, place);
        let events: Vec<Arc<_>> =
            tokio::time::timeout(Duration::from_secs(20), next).await.unwrap().unwrap();
        place = Position::of(events.last().unwrap());
        told.extend(events.iter().map(|event| event.after["name"].clone()));
    }
    assert_eq!(told, ["1", "2", "3"]);
}

/// A dump has the events and not how far the cluster had counted its transactions. In one that
/// has counted less, what happens stands behind what is there, and who comes back with a place of
/// before goes on.
#[apply(each_engine_threaded!)]
async fn places_stay_good_in_another_cluster(app: TestApp) {
    if app.engine == Engine::Sqlite {
        return;
    }
    let admin = app.caller(1, &["*"]).await;
    app.load(fixture("locales", [json!({ "id": 1, "code": "en", "name": "0" })])).await;
    let rename = async |name: &str| {
        let body = json!({ "name": name });
        app.rest("PATCH", "/api/v1/admin/locales/en", Some(&admin), Some(&body)).await.expect(200);
    };
    let start = operations::now(&app.state).await.unwrap();
    rename("1").await;
    // As if the cluster that wrote it had counted much further.
    app.execute("UPDATE record_events SET xid = xid + 1000000000").await;
    let next = operations::follow(&app.replica().await.state, start).await.unwrap();
    assert_eq!(next.iter().map(|it| &it.after["name"]).collect::<Vec<_>>(), [&json!("1")]);
    let place = Position::of(&next[0]);
    rename("2").await;
    let next = operations::follow(&app.replica().await.state, place).await.unwrap();
    assert_eq!(next.iter().map(|it| &it.after["name"]).collect::<Vec<_>>(), [&json!("2")]);
    let now = operations::now(&app.state).await.unwrap();
    assert!(Position::of(&next[0]) <= now, "{next:?}");
}
