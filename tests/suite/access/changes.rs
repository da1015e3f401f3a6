//! How soon a change acts: through the service at once, beside it within seconds.

use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::{BEFORE, account, delete_report, report, restore_report, uuid};
use crate::{
    call::{FACES, Face},
    support::{TestApp, apply, each_engine, fixture},
};

/// Longest that a change beside the service may take to act.
const SOON: Duration = Duration::from_secs(4);

/// Changes the key of number 1 through a face, by the names of REST.
async fn change(app: &TestApp, face: Face, admin: &str, changes: Json) {
    let path = format!("/api/v1/api-keys/{}", uuid(1));
    match face {
        Face::Rest => {
            app.rest("PATCH", &path, Some(admin), Some(&changes)).await.expect(200);
        }
        Face::Graphql => {
            let mut renamed = json!({});
            for (name, value) in changes.as_object().unwrap() {
                renamed[reinstate::resources::camel_case(name)] = value.clone();
            }
            let query = "mutation($uuid: UUID!, $changes: ApiKeyChanges!) { \
                updateApiKey(uuid: $uuid, changes: $changes) { apiKey { name } } }";
            let variables = json!({ "uuid": uuid(1), "changes": renamed });
            app.graphql(Some(admin), query, variables).await.data();
        }
    }
}

/// D4 and 4.3: what is changed of a key counts for the next request that comes with it.
#[apply(each_engine!)]
async fn a_change_to_a_key_acts_at_once(app: TestApp) {
    let admin = app.caller(1, &["*"]).await;
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
    for face in FACES {
        assert_eq!(restore_report(&app, 1, "a key").await.status, 200);
        for (changes, status) in &changes {
            delete_report(&app, 1).await;
            change(&app, face, &admin, changes.clone()).await;
            let reply = restore_report(&app, 1, "a key").await;
            assert_eq!(reply.status, *status, "{face:?} {changes}: {}", reply.text);
        }
    }
}

/// D2: an account that was restored can do what it may at once, whoever restored it.
#[apply(each_engine!)]
async fn a_restored_account_acts_at_once(app: TestApp) {
    let admin = app.caller(1, &["users.restore"]).await;
    for (face, id) in FACES.into_iter().zip(2..) {
        let row = json!({ "uuid": uuid(id), "deleted_at": BEFORE, "permissions": ["*"] });
        let email = account(&app, id, row).await;
        let key = json!({ "name": "Feed", "user_id": id, "key": email, "permissions": ["*"] });
        app.load(fixture("reports", [report(id, id)])).await;
        app.load(fixture("api_keys", [key])).await;
        let token = app.token(&email, None).await;
        assert_eq!(restore_report(&app, id, &token).await.status, 403, "{face:?}");
        assert_eq!(restore_report(&app, id, &email).await.status, 401, "{face:?}");
        let uuid = uuid(id);
        match face {
            Face::Rest => {
                let path = format!("/api/v1/users/{uuid}/restore");
                app.rest("POST", &path, Some(&admin), None).await.expect(200);
            }
            Face::Graphql => {
                let query = format!("mutation {{ restoreUser(uuid: \"{uuid}\") {{ restored }} }}");
                app.graphql(Some(&admin), &query, json!({})).await.data();
            }
        }
        assert_eq!(restore_report(&app, id, &token).await.status, 200, "{face:?}");
        assert_eq!(restore_report(&app, id, &email).await.status, 200, "{face:?} by key");
    }
}

/// D1–D4, D8: what is changed beside the service counts within seconds.
#[apply(each_engine!)]
async fn a_change_beside_the_service_acts_within_seconds(app: TestApp) {
    let revoke =
        |id: i64| format!("UPDATE access_tokens SET revoked_at = created_at WHERE user_id = {id}");
    let cases = [
        ("a token is revoked", 200, revoke(1), 401),
        (
            "an account is deactivated",
            200,
            "UPDATE users SET is_active = false WHERE id = 2".to_owned(),
            401,
        ),
        (
            "an account is deleted",
            200,
            "UPDATE users SET deleted_at = updated_at WHERE id = 3".to_owned(),
            403,
        ),
        (
            "permissions are taken",
            200,
            "DELETE FROM user_permissions WHERE user_id = 4".to_owned(),
            403,
        ),
        (
            "permissions are given",
            403,
            "INSERT INTO user_permissions (user_id, permission) VALUES (5, 'reports.restore')"
                .to_owned(),
            200,
        ),
        (
            "a role is deleted",
            200,
            "UPDATE roles SET deleted_at = updated_at WHERE name = 'six'".to_owned(),
            403,
        ),
        ("a role is taken", 200, "DELETE FROM user_roles WHERE user_id = 7".to_owned(), 403),
        (
            "a key is deactivated",
            200,
            "UPDATE api_keys SET is_active = false WHERE user_id = 8".to_owned(),
            401,
        ),
        (
            "a key is deleted",
            200,
            "UPDATE api_keys SET deleted_at = updated_at WHERE user_id = 9".to_owned(),
            401,
        ),
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
    for (((case, before, ..), credential), id) in cases.iter().zip(&credentials).zip(1..) {
        let reply = restore_report(&app, id, credential).await;
        assert_eq!(reply.status, *before, "before {case}");
    }
    for (_, _, sql, _) in &cases {
        app.execute(sql).await;
    }
    let changed = Instant::now();
    for (((case, _, _, after), credential), id) in cases.iter().zip(&credentials).zip(1..) {
        while restore_report(&app, id, credential).await.status != *after {
            assert!(changed.elapsed() < SOON, "{case}, and nothing came of it");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// D3, D4: a credential that comes to be beside the service works within seconds, even one that
/// was tried before.
#[apply(each_engine!)]
async fn a_new_credential_is_found(app: TestApp) {
    let query = "{ viewer { permissions } }";
    let status = async || app.graphql(Some("a key"), query, json!({})).await.status;
    assert_eq!(status().await, 401);
    app.load_beside(fixture("users", [json!({ "id": 1, "email": "new@example.com" })])).await;
    let key = json!({ "name": "Feed", "user_id": 1, "key": "a key" });
    app.load_beside(fixture("api_keys", [key])).await;
    let changed = Instant::now();
    while status().await != 200 {
        assert!(changed.elapsed() < SOON, "the key is not found");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
