//! Two servers on one database: each sees the other's changes within a second, even while an open
//! transaction delays the ordered change feed.

use std::time::{Duration, Instant};

use reinstate::{
    operations::{
        accounts::{GrantAction, Grantee, Grants, add, change, revoke_all_tokens},
        callers::invalidate_caches,
    },
    store::{database::Transaction, feed::Position},
};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value as Json, json};

use crate::support::{
    Engine, TestApp, apply, each_engine_threaded, fixture, global_id, uuid, within,
};
use crate::trash::change_feed::{follow, now, written};

/// Longest time until another server refuses a revoked credential.
const SOON: Duration = within(Duration::from_secs(1));

/// Another server, which invalidates its caches after others' changes.
async fn other_server(app: &TestApp) -> TestApp {
    let replica = app.replica().await;
    invalidate_caches(&replica.state);
    replica
}

/// A transaction that has written and doesn't end; on SQLite nobody else could write.
async fn open_transaction(app: &TestApp) -> Option<Transaction> {
    if app.engine == Engine::Sqlite {
        return None;
    }
    let transaction = app.state.database.operator().begin().await.unwrap();
    transaction.execute_unprepared("SELECT pg_current_xact_id()").await.unwrap();
    Some(transaction)
}

/// Repeats the request until it gets this response, which must be soon.
async fn until(app: &TestApp, token: &str, query: &str, expected: &Json) {
    let started = Instant::now();
    loop {
        let response = app.query(token, query).await;
        let seen = match response.error() {
            Some((code, _)) => json!(code),
            None => response.body["data"].clone(),
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

/// Roles, accounts, tokens, keys and translations.
#[apply(each_engine_threaded!)]
async fn changes_apply_on_other_servers_within_a_second(app: TestApp, admin: String) {
    app.caller(2, &["a.view"]).await;
    let email = "caller2@example.com";
    let key = json!({ "uuid": uuid(1), "name": "Feed", "user_id": 1, "key": "a key",
        "permissions": ["*"] });
    let text = json!({ "id": 1, "locale": "en", "group": "g", "key": "k", "value": "v",
        "deleted_at": "2026-01-01T00:00:00Z" });
    app.load(fixture("api_keys", [key])).await.load(fixture("translations", [text])).await;
    let token = app.token(email, None).await;
    let other = other_server(&app).await;
    let open = open_transaction(&app).await;
    let held = |names: &[&str]| json!({ "viewer": { "permissions": names } });

    // The other server has cached each of them before.
    until(&other, &token, HELD, &held(&["a.view"])).await;
    change(&app.state, Grantee::Account, email, GrantAction::Grant, &permissions(&["b.view"]))
        .await
        .unwrap();
    until(&other, &token, HELD, &held(&["a.view", "b.view"])).await;
    add(&app.state, Grantee::Role, "readers", &permissions(&["c.view", "d.view"])).await.unwrap();
    let readers = Grants { roles: ["readers".to_owned()].into(), ..Grants::default() };
    change(&app.state, Grantee::Account, email, GrantAction::Grant, &readers).await.unwrap();
    until(&other, &token, HELD, &held(&["a.view", "b.view", "c.view", "d.view"])).await;
    change(&app.state, Grantee::Role, "readers", GrantAction::Revoke, &permissions(&["c.view"]))
        .await
        .unwrap();
    until(&other, &token, HELD, &held(&["a.view", "b.view", "d.view"])).await;

    let bundle = "{ translationBundle(locale: \"en\", group: \"g\") }";
    until(&other, &admin, bundle, &json!({ "translationBundle": {} })).await;
    let restore = "mutation { restoreTranslation(databaseId: 1) { restored } }";
    app.query(&admin, restore).await.data();
    until(&other, &admin, bundle, &json!({ "translationBundle": { "k": "v" } })).await;

    until(&other, "a key", HELD, &held(&["*"])).await;
    let delete =
        format!("mutation {{ deleteApiKey(uuid: \"{}\") {{ apiKey {{ uuid }} }} }}", uuid(1));
    app.query(&admin, &delete).await.data();
    until(&other, "a key", HELD, &json!("UNAUTHENTICATED")).await;

    until(&other, &token, HELD, &held(&["a.view", "b.view", "d.view"])).await;
    assert_eq!(revoke_all_tokens(&app.state, email).await.unwrap(), 2);
    until(&other, &token, HELD, &json!("UNAUTHENTICATED")).await;
    drop(open);
}

/// Changes that operators make are in the audit trail, without an actor.
#[apply(each_engine_threaded!)]
async fn events_of_operators_are_shown(app: TestApp, admin: String) {
    add(&app.state, Grantee::Role, "readers", &permissions(&["a.view"])).await.unwrap();
    change(&app.state, Grantee::Role, "readers", GrantAction::Grant, &permissions(&["b.view"]))
        .await
        .unwrap();
    assert_eq!(app.count("record_events WHERE kind = 'Role'").await, 2);
    let events = "{ recordEvents { nodes { kind recordId label action actor { email } } } }";
    let response = app.query(&admin, events).await;
    let event = |action: &str| {
        json!({ "kind": "ROLE", "recordId": global_id("Role", 1), "label": "readers",
            "action": action, "actor": null })
    };
    let expected = json!([event("UPDATED"), event("CREATED")]);
    assert_eq!(response.data()["recordEvents"]["nodes"], expected);
    assert_eq!(revoke_all_tokens(&app.state, "caller1@example.com").await.unwrap(), 1);
    let admin = app.token("caller1@example.com", None).await;
    let events = "{ recordEvents(first: 1) { nodes { kind action changedFields before after } } }";
    let response = app.query(&admin, events).await;
    let revoked = json!({ "kind": "USER", "action": "UPDATED", "changedFields": ["accessTokens"],
        "before": { "accessTokens": [1] }, "after": { "accessTokens": [] } });
    assert_eq!(response.data()["recordEvents"]["nodes"], json!([revoked]));
}

/// A transaction that started before another one changed a record, and changes the same record
/// after it, has the later event.
#[apply(each_engine_threaded!)]
async fn events_of_a_record_are_in_the_order_of_its_changes(app: TestApp, admin: String) {
    if app.engine == Engine::Sqlite {
        return;
    }
    app.load(fixture("locales", [json!({ "id": 1, "code": "en", "name": "0" })])).await;
    let start = now(&app, &admin).await;
    let early = open_transaction(&app).await.unwrap();
    for name in ["1", "2"] {
        app.patch(&admin, "admin/locales/en", &json!({ "name": name })).await.expect(200);
    }
    early
        .execute_unprepared(
            "WITH new AS (UPDATE locales SET name = '3' WHERE id = 1 RETURNING id) \
                 INSERT INTO record_events (operation_id, action, kind, record_id, after, \
                 created_at) \
                 SELECT gen_random_uuid(), 'updated', 'Locale', id, '{\"name\": \"3\"}', now() \
                 FROM new",
        )
        .await
        .unwrap();
    // It is below all transactions from now on, so that nobody has to wait for it.
    let behind = "SELECT COUNT(*) FROM record_events WHERE xid >= record_event_base() + \
            pg_snapshot_xmax(pg_current_snapshot())::text::bigint";
    let behind = Statement::from_string(sea_orm::DbBackend::Postgres, behind);
    let behind: i64 =
        early.query_one_raw(behind).await.unwrap().unwrap().try_get_by_index(0).unwrap();
    assert_eq!(behind, 0);
    early.commit().await.unwrap();
    for (event, name) in follow(&app, &admin, start, 3).await.iter().zip(["1", "2", "3"]) {
        assert_eq!(written(&app, event, "name").await, name);
    }
}

/// A dump contains the events, but not the transaction counter of its cluster. In a cluster that
/// has counted less, new events still come after those of the dump, and a position from before
/// remains valid.
#[apply(each_engine_threaded!)]
async fn positions_stay_valid_in_another_cluster(app: TestApp, admin: String) {
    if app.engine == Engine::Sqlite {
        return;
    }
    app.load(fixture("locales", [json!({ "id": 1, "code": "en", "name": "0" })])).await;
    let rename = async |name: &str| {
        app.patch(&admin, "admin/locales/en", &json!({ "name": name })).await.expect(200);
    };
    let start = now(&app, &admin).await;
    rename("1").await;
    // As if the old cluster had counted much further.
    app.execute("UPDATE record_events SET xid = xid + 1000000000").await;
    let next = follow(&app.replica().await, &admin, start, 1).await;
    assert_eq!(written(&app, &next[0], "name").await, "1");
    let place = Position::of(&next[0]);
    rename("2").await;
    let next = follow(&app.replica().await, &admin, place, 1).await;
    assert_eq!(written(&app, &next[0], "name").await, "2");
    assert!(Position::of(&next[0]) <= now(&app, &admin).await, "{next:?}");
}
