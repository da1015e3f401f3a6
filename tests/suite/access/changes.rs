//! How soon changes to accounts, roles and credentials take effect.

use std::time::{Duration, Instant};

use serde_json::json;

use super::{BEFORE, account, delete_report, report, restore_of, restore_report, uuid};
use crate::{
    call::{APIS, call},
    change::{Kind, Outcome, Record, UpdateApi, outcome},
    support::{TestApp, apply, each_engine, fixture},
};

/// Longest time until a change made outside the service takes effect.
const SOON: Duration = Duration::from_secs(4);

/// D4: changes to an API key apply from its next request.
#[apply(each_engine!)]
async fn changes_to_an_api_key_apply_at_once(app: TestApp, admin: String) {
    let key = json!({
        "name": "Feed", "uuid": uuid(1), "user_id": 1, "key": "a key", "permissions": ["*"],
    });
    app.load(fixture("api_keys", [key])).await.load(fixture("reports", [report(1, 1)])).await;
    let changes = [
        (json!({ "is_active": false }), 401),
        (json!({ "is_active": true }), 200),
        (json!({ "permissions": [] }), 403),
        (json!({ "permissions": ["reports.view"] }), 403),
        (json!({ "permissions": ["reports.restore.own"] }), 200),
        (json!({ "expires_at": BEFORE }), 401),
        (json!({ "expires_at": "2100-01-01T00:00:00Z" }), 200),
        (json!({ "expires_at": BEFORE, "is_active": true }), 401),
        (json!({ "expires_at": null }), 200),
    ];
    let record = Record { kind: Kind::ApiKey, id: 1, key: uuid(1) };
    for via in UpdateApi::PARTIAL {
        assert_eq!(restore_report(&app, 1, "a key").await.status, 200);
        for (changes, status) in &changes {
            delete_report(&app, 1).await;
            let changed = record.change(&app, via, Some(&admin), changes).await;
            assert_eq!(outcome(via.api(), &changed, "change"), Outcome::Done, "{changes}");
            let response = restore_report(&app, 1, "a key").await;
            assert_eq!(response.status, *status, "{via:?} {changes}: {}", response.text);
        }
    }
}

/// D2: a restored account has its permissions at once, whichever caller restored it.
#[apply(each_engine!)]
async fn a_restored_account_has_its_permissions_at_once(app: TestApp) {
    let admin = app.caller(1, &["users.restore"]).await;
    for (api, id) in APIS.into_iter().zip(2..) {
        let row = json!({ "uuid": uuid(id), "deleted_at": BEFORE, "permissions": ["*"] });
        let email = account(&app, id, row).await;
        let key = json!({ "name": "Feed", "user_id": id, "key": email, "permissions": ["*"] });
        app.load(fixture("reports", [report(id, id)])).await;
        app.load(fixture("api_keys", [key])).await;
        let token = app.token(&email, None).await;
        assert_eq!(restore_report(&app, id, &token).await.status, 403, "{api:?}");
        assert_eq!(restore_report(&app, id, &email).await.status, 401, "{api:?}");
        let response = call(&app, api, &restore_of("users"), &uuid(id), Some(&admin)).await;
        assert_eq!(outcome(api, &response, "restore"), Outcome::Done, "{api:?}");
        assert_eq!(restore_report(&app, id, &token).await.status, 200, "{api:?}");
        assert_eq!(restore_report(&app, id, &email).await.status, 200, "{api:?} by key");
    }
}

/// D1–D4, D8: changes made outside the service apply within seconds.
#[apply(each_engine!)]
async fn changes_outside_the_service_apply_within_seconds(app: TestApp) {
    let cases = [
        ("UPDATE access_tokens SET revoked_at = created_at WHERE user_id = 1", 200, 401),
        ("UPDATE users SET is_active = false WHERE id = 2", 200, 401),
        ("UPDATE users SET deleted_at = updated_at WHERE id = 3", 200, 403),
        ("DELETE FROM user_permissions WHERE user_id = 4", 200, 403),
        (
            "INSERT INTO user_permissions (user_id, permission) VALUES (5, 'reports.restore')",
            403,
            200,
        ),
        ("UPDATE roles SET deleted_at = updated_at WHERE name = 'six'", 200, 403),
        ("DELETE FROM user_roles WHERE user_id = 7", 200, 403),
        ("UPDATE api_keys SET is_active = false WHERE user_id = 8", 200, 401),
        ("UPDATE api_keys SET deleted_at = updated_at WHERE user_id = 9", 200, 401),
    ];
    let role = |name: &str| json!({ "name": name, "permissions": ["reports.restore"] });
    app.load(fixture("roles", [role("six"), role("seven")])).await;
    let mut credentials = Vec::new();
    for id in 1..=9 {
        let row = match id {
            5 => json!({}),
            6 => json!({ "roles": ["six"] }),
            7 => json!({ "roles": ["seven"] }),
            _ => json!({ "permissions": ["reports.restore"] }),
        };
        let email = account(&app, id, row).await;
        app.load(fixture("reports", [report(id, id)])).await;
        let key = json!({ "name": "Feed", "user_id": id, "key": email, "permissions": ["*"] });
        app.load(fixture("api_keys", [key])).await;
        credentials.push(if id < 8 { app.token(&email, None).await } else { email });
    }
    for (((sql, before, _), credential), id) in cases.iter().zip(&credentials).zip(1..) {
        let response = restore_report(&app, id, credential).await;
        assert_eq!(response.status, *before, "before {sql}");
    }
    for (sql, ..) in &cases {
        app.execute(sql).await;
    }
    let changed = Instant::now();
    for (((sql, _, after), credential), id) in cases.iter().zip(&credentials).zip(1..) {
        while restore_report(&app, id, credential).await.status != *after {
            assert!(changed.elapsed() < SOON, "{sql}, and nothing came of it");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// D3, D4: a credential that another process adds works within seconds, even if it was tried
/// before.
#[apply(each_engine!)]
async fn a_credential_added_outside_the_service_works_within_seconds(app: TestApp) {
    let query = "{ viewer { permissions } }";
    let status = async || app.query("a key", query).await.status;
    assert_eq!(status().await, 401);
    let rows = json!({ "users": [{ "id": 1, "email": "new@example.com" }],
        "api_keys": [{ "name": "Feed", "user_id": 1, "key": "a key" }] });
    app.load_from_another_process(rows).await;
    let changed = Instant::now();
    while status().await != 200 {
        assert!(changed.elapsed() < SOON, "the key is not found");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
