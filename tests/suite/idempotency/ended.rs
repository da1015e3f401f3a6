//! Stored responses that are not replayed: to a deleted caller (D2), and about purged records (D26).

use std::time::Duration;

use reinstate::operations::purge::{Age, purge};
use serde_json::json;

use super::{BEFORE, graphql, is_replayed, rest, send};
use crate::{
    call::{APIS, Api},
    support::{TestApp, apply, each_engine, fixture, resource, uuid},
};

/// A deleted caller is refused whatever it is told to repeat; the key stays in use.
#[apply(each_engine!)]
async fn a_deleted_caller_gets_no_stored_response(app: TestApp, _admin: String) {
    for (api, id) in APIS.into_iter().zip([2, 3]) {
        let token = app.caller(id, &["*"]).await;
        send(&app, api, &token, "k", "Storm").await;
        assert!(is_replayed(&send(&app, api, &token, "k", "Storm").await), "{api:?}");
        let change = |deleted_at: &str| {
            format!("UPDATE users SET deleted_at = {deleted_at} WHERE id = {id}")
        };
        app.execute(&change("created_at")).await;
        app.state.caches.clear(reinstate::store::Stale::Credentials);
        let before = app.count("notifications").await;
        let response = send(&app, api, &token, "k", "Storm").await;
        match api {
            Api::Rest => assert_eq!(response.status, 403, "{}", response.text),
            Api::Graphql => assert_eq!(response.code(), Some("FORBIDDEN")),
        }
        assert!(!is_replayed(&response), "{api:?}");
        assert_eq!(app.count("notifications").await, before);
        app.execute(&change("NULL")).await;
        app.state.caches.clear(reinstate::store::Stale::Credentials);
        assert!(is_replayed(&send(&app, api, &token, "k", "Storm").await), "{api:?}");
    }
}

/// A deleted caller restores itself under a key that it has used before.
#[apply(each_engine!)]
async fn a_deleted_caller_restores_itself_under_a_used_key(app: TestApp) {
    let account = json!({ "id": 1, "uuid": uuid(1), "email": "a@example.com",
        "permissions": ["users.restore.own"], "deleted_at": BEFORE });
    app.load(fixture("users", [account])).await;
    let token = app.token("a@example.com", None).await;
    let path = format!("/api/v1/users/{}/restore", uuid(1));
    for replayed in [false, true] {
        let response = rest(&app, &token, "k", "POST", &path, None).await.expect(200);
        assert_eq!(is_replayed(&response), replayed, "the account is live by then");
    }
    app.execute("UPDATE users SET deleted_at = created_at WHERE id = 1").await;
    app.state.caches.clear(reinstate::store::Stale::Credentials);
    let response = rest(&app, &token, "k", "POST", &path, None).await.expect(200);
    assert!(!is_replayed(&response));
    assert!(app.stored("users", 1).await["deleted_at"].is_null(), "it is restored again");
}

/// The response about a record is not repeated once the record is purged.
#[apply(each_engine!)]
async fn a_response_about_a_purged_record_is_refused(app: TestApp, token: String) {
    for (api, key) in APIS.into_iter().zip(["a", "b"]) {
        send(&app, api, &token, key, "Personal").await;
    }
    let marked = "mutation($uuids: [UUID!]!) { markNotificationsRead(uuids: $uuids) { notifications { title } } }";
    let sent = app.query(&token, "{ notifications(first: 1) { nodes { uuid } } }").await;
    let uuids = json!({ "uuids": [sent.data()["notifications"]["nodes"][0]["uuid"]] });
    graphql(&app, &token, "c", marked, uuids.clone()).await.data();
    let ids = [1, 2].map(|id| crate::support::global_id("Notification", id));
    let delete = "mutation($ids: [ID!]!) { deleteMany(ids: $ids) { outcomes { record { ... on \
         Notification { title } } } } }";
    let bulk = graphql(&app, &token, "d", delete, json!({ "ids": ids })).await;
    assert!(bulk.text.contains("Personal"));
    let ask = async |key| match key {
        "a" => send(&app, Api::Rest, &token, key, "Personal").await,
        "b" => send(&app, Api::Graphql, &token, key, "Personal").await,
        "c" => graphql(&app, &token, key, marked, uuids.clone()).await,
        _ => graphql(&app, &token, key, delete, json!({ "ids": ids })).await,
    };
    for key in ["a", "b", "c", "d"] {
        let response = ask(key).await;
        assert!(is_replayed(&response) && response.text.contains("Personal"), "{key}");
    }
    let ages = [Age { resource: resource("notifications"), longer_than: Duration::ZERO }];
    assert_eq!(purge(&app.state, &ages, |_| {}).await.unwrap()[0].count, 2);
    for key in ["a", "b", "c", "d"] {
        let response = ask(key).await.expect(422);
        assert!(!response.text.contains("Personal"), "{key}: {}", response.text);
        assert!(response.text.contains("has been purged"), "{key}: {}", response.text);
    }
    assert_eq!(app.count("notifications").await, 0, "nothing ran again");
}
