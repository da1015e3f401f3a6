//! History: which events are recorded for a change, and who may read them.

use serde_json::{Value as Json, json};

use super::{kind, load, many};
use crate::support::{TestApp, apply, each, each_engine, fixture, uuid};

const ME: i64 = 1;
const OTHER: i64 = 2;

const EVENT: &str = "action kind recordId actor { email } changedFields before after \
     changes { field before after } credentialKind \
     credentialId via requestId operationId createdAt";

async fn history(app: &TestApp, token: &str, id: i64) -> crate::support::Response {
    let query = format!(
        "query($id: ID!) {{ node(id: $id) {{ ... on Report {{ title history {{ nodes \
         {{ {EVENT} }} }} }} }} }}"
    );
    app.graphql(Some(token), &query, json!({ "id": kind("reports").global_id(id) })).await
}

/// Actor, credential, time, API, before and after, through both APIs.
#[apply(each_engine!)]
async fn an_event_describes_the_whole_change(app: TestApp, token: String) {
    load(&app, &kind("locales"), 1, ME, None).await;
    let key = kind("locales").key_of(1);
    let path = format!("/api/v1/admin/locales/{key}");
    let body = json!({ "native_name": "Neu", "sort_order": 0, "name": "English" });
    let sent = app.patch(&token, &path, &body).await.expect(200);
    let query = format!("{{ recordEvents {{ nodes {{ {EVENT} }} }} }}");
    let event = &app.data(&token, &query).await["recordEvents"]["nodes"][0];
    let stored = app.stored("locales", 1).await;
    assert_eq!(event["action"], "UPDATED");
    assert_eq!(event["recordId"], json!(kind("locales").global_id(1)));
    assert_eq!(event["actor"], json!({ "email": "caller1@example.com" }));
    assert_eq!((&event["credentialKind"], &event["via"]), (&json!("ACCESS_TOKEN"), &json!("REST")));
    assert_eq!(event["requestId"].as_str(), sent.headers["x-request-id"].to_str().ok());
    assert_eq!(event["createdAt"], stored["updated_at"]);
    // A column written with its old value has not changed.
    assert_eq!(event["changedFields"], json!(["nativeName"]));
    assert_eq!(
        json!([event["before"], event["after"]]),
        json!([{ "nativeName": null }, { "nativeName": "Neu" }])
    );
    let change = json!({ "field": "nativeName", "before": null, "after": "Neu" });
    assert_eq!(event["changes"], json!([change]));
    // Events of delete and restore hold the stored timestamps.
    let deleted = app.query(&token, &format!(
        "mutation {{ deleteLocale(code: \"{key}\") {{ locale {{ deletedAt }} operationId }} }}"
    )).await;
    app.post_empty(&token, &format!("{path}/restore")).await.expect(200);
    let events = &app.data(&token, &query).await["recordEvents"]["nodes"];
    let timestamp = &deleted.data()["deleteLocale"]["locale"]["deletedAt"];
    assert_eq!(json!([events[1]["action"], events[0]["action"]]), json!(["DELETED", "RESTORED"]));
    assert_eq!(events[1]["after"], json!({ "deletedAt": timestamp }));
    assert_eq!(events[0]["before"], json!({ "deletedAt": timestamp }));
    assert_eq!(events[0]["after"], json!({ "deletedAt": null }));
    assert_eq!(events[1]["operationId"], deleted.data()["deleteLocale"]["operationId"]);
    assert_ne!(events[1]["operationId"], events[0]["operationId"]);
}

/// The event of a created record has no `before`, and its values in `after`.
#[apply(each_engine!)]
async fn creating_records_an_event(app: TestApp, token: String) {
    let body = json!({ "user_id": 1, "type": "info", "title": "Hello", "message": "There",
        "metadata": { "a": [1, "\u{1f980}"] } });
    app.post(&token, "notifications", &body).await.expect(201);
    let query = format!("{{ notifications {{ nodes {{ history {{ nodes {{ {EVENT} }} }} }} }} }}");
    let event = &app.data(&token, &query).await["notifications"]["nodes"][0]["history"]["nodes"][0];
    assert_eq!((&event["action"], &event["before"]), (&json!("CREATED"), &Json::Null));
    let after = &event["after"];
    assert_eq!(
        json!([after["userId"], after["title"], after["metadata"]]),
        json!([1, "Hello", body["metadata"]])
    );
    let changes = event["changes"].as_array().unwrap();
    let metadata = changes.iter().find(|it| it["field"] == "metadata").unwrap();
    assert_eq!((&metadata["before"], &metadata["after"]), (&Json::Null, &body["metadata"]));
}

/// D6: with the audit permission callers see the events of all records or of their own; without it
/// `history` alone is refused.
#[apply(each_engine!)]
async fn reading_history_needs_permission(app: TestApp, admin: String) {
    app.caller(OTHER, &[]).await;
    for (id, owner) in [(1, ME), (2, OTHER)] {
        load(&app, &kind("reports"), id, owner, None).await;
        many(&app, &admin, "deleteMany", &[kind("reports").global_id(id)], "EACH").await;
    }
    let sees = ["reports.view", "reports.restore"];
    let cases = [
        (None, [false, false], None),
        (Some("audit.view.own"), [true, false], Some(1)),
        (Some("audit.view"), [true, true], Some(2)),
        (Some("audit.viewer"), [false, false], None),
    ];
    for (audit, visible, count) in cases {
        let permissions: Vec<&str> = sees.into_iter().chain(audit).collect();
        let token = app.token("caller1@example.com", Some(&permissions)).await;
        for (id, visible) in [(1, visible[0]), (2, visible[1])] {
            let response = history(&app, &token, id).await;
            let node = &response.body["data"]["node"];
            assert_eq!(node["title"], "Arrivals", "{audit:?}: the rest is shown");
            let nodes = node["history"]["nodes"].as_array();
            assert_eq!(nodes.map(Vec::len), visible.then_some(1), "{audit:?} {id}");
            assert_eq!(response.code(), (!visible).then_some("FORBIDDEN"), "{audit:?} {id}");
        }
        let all = app.query(&token, "{ recordEvents { nodes { id databaseId } } }").await;
        let nodes = all.body["data"]["recordEvents"]["nodes"].as_array();
        assert_eq!(nodes.map(Vec::len), count, "{audit:?}");
        // `node` finds an event by its global id, under the same rule.
        let every = app.data(&admin, "{ recordEvents { nodes { id } } }").await;
        let ids = each(&every["recordEvents"]["nodes"], "id");
        let query = "query($ids: [ID!]!) { nodes(ids: $ids) { id } }";
        let nodes = app.graphql(Some(&token), query, json!({ "ids": &ids })).await;
        let nodes = each(&nodes.body["data"]["nodes"], "id");
        let found = nodes.iter().filter(|id| ids.contains(id)).count();
        assert_eq!(found, count.unwrap_or_default(), "{audit:?}");
    }
}

/// Everybody who sees the record sees who deleted and restored it; a page takes one statement for
/// each.
#[apply(each_engine!)]
async fn last_actors_of_a_page_take_one_statement_each(app: TestApp, token: String) {
    let other = app.caller(OTHER, &["reports.delete", "reports.restore"]).await;
    for id in 1..=20 {
        load(&app, &kind("reports"), id, ME, None).await;
    }
    let ids: Vec<String> = (1..=20).map(|id| kind("reports").global_id(id)).collect();
    many(&app, &other, "deleteMany", &ids, "EACH").await;
    many(&app, &token, "restoreMany", &ids[..10], "EACH").await;
    let narrow = app.token("caller1@example.com", Some(&["reports.view", "reports.restore"])).await;
    let query = "{ reports(trashed: WITH, first: 20) { nodes { databaseId deletedBy { email } \
         restoredBy { email } } } }";
    app.data(&narrow, query).await;
    let (count, response) = app.statements(app.query(&narrow, query)).await;
    for node in response.data()["reports"]["nodes"].as_array().unwrap() {
        let restored = node["databaseId"].as_i64().unwrap() <= 10;
        let emails = [&node["deletedBy"]["email"], &node["restoredBy"]["email"]];
        let (one, two) = (json!("caller1@example.com"), json!("caller2@example.com"));
        let expected = if restored { [&Json::Null, &one] } else { [&two, &Json::Null] };
        assert_eq!(emails, expected, "{node}");
    }
    assert_eq!(count, 3, "the page, what was done, by whom");
    let query = "{ reports(trashed: WITH, first: 20) { nodes { history(first: 1) { nodes \
         { action } pageInfo { hasNextPage } } } } }";
    let (count, response) = app.statements(app.query(&token, query)).await;
    assert_eq!(
        response.data()["reports"]["nodes"][0]["history"],
        json!({ "nodes": [{ "action": "RESTORED" }], "pageInfo": { "hasNextPage": true } })
    );
    assert_eq!(count, 2, "the page, and what happened to all of it");
}

/// No event holds the value of a credential.
#[apply(each_engine!)]
async fn events_hold_no_secrets(app: TestApp, token: String) {
    let key = json!({ "id": 1, "uuid": uuid(1), "name": "Feed", "user_id": 1,
        "key": "planted-secret" });
    app.load(fixture("api_keys", [key])).await;
    let hash = reinstate::auth::hash("planted-secret");
    let path = format!("/api/v1/api-keys/{}", uuid(1));
    for body in [
        json!({ "name": "New", "key": "planted-secret" }),
        json!({ "metadata": { "a": 1 }, "key_hash": hash }),
    ] {
        app.patch(&token, &path, &body).await.expect(200);
    }
    let query = format!("{{ recordEvents {{ nodes {{ {EVENT} }} }} }}");
    let response = app.query(&token, &query).await;
    assert_eq!(response.data()["recordEvents"]["nodes"].as_array().unwrap().len(), 2);
    for secret in ["planted-secret", &hash, "keyHash", &token] {
        assert!(!response.text.contains(secret), "{secret}: {}", response.text);
    }
}
