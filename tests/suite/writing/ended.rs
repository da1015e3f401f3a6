//! D25: what a change of an account does to its sessions; and what a new account may do.

use serde_json::json;

use crate::support::{TestApp, apply, each_engine, fixture, uuid};

const VIEWER: &str = "{ viewer { permissions } }";

async fn account(app: &TestApp, id: i64, permissions: &[&str]) -> (String, String) {
    let email = format!("account{id}@example.com");
    let row = json!({ "id": id, "uuid": uuid(id), "email": email, "permissions": permissions });
    app.load(fixture("users", [row])).await;
    (app.token(&email, None).await, uuid(id))
}

/// A deactivated account stops at once, between the fields of one mutation too.
#[apply(each_engine!)]
async fn a_deactivated_account_stops_at_once(app: TestApp, admin: String) {
    for (api, id) in [("rest", 2), ("graphql", 3)] {
        let (token, key) = account(&app, id, &["reports.view"]).await;
        let works = async || app.query(&token, VIEWER).await.status.is_success();
        assert!(works().await);
        let set = async |active: bool| match api {
            "rest" => {
                let body = json!({ "is_active": active });
                app.patch(&admin, &format!("/api/v1/users/{key}"), &body).await.expect(200);
            }
            _ => {
                let changes = format!("changes: {{ isActive: {active} }}");
                let query = format!(
                    "mutation {{ updateUser(uuid: \"{key}\", {changes}) {{ user {{ isActive }} }} }}"
                );
                app.query(&admin, &query).await.data();
            }
        };
        set(false).await;
        assert!(!works().await, "{api}");
        set(true).await;
        assert!(works().await, "{api}");
    }
    let (own, key) = account(&app, 4, &["users.update.own", "reports.create"]).await;
    let query = format!(
        "mutation {{ a: updateUser(uuid: \"{key}\", changes: {{ isActive: false }}) {{ user {{ id }} }} \
         b: createReport(input: {{ title: \"Tides\" }}) {{ report {{ id }} }} }}"
    );
    app.query(&own, &query).await;
    assert_eq!(app.count("reports").await, 0);
}

/// A new account holds nothing.
#[apply(each_engine!)]
async fn a_new_account_has_no_grants(app: TestApp, admin: String) {
    let body = json!({ "email": "erin@example.com", "permissions": ["*"], "roles": ["admin"],
        "uuid": uuid(9), "id": 9 });
    let created = app.post(&admin, "users", &body).await.expect(201);
    assert!(created.body["id"] != json!(9) && created.body["uuid"] != json!(uuid(9)));
    let token = app.token("erin@example.com", None).await;
    assert_eq!(app.data(&token, VIEWER).await["viewer"]["permissions"], json!([]));
    assert_eq!(app.count("user_permissions").await, 1, "the caller's own");
}

/// D7: with the `.own` permission another account is as one that doesn't exist.
#[apply(each_engine!)]
async fn own_updates_of_accounts_show_no_others(app: TestApp) {
    let own = app.caller(1, &["users.update.own"]).await;
    let (_, other) = account(&app, 2, &[]).await;
    let body = json!({ "email": "new@example.com" });
    for uuid in [other, uuid(99)] {
        let response = app.patch(&own, &format!("/api/v1/users/{uuid}"), &body).await.expect(404);
        assert_eq!(response.message(), "Not Found");
    }
}
