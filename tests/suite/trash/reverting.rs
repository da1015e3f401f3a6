//! Earlier values: `revert` gives a record those after an event, `recordAsOf` shows those at a time.

use serde_json::{Value as Json, json};

use super::{kind, load, many};
use crate::support::{Response, TestApp, apply, each_engine, fixture, global_id, sorted, uuid};

pub const ME: i64 = 1;
const OTHER: i64 = 2;

pub async fn patch(app: &TestApp, token: &str, path: &str, body: Json) {
    app.patch(token, path, &body).await.expect(200);
}

fn locale() -> String {
    format!("/api/v1/admin/locales/{}", kind("locales").key_of(1))
}

/// The events of a record, the oldest first: ids, time, action, reason.
pub async fn events(app: &TestApp, token: &str, record: &str) -> Vec<Json> {
    let query = "query($id: ID!) { recordEvents(recordId: $id, first: 50) \
                 { nodes { id databaseId createdAt action reason changedFields } } }";
    let events = app.graphql(Some(token), query, json!({ "id": record })).await;
    let mut events = events.data()["recordEvents"]["nodes"].as_array().unwrap().clone();
    events.reverse();
    events
}

pub async fn revert(app: &TestApp, token: &str, event: &Json, version: Json) -> Response {
    let query = "mutation($event: ID!, $version: BigInt) { revert(eventId: $event, \
                 expectedVersion: $version, reason: \"Mistake\") { changedFields record { id } } }";
    app.graphql(Some(token), query, json!({ "event": event, "version": version })).await
}

/// A locale with the names A, B and C, and its events.
async fn rename_locale_twice(app: &TestApp) -> (String, Vec<Json>) {
    let token = app.caller(ME, &["*"]).await;
    app.caller(OTHER, &["*"]).await;
    load(app, &kind("locales"), 1, ME, None).await;
    patch(app, &token, &locale(), json!({ "name": "A", "native_name": "a" })).await;
    patch(app, &token, &locale(), json!({ "name": "B" })).await;
    patch(app, &token, &locale(), json!({ "name": "C", "sort_order": 5, "native_name": null }))
        .await;
    let events = events(app, &token, &global_id("Locale", 1)).await;
    (token, events)
}

/// The record has the values that it had right after the event, by an event of its own.
#[apply(each_engine!)]
async fn a_record_gets_the_values_after_an_event(app: TestApp) {
    let (token, at) = rename_locale_twice(&app).await;
    let cases = [
        (&at[0], ["name", "nativeName", "sortOrder"].as_slice(), json!(["A", "a", 0])),
        (&at[1], &["name"], json!(["B", "a", 0])),
        (&at[2], &["name", "nativeName", "sortOrder"], json!(["C", null, 5])),
        // Nothing differs, so nothing is written.
        (&at[2], &[], json!(["C", null, 5])),
        (&at[0], &["name", "nativeName", "sortOrder"], json!(["A", "a", 0])),
    ];
    for (place, (event, changed, expected)) in cases.into_iter().enumerate() {
        let count = app.count("record_events").await;
        let reverted = revert(&app, &token, &event["id"], Json::Null).await;
        let payload = &reverted.data()["revert"];
        let fields = payload["changedFields"].as_array().unwrap().iter();
        let fields = sorted(fields.filter_map(Json::as_str).collect());
        assert_eq!(fields, changed, "{place}");
        assert_eq!(payload["record"]["id"], json!(global_id("Locale", 1)), "{place}");
        let row = app.stored("locales", 1).await;
        let stored = json!([row["name"], row["native_name"], row["sort_order"]]);
        assert_eq!(stored, expected, "{place}");
        let written = app.count("record_events").await - count;
        assert_eq!(written, i64::from(!changed.is_empty()), "{place}");
        let last = events(&app, &token, &global_id("Locale", 1)).await.pop().unwrap();
        assert_eq!(last["action"], "UPDATED", "{place}");
        if !changed.is_empty() {
            assert_eq!(last["reason"], "Mistake", "{place}");
        }
    }
}

/// A record that was created by an API goes back to what it was created with, of every type.
#[apply(each_engine!)]
async fn a_record_goes_back_to_its_creation(app: TestApp, token: String) {
    let body = json!({ "user_id": ME, "type": "warning", "title": "First", "message": "There",
        "action_url": "/a", "metadata": { "a": [1, null, "\u{1f980}"] } });
    let sent = app.post(&token, "notifications", &body).await;
    let key = sent.expect(201).body["uuid"].as_str().unwrap().to_owned();
    let id = app.count("notifications").await;
    let before = app.stored("notifications", id).await;
    let path = format!("/api/v1/notifications/{key}");
    let changes = json!({ "title": "Second", "type": "error", "action_url": null,
        "metadata": { "b": {} }, "is_active": false });
    patch(&app, &token, &path, changes).await;
    let events = events(&app, &token, &global_id("Notification", id)).await;
    revert(&app, &token, &events[0]["id"], Json::Null).await.data();
    let mut after = app.stored("notifications", id).await;
    for name in ["version", "updated_at"] {
        after[name] = before[name].clone();
    }
    assert_eq!(after, before);
}

/// D25, D26: reverting takes the permission to audit the record and to update it; it shows the record
/// to those who may view it.
#[apply(each_engine!)]
async fn reverting_takes_permissions(app: TestApp) {
    let (admin, at) = rename_locale_twice(&app).await;
    let cases: [(&[&str], Result<bool, &str>); 7] = [
        (&[], Err("FORBIDDEN")),
        (&["audit.view"], Err("FORBIDDEN")),
        (&["locales.update", "locales.view"], Err("FORBIDDEN")),
        // The locale is nobody's own.
        (&["audit.view.own", "locales.update"], Err("NOT_FOUND")),
        (&["audit.view", "locales.update"], Ok(false)),
        (&["audit.view", "locales.update", "locales.view"], Ok(true)),
        (&["*"], Ok(true)),
    ];
    for (permissions, expected) in cases {
        let token = app.token("caller2@example.com", Some(permissions)).await;
        let response = revert(&app, &token, &at[0]["id"], Json::Null).await;
        match expected {
            Err(code) => {
                assert_eq!(response.code(), Some(code), "{permissions:?}");
                assert_eq!(app.stored("locales", 1).await["name"], "C", "{permissions:?}");
            }
            Ok(shown) => {
                let record = &response.data()["revert"]["record"];
                assert_eq!(!record.is_null(), shown, "{permissions:?}");
                assert_eq!(app.stored("locales", 1).await["name"], "A", "{permissions:?}");
                revert(&app, &admin, &at[2]["id"], Json::Null).await.data();
            }
        }
    }
}

/// What an update refuses, reverting refuses, and says why.
#[apply(each_engine!)]
async fn reverting_is_an_update(app: TestApp) {
    let (token, at) = rename_locale_twice(&app).await;
    let refused = async |event: &Json, version: Json| {
        let response = revert(&app, &token, event, version).await;
        response.error().map(|it| it.0.to_owned()).unwrap_or_default()
    };
    let unknown = global_id("RecordEvent", 99_999);
    for event in [json!(unknown), json!("a"), json!(global_id("Locale", 1))] {
        assert_eq!(refused(&event, Json::Null).await, "NOT_FOUND", "{event}");
    }
    assert_eq!(refused(&at[0]["id"], json!(1)).await, "CONFLICT");
    // Another locale has taken the code.
    patch(&app, &token, &locale(), json!({ "code": "moved" })).await;
    let mut taken = kind("locales").record(2, None, false);
    taken["code"] = json!(kind("locales").key_of(1));
    app.load(fixture("locales", [taken])).await;
    assert_eq!(refused(&at[0]["id"], Json::Null).await, "VALIDATION_FAILED");
    let delete = "mutation { deleteLocale(code: \"moved\") { operationId } }";
    app.query(&token, delete).await.data();
    let response = revert(&app, &token, &at[0]["id"], Json::Null).await;
    let message = "Locale is deleted; restore it before it is reverted";
    assert_eq!(response.error(), Some(("ALREADY_DELETED", message)));
    assert_eq!(app.stored("locales", 1).await["name"], "C");
    let by_kind = reinstate::kinds::registered().iter().filter(|kind| kind.update.is_none());
    for kind in by_kind.filter(|kind| kind.delete.is_some()) {
        let deleted = crate::authorisation::fixture_row(kind, 50, ME, false);
        app.load(fixture(kind.table.name, [deleted])).await;
        let id = global_id(kind.name, 50);
        many(&app, &token, "deleteMany", std::slice::from_ref(&id), "EACH").await;
        let event = events(&app, &token, &id).await[0]["id"].clone();
        assert_eq!(refused(&event, Json::Null).await, "BAD_REQUEST", "{}", kind.name);
    }
}

/// Of two updates at once none is lost: the values are those of a version that nobody has changed.
#[apply(each_engine!)]
async fn concurrent_changes_are_not_lost(app: TestApp) {
    let (token, at) = rename_locale_twice(&app).await;
    let changes = async {
        for name in ["D", "E", "F"] {
            patch(&app, &token, &locale(), json!({ "name": name })).await;
        }
    };
    let reverts = async {
        for _ in 0..3 {
            let reverted = revert(&app, &token, &at[0]["id"], Json::Null).await;
            let refused = reverted.code();
            assert!(refused.is_none_or(|code| code == "CONFLICT"), "{}", reverted.text);
        }
    };
    tokio::join!(changes, reverts);
    let row = app.stored("locales", 1).await;
    let events = app.count("record_events").await;
    assert_eq!(row["version"], json!(1 + events), "each write has an event");
}

async fn as_of(app: &TestApp, token: &str, id: &str, at: &Json) -> Response {
    let query = "query($id: ID!, $at: DateTime!) { recordAsOf(id: $id, at: $at) \
                 { id kind at label isDeleted values } }";
    app.graphql(Some(token), query, json!({ "id": id, "at": at })).await
}

/// A record as it was after each event, and before the first; null before it existed.
#[apply(each_engine!)]
async fn a_record_is_shown_as_it_was(app: TestApp) {
    let (token, _) = rename_locale_twice(&app).await;
    let id = global_id("Locale", 1);
    let original = kind("locales").record(1, None, false)["name"].clone();
    let created = app.stored("locales", 1).await["created_at"].clone();
    many(&app, &token, "deleteMany", std::slice::from_ref(&id), "EACH").await;
    let at: Vec<Json> = events(&app, &token, &id).await;
    let at = |place: usize| at[place]["createdAt"].clone();
    let now = json!("9999-01-01T00:00:00Z");
    let cases = [
        (created, json!([original, null, 0]), false),
        (at(0), json!(["A", "a", 0]), false),
        (at(1), json!(["B", "a", 0]), false),
        (at(2), json!(["C", null, 5]), false),
        (at(3), json!(["C", null, 5]), true),
        (now, json!(["C", null, 5]), true),
    ];
    for (at, expected, is_deleted) in cases {
        let response = as_of(&app, &token, &id, &at).await;
        let shown = &response.data()["recordAsOf"];
        let values = &shown["values"];
        let some = json!([values["name"], values["nativeName"], values["sortOrder"]]);
        assert_eq!((&some, &shown["isDeleted"]), (&expected, &json!(is_deleted)), "{at}");
        assert_eq!((&shown["id"], &shown["kind"]), (&json!(id), &json!("LOCALE")), "{at}");
        assert_eq!(values["deletedAt"].is_null(), !is_deleted, "{at}");
        assert_eq!(values["version"], Json::Null, "events don't have it");
    }
    for (id, at) in [(id.as_str(), "2001-01-01T00:00:00Z"), ("a", "2099-01-01T00:00:00Z")] {
        let shown = as_of(&app, &token, id, &json!(at)).await;
        assert_eq!(shown.data()["recordAsOf"], Json::Null, "{id} {at}");
    }
}

/// D9, D26: it takes the permission to audit the record and to view it now; it shows no secrets.
#[apply(each_engine!)]
async fn showing_a_record_as_it_was_takes_permissions(app: TestApp, admin: String) {
    app.caller(OTHER, &["*"]).await;
    load(&app, &kind("reports"), 1, OTHER, None).await;
    load(&app, &kind("reports"), 2, ME, None).await;
    many(&app, &admin, "deleteMany", &[global_id("Report", 1)], "EACH").await;
    let now = json!("9999-01-01T00:00:00Z");
    type Case<'c> = (&'c [&'c str], i64, Result<bool, &'c str>);
    let cases: [Case<'_>; 8] = [
        (&["reports.view", "reports.restore"], 1, Err("FORBIDDEN")),
        (&["audit.view"], 1, Err("FORBIDDEN")),
        (&["audit.view", "reports.view"], 1, Ok(false)),
        (&["audit.view", "reports.view", "reports.restore"], 1, Ok(true)),
        (&["audit.view.own", "reports.view", "reports.restore"], 1, Ok(true)),
        (&["audit.view.own", "reports.view", "reports.restore"], 2, Err("FORBIDDEN")),
        (&["audit.view", "reports.view.own"], 2, Err("FORBIDDEN")),
        (&["audit.view", "reports.view"], 2, Ok(true)),
    ];
    for (permissions, id, expected) in cases {
        let token = app.token("caller2@example.com", Some(permissions)).await;
        let response = as_of(&app, &token, &global_id("Report", id), &now).await;
        let shown = !response.body["data"]["recordAsOf"].is_null();
        assert_eq!(shown, expected == Ok(true), "{permissions:?} {id}: {}", response.text);
        assert_eq!(response.code(), expected.err(), "{permissions:?} {id}");
    }
    let key = json!({ "id": 1, "uuid": uuid(1), "name": "Feed", "user_id": ME, "key": "planted" });
    app.load(fixture("api_keys", [key])).await;
    let shown = as_of(&app, &admin, &global_id("ApiKey", 1), &now).await;
    assert_eq!(shown.data()["recordAsOf"]["label"], "Feed");
    for secret in ["planted", &reinstate::auth::hash("planted"), "keyHash"] {
        assert!(!shown.text.contains(secret), "{}", shown.text);
    }
}
