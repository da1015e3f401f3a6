//! D4: API keys, and tokens narrower than their account.

use serde_json::{Value as Json, json};

use super::{BEFORE, account, delete_report, effective, report, restore_report, uuid};
use crate::support::{TestApp, apply, each_engine, fixture, with};

const ALL: &str = "reports.restore";
const OWN: &str = "reports.restore.own";

/// Which reports the caller may restore: all, its own or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Restorable {
    All,
    Own,
    Nothing,
}

/// Account permissions, credential permissions, their intersection, and what may be restored.
type Case = (&'static [&'static str], &'static [&'static str], &'static [&'static str], Restorable);

const CASES: [Case; 16] = [
    (&[ALL], &[ALL], &[ALL], Restorable::All),
    (&["*"], &[ALL], &[ALL], Restorable::All),
    (&[ALL], &["*"], &[ALL], Restorable::All),
    (&["*"], &["*"], &["*"], Restorable::All),
    (&[ALL], &[OWN], &[OWN], Restorable::Own),
    (&[OWN], &[ALL], &[OWN], Restorable::Own),
    (&[OWN], &["*"], &[OWN], Restorable::Own),
    (&["*"], &[OWN], &[OWN], Restorable::Own),
    (&[OWN], &[OWN], &[OWN], Restorable::Own),
    (&[ALL, "reports.view"], &["reports.view"], &["reports.view"], Restorable::Nothing),
    (&["reports.view"], &[ALL, "reports.view"], &["reports.view"], Restorable::Nothing),
    (&[ALL], &["reports.view"], &[], Restorable::Nothing),
    (&[], &["*"], &[], Restorable::Nothing),
    (&["*"], &[], &[], Restorable::Nothing),
    // Names are not patterns, so neither side covers the other.
    (&["reports.*"], &[ALL], &[], Restorable::Nothing),
    (&[ALL], &["reports.*", "Reports.restore", "reports"], &[], Restorable::Nothing),
];

/// An API key of an account, with additional columns.
fn key(owner: i64, value: &str, more: Json) -> Json {
    let row = json!({ "name": "Feed", "user_id": owner, "key": value });
    fixture("api_keys", [with(row, &more)])
}

/// Restores the account's own report and another's, both deleted, and returns which ones it could.
async fn reach(app: &TestApp, own: i64, anothers: i64, credential: &str) -> (u16, u16) {
    let own_status = restore_report(app, own, credential).await.status.as_u16();
    let anothers_status = restore_report(app, anothers, credential).await.status.as_u16();
    delete_report(app, own).await;
    delete_report(app, anothers).await;
    (own_status, anothers_status)
}

/// D4: the intersection counts, and a wider name covers the narrower one.
#[apply(each_engine!)]
async fn permissions_are_the_intersection_of_account_and_credential(app: TestApp) {
    account(&app, 1, json!({})).await;
    app.load(fixture("reports", [report(1, 1)])).await;
    for ((held, limit, both, expected), id) in CASES.iter().zip(2..) {
        let email = account(&app, id, json!({ "permissions": held })).await;
        app.load(fixture("reports", [report(id, id)])).await;
        let value = format!("key {id}");
        app.load(key(id, &value, json!({ "permissions": limit }))).await;
        let token = app.token(&email, Some(limit)).await;
        for (kind, credential) in [("key", &value), ("token", &token)] {
            let case = format!("a {kind} of {held:?} limited to {limit:?}");
            let statuses = match expected {
                Restorable::All => (200, 200),
                Restorable::Own => (200, 403),
                Restorable::Nothing => (403, 403),
            };
            assert_eq!(reach(&app, id, 1, credential).await, statuses, "{case}");
            assert_eq!(effective(&app, credential).await, *both, "{case}");
        }
    }
}

/// D1, D4: when a key is valid.
#[apply(each_engine!)]
async fn a_key_is_invalid_when_it_or_its_owner_is_deleted_or_inactive(app: TestApp) {
    let inactive = json!({ "is_active": false });
    let deleted = json!({ "deleted_at": BEFORE });
    let cases = [
        ("a live key", json!({}), json!({}), true),
        ("without an end", json!({ "expires_at": null }), json!({}), true),
        ("with an end to come", json!({ "expires_at": "2100-01-01T00:00:00Z" }), json!({}), true),
        ("an inactive key", inactive.clone(), json!({}), false),
        ("an expired key", json!({ "expires_at": BEFORE }), json!({}), false),
        ("a deleted key", deleted.clone(), json!({}), false),
        ("an inactive owner", json!({}), inactive.clone(), false),
        ("a deleted owner", json!({}), deleted.clone(), false),
        ("both inactive", inactive.clone(), inactive, false),
    ];
    for ((case, mut row, mut owner, works), id) in cases.into_iter().zip(1..) {
        owner["permissions"] = json!(["*"]);
        owner["uuid"] = json!(uuid(id));
        row["permissions"] = json!(["*"]);
        account(&app, id, owner).await;
        app.load(fixture("reports", [report(id, id)])).await;
        let value = format!("rsak_{id}");
        app.load(key(id, &value, row)).await;
        let status = if works { 200 } else { 401 };
        assert_eq!(restore_report(&app, id, &value).await.status, status, "{case}");
        let graphql = app.query(&value, "{ viewer { permissions } }").await;
        assert_eq!(graphql.status, status, "{case}");
        // Not even to restore its own account, which a token may do (D2).
        let path = format!("/api/v1/users/{}/restore", uuid(id));
        let response = app.rest("POST", &path, Some(&value), None).await;
        assert_eq!(response.status, status, "{case}");
    }
}

/// D4: a key acts as its owner, who is the sender of what it sends.
#[apply(each_engine!)]
async fn a_key_acts_as_its_owner(app: TestApp) {
    account(&app, 1, json!({ "permissions": ["notifications.send"] })).await;
    app.load(key(1, "a key", json!({ "permissions": ["notifications.send"] }))).await;
    let body = json!({ "user_id": 1, "type": "info", "title": "Hello", "message": "There" });
    let response = app.rest("POST", "/api/v1/notifications", Some("a key"), Some(&body)).await;
    assert_eq!(response.expect(201).body["sender_id"], json!(1));
}

/// D4: a row without a hash is no credential.
#[apply(each_engine!)]
async fn a_key_without_a_hash_authenticates_nobody(app: TestApp) {
    account(&app, 1, json!({ "permissions": ["*"] })).await;
    let row = json!({ "name": "Feed", "user_id": 1, "permissions": ["*"] });
    app.load(fixture("api_keys", [row])).await;
    let query = "{ viewer { permissions } }";
    for value in ["null", "NULL", "''", "rsak_", "rsat_"] {
        assert_eq!(app.query(value, query).await.status, 401, "{value}");
    }
}
