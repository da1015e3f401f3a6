//! History: which events are recorded for a change, and who may read them.

use serde_json::{Value as Json, json};

use super::{kind, load};
use crate::support::{TestApp, apply, each_engine, fixture};

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
async fn an_event_describes_the_whole_change(app: TestApp) {
    let token = app.caller(ME, &["*"]).await;
    load(&app, &kind("locales"), 1, ME, None).await;
    let key = kind("locales").key_of(1);
    let path = format!("/api/v1/admin/locales/{key}");
    let body = json!({ "native_name": "Neu", "sort_order": 0, "name": "English" });
    let sent = app.rest("PATCH", &path, Some(&token), Some(&body)).await.expect(200);
    let query = format!("{{ recordEvents {{ nodes {{ {EVENT} }} }} }}");
    let response = app.graphql(Some(&token), &query, json!({})).await;
    let event = &response.data()["recordEvents"]["nodes"][0];
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
        (&event["before"], &event["after"]),
        (&json!({ "nativeName": null }), &json!({ "nativeName": "Neu" }))
    );
    let change = json!({ "field": "nativeName", "before": null, "after": "Neu" });
    assert_eq!(event["changes"], json!([change]));
    // Events of delete and restore hold the stored timestamps.
    let delete = format!(
        "mutation {{ deleteLocale(code: \"{key}\") {{ locale {{ deletedAt }} operationId }} }}"
    );
    let deleted = app.graphql(Some(&token), &delete, json!({})).await;
    app.rest("POST", &format!("{path}/restore"), Some(&token), None).await.expect(200);
    let response = app.graphql(Some(&token), &query, json!({})).await;
    let events = &response.data()["recordEvents"]["nodes"];
    let timestamp = &deleted.data()["deleteLocale"]["locale"]["deletedAt"];
    assert_eq!(
        (&events[1]["action"], &events[0]["action"]),
        (&json!("DELETED"), &json!("RESTORED"))
    );
    assert_eq!(events[1]["after"], json!({ "deletedAt": timestamp }));
    assert_eq!(events[0]["before"], json!({ "deletedAt": timestamp }));
    assert_eq!(events[0]["after"], json!({ "deletedAt": null }));
    assert_eq!(events[1]["operationId"], deleted.data()["deleteLocale"]["operationId"]);
    assert_ne!(events[1]["operationId"], events[0]["operationId"]);
}

/// The event of a created record has no `before`, and its values in `after`.
#[apply(each_engine!)]
async fn creating_records_an_event(app: TestApp) {
    let token = app.caller(ME, &["*"]).await;
    let body = json!({ "user_id": 1, "type": "info", "title": "Hello", "message": "There",
        "metadata": { "a": [1, "\u{1f980}"] } });
    app.rest("POST", "/api/v1/notifications", Some(&token), Some(&body)).await.expect(201);
    let query = format!("{{ notifications {{ nodes {{ history {{ nodes {{ {EVENT} }} }} }} }} }}");
    let response = app.graphql(Some(&token), &query, json!({})).await;
    let event = &response.data()["notifications"]["nodes"][0]["history"]["nodes"][0];
    assert_eq!((&event["action"], &event["before"]), (&json!("CREATED"), &Json::Null));
    let after = &event["after"];
    assert_eq!(
        (&after["userId"], &after["title"], &after["metadata"]),
        (&json!(1), &json!("Hello"), &body["metadata"])
    );
    let changes = event["changes"].as_array().unwrap();
    let metadata = changes.iter().find(|it| it["field"] == "metadata").unwrap();
    assert_eq!((&metadata["before"], &metadata["after"]), (&Json::Null, &body["metadata"]));
}

/// A refused change records no event, nor does half of one.
#[apply(each_engine!)]
async fn refused_changes_record_no_events(app: TestApp) {
    let token = app.caller(ME, &["*"]).await;
    load(&app, &kind("locales"), 1, ME, None).await;
    load(&app, &kind("locales"), 2, ME, None).await;
    let events = app.count("record_events").await;
    let path = format!("/api/v1/admin/locales/{}", kind("locales").key_of(1));
    let taken = json!({ "code": kind("locales").key_of(2) });
    app.rest("PATCH", &path, Some(&token), Some(&taken)).await.expect(422);
    app.rest("PATCH", &path, Some(&token), Some(&json!({ "name": 5 }))).await.expect(422);
    app.rest("PATCH", &path, Some(&token), Some(&json!({}))).await.expect(200);
    app.rest("POST", &format!("{path}/restore"), Some(&token), None).await.expect(400);
    let body = json!({ "user_id": 99, "type": "info", "title": "Hello", "message": "There" });
    app.rest("POST", "/api/v1/notifications", Some(&token), Some(&body)).await.expect(422);
    assert_eq!(app.count("record_events").await, events);
}

/// D6: with the audit permission callers see the events of all records or of their own; without it
/// `history` alone is refused.
#[apply(each_engine!)]
async fn reading_history_needs_permission(app: TestApp) {
    let admin = app.caller(ME, &["*"]).await;
    app.caller(OTHER, &[]).await;
    for (id, owner) in [(1, ME), (2, OTHER)] {
        load(&app, &kind("reports"), id, owner, None).await;
        let delete = "mutation($ids: [ID!]!) { deleteMany(ids: $ids) { operationId } }";
        let ids = [kind("reports").global_id(id)];
        app.graphql(Some(&admin), delete, json!({ "ids": ids })).await.data();
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
            assert_eq!(
                response.body["data"]["node"]["title"], "Arrivals",
                "{audit:?}: the rest is shown"
            );
            let nodes = response.body["data"]["node"]["history"]["nodes"].as_array();
            assert_eq!(nodes.map(Vec::len), visible.then_some(1), "{audit:?} {id}");
            assert_eq!(
                response.error().map(|it| it.0),
                (!visible).then_some("FORBIDDEN"),
                "{audit:?} {id}"
            );
        }
        let all = app
            .graphql(Some(&token), "{ recordEvents { nodes { id databaseId } } }", json!({}))
            .await;
        let nodes = all.body["data"]["recordEvents"]["nodes"].as_array();
        assert_eq!(nodes.map(Vec::len), count, "{audit:?}");
        // `node` finds an event by its global id, under the same rule.
        let every = app.graphql(Some(&admin), "{ recordEvents { nodes { id } } }", json!({})).await;
        let ids: Vec<Json> = every.data()["recordEvents"]["nodes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["id"].clone())
            .collect();
        let query = "query($ids: [ID!]!) { nodes(ids: $ids) { id } }";
        let nodes = app.graphql(Some(&token), query, json!({ "ids": &ids })).await;
        let nodes = nodes.body["data"]["nodes"].as_array().unwrap().clone();
        assert_eq!(
            nodes.iter().filter(|node| !node.is_null()).count(),
            count.unwrap_or_default(),
            "{audit:?}"
        );
        let mut seen = 0;
        for id in ids {
            let node = app
                .graphql(
                    Some(&token),
                    "query($id: ID!) { node(id: $id) { id } }",
                    json!({ "id": id }),
                )
                .await;
            seen += usize::from(node.body["data"]["node"]["id"] == id);
        }
        assert_eq!(seen, count.unwrap_or_default(), "{audit:?}");
    }
}

/// Everybody who sees the record sees who deleted and restored it; a page takes one statement for
/// each.
#[apply(each_engine!)]
async fn last_actors_of_a_page_take_one_statement_each(app: TestApp) {
    let token = app.caller(ME, &["*"]).await;
    let other = app.caller(OTHER, &["reports.delete", "reports.restore"]).await;
    for id in 1..=20 {
        load(&app, &kind("reports"), id, ME, None).await;
    }
    let ids = |ids: std::ops::RangeInclusive<i64>| -> Vec<String> {
        ids.map(|id| kind("reports").global_id(id)).collect()
    };
    crate::trash::many(&app, &other, "deleteMany", &ids(1..=20), "EACH").await;
    crate::trash::many(&app, &token, "restoreMany", &ids(1..=10), "EACH").await;
    let narrow = app.token("caller1@example.com", Some(&["reports.view", "reports.restore"])).await;
    let query = "{ reports(trashed: WITH, first: 20) { nodes { databaseId deletedBy { email } \
         restoredBy { email } } } }";
    app.graphql(Some(&narrow), query, json!({})).await.data();
    let (count, response) = app.statements(app.graphql(Some(&narrow), query, json!({}))).await;
    for node in response.data()["reports"]["nodes"].as_array().unwrap() {
        let restored = node["databaseId"].as_i64().unwrap() <= 10;
        let (one, two) =
            (json!({ "email": "caller1@example.com" }), json!({ "email": "caller2@example.com" }));
        let expected = if restored { (&Json::Null, &one) } else { (&two, &Json::Null) };
        assert_eq!((&node["deletedBy"], &node["restoredBy"]), expected, "{node}");
    }
    assert_eq!(count, 3, "the page, what was done, by whom");
    let query = "{ reports(trashed: WITH, first: 20) { nodes { history(first: 1) { nodes \
         { action } pageInfo { hasNextPage } } } } }";
    let (count, response) = app.statements(app.graphql(Some(&token), query, json!({}))).await;
    assert_eq!(
        response.data()["reports"]["nodes"][0]["history"],
        json!({ "nodes": [{ "action": "RESTORED" }], "pageInfo": { "hasNextPage": true } })
    );
    assert_eq!(count, 2, "the page, and what happened to all of it");
}

/// No event holds the value of a credential.
#[apply(each_engine!)]
async fn events_hold_no_secrets(app: TestApp) {
    let token = app.caller(ME, &["*"]).await;
    let key = json!({ "id": 1, "uuid": crate::support::uuid(1), "name": "Feed", "user_id": 1,
        "key": "planted-secret" });
    app.load(fixture("api_keys", [key])).await;
    let hash = reinstate::auth::hash("planted-secret");
    let path = format!("/api/v1/api-keys/{}", crate::support::uuid(1));
    for body in [
        json!({ "name": "New", "key": "planted-secret" }),
        json!({ "metadata": { "a": 1 }, "key_hash": hash }),
    ] {
        app.rest("PATCH", &path, Some(&token), Some(&body)).await.expect(200);
    }
    let query = format!("{{ recordEvents {{ nodes {{ {EVENT} }} }} }}");
    let response = app.graphql(Some(&token), &query, json!({})).await;
    assert_eq!(response.data()["recordEvents"]["nodes"].as_array().unwrap().len(), 2);
    for secret in ["planted-secret", &hash, "keyHash", &token] {
        assert!(!response.text.contains(secret), "{secret}: {}", response.text);
    }
}
