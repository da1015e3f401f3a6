//! Loading fixtures: all rows or none, and explicit ids advance the sequence.

use std::ops::RangeInclusive;

use reinstate::data::{fixtures::Fixtures, transfer::examine};
use serde_json::{Value as Json, json};

use crate::{
    contract::{Operation, restores, updates},
    support::{TestApp, apply, each_engine, fixture},
};

/// Each kind, by one of its operations.
fn kinds() -> Vec<Operation> {
    let keys = updates().into_iter().find(|operation| operation.table == "api_keys");
    restores().into_iter().chain(keys).collect()
}

/// A row of the kind without an id.
fn without_id(kind: &Operation, number: i64) -> Json {
    let mut row = kind.record(number, Some(1), false);
    row.as_object_mut().unwrap().remove("id");
    row
}

/// How many rows have one of these ids.
async fn rows(app: &TestApp, table: &str, numbers: RangeInclusive<i64>) -> usize {
    let mut count = 0;
    for id in numbers {
        count += usize::from(app.row(table, id).await.is_some());
    }
    count
}

/// Loads invalid fixtures and returns the error.
async fn refused(app: &TestApp, fixtures: &Json) -> String {
    match Fixtures::read(&fixtures.to_string(), app.state.clock.now()) {
        Err(flaw) => flaw.to_string(),
        Ok(read) => read.load(&app.state, |_| {}).await.unwrap_err().to_string(),
    }
}

/// For every kind, rows without an id get ids after the explicit one.
#[apply(each_engine!)]
async fn explicit_ids_advance_the_sequence(app: TestApp) {
    app.caller(1, &[]).await;
    for kind in kinds() {
        let (table, owner) = (kind.table, Some(1));
        app.load(fixture(table, [kind.record(500, owner, false)])).await;
        app.load(fixture(table, [without_id(&kind, 1), without_id(&kind, 2)])).await;
        // A smaller id doesn't move the sequence back.
        app.load(fixture(table, [kind.record(7, owner, false)])).await;
        app.load(fixture(table, [without_id(&kind, 3)])).await;
        // In one file, rows with an explicit id come first, wherever they are.
        let mixed = [without_id(&kind, 4), kind.record(600, owner, false), without_id(&kind, 5)];
        app.load(fixture(table, mixed)).await;
        for (numbers, count) in [(8..=30, 0), (501..=530, 3), (601..=630, 2)] {
            assert_eq!(rows(&app, table, numbers.clone()).await, count, "{table} {numbers:?}");
        }
    }
}

/// The largest id of 64 bits would be the last that a table can have.
#[apply(each_engine!)]
async fn ids_have_a_next_one(app: TestApp) {
    app.caller(1, &[]).await;
    for kind in kinds() {
        for (id, is_valid) in
            [(i64::MAX, false), (0, false), (-1, false), (i64::MIN, false), (i64::MAX - 1, true)]
        {
            let mut row = without_id(&kind, 1);
            row["id"] = json!(id);
            if is_valid {
                app.load(fixture(kind.table, [row])).await;
                continue;
            }
            let flaw = refused(&app, &fixture(kind.table, [row])).await;
            let expected = format!("{}[0].id: must be an integer from 1 to ", kind.table);
            assert!(flaw.starts_with(&expected), "{id}: {flaw}");
            // As a line of an import too.
            let line = json!({ "kind": kind.table, "record": { "id": id } });
            let flaw =
                examine(line.to_string().as_bytes(), app.state.clock.now(), false).unwrap_err();
            let expected = format!("line 1: {}.id: must be an integer from 1 to ", kind.table);
            assert!(flaw.to_string().starts_with(&expected), "{id}: {flaw}");
        }
    }
}

/// Omitted columns get their defaults.
#[apply(each_engine!)]
async fn omitted_columns_get_defaults(app: TestApp) {
    app.caller(1, &[]).await;
    let rows = [
        ("locales", json!({ "id": 10, "code": "en", "name": "English" })),
        ("translations", json!({ "id": 10, "key": "a", "locale": "en", "value": "A" })),
        (
            "notifications",
            json!({ "id": 10, "user_id": 1, "type": "info", "title": "a", "message": "b" }),
        ),
        ("api_keys", json!({ "id": 10, "user_id": 1, "name": "Feed" })),
        ("reports", json!({ "id": 10, "title": "a" })),
    ];
    let defaults = [
        json!({ "native_name": null, "sort_order": "0", "deleted_at": null }),
        json!({ "group": "", "deleted_at": null }),
        json!({ "sender_id": null, "read_at": null, "metadata": null, "action_url": null }),
        json!({ "permissions": "[]", "metadata": null, "expires_at": null }),
        json!({ "user_id": null, "deleted_at": null }),
    ];
    for ((table, row), defaults) in rows.into_iter().zip(defaults) {
        app.load(fixture(table, [row])).await;
        let stored = app.row(table, 10).await.unwrap();
        for (name, value) in defaults.as_object().unwrap() {
            assert_eq!(stored[name], *value, "{table}.{name}");
        }
        assert!(["1", "true"].contains(&stored["is_active"].as_str().unwrap()), "{table}");
        assert_eq!(stored["created_at"], stored["updated_at"], "{table}");
    }
}

/// Events say who deleted a record, when and why.
#[apply(each_engine!)]
async fn events_are_loaded_as_they_are(app: TestApp, token: String) {
    let at = "2026-11-18T09:30:00Z";
    app.load(json!({
        "locales": [{ "id": 10, "code": "fr", "name": "French", "deleted_at": at }],
        "record_events": [{
            "kind": "Locale", "record_id": 10, "action": "deleted", "actor_id": 1, "reason": "Unused",
            "operation_id": "00000091-f29b-4c91-abbd-ab169fc0c0a3", "created_at": at,
            "before": { "deleted_at": null }, "after": { "deleted_at": at },
        }],
    }))
    .await;
    let trash = app.rest("GET", "/api/v1/trash", Some(&token), None).await.expect(200).body;
    let row = &trash["data"][0];
    assert_eq!((&row["label"], &row["deletion_reason"]), (&json!("French"), &json!("Unused")));
    assert_eq!(row["deleted_by"]["id"], json!(1), "{row}");
    let flaw = refused(&app, &json!({ "record_events": [{ "kind": "Locale" }] })).await;
    assert!(flaw.starts_with("record_events[0]."), "{flaw}");
}

/// A conflicting row in the last table: no rows of other tables are loaded.
#[apply(each_engine!)]
async fn all_rows_are_loaded_or_none(app: TestApp) {
    app.caller(1, &[]).await;
    app.load(fixture("locales", [json!({ "code": "en", "name": "English" })])).await;
    let good = json!({ "id": 50, "email": "good@example.com", "permissions": ["a.b"] });
    let cases = [
        (json!({ "locales": [{ "code": "en", "name": "a" }] }), "locales[0].code"),
        (json!({ "reports": [{ "title": "a", "user_id": 99 }] }), "reports[0].user_id"),
        (json!({ "users": [{ "email": "b@example.com", "roles": ["none"] }] }), "users[1].roles"),
        (json!({ "users": [{ "id": 1, "email": "b@example.com" }] }), "users[1].id"),
    ];
    for (mut fixtures, named) in cases {
        let rows = fixtures["users"].as_array().cloned().unwrap_or_default();
        fixtures["users"] = [vec![good.clone()], rows].concat().into();
        let flaw = refused(&app, &fixtures).await;
        assert!(flaw.contains(named), "{named}: {flaw}");
        assert_eq!(app.row("users", 50).await, None, "{named}");
    }
    // The same row is loaded when nothing is wrong.
    app.load(fixture("users", [good])).await;
    assert!(app.row("users", 50).await.is_some());
}
