//! The whole of it through REST: an organisation's accounts, roles and tokens.

use serde_json::json;

use super::{ask_rest, held};
use crate::support::{TestApp, apply, each_engine, fixture};

#[apply(each_engine!)]
async fn an_organisation_is_set_up_through_rest(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    app.load(fixture("users", [json!({ "id": 2, "email": "a2@example.com" })])).await;
    let ask = async |name, id, fields, status| {
        ask_rest(&app, &token, name, id, &fields).await.expect(status).body
    };
    let fields = json!({ "name": "readers", "permissions": ["reports.view", "tokens.view.own"] });
    let role = ask("createRole", None, fields, 201).await;
    assert_eq!(role["permissions"], json!(["reports.view", "tokens.view.own"]));
    let id = role["id"].as_i64();
    let granted = ask("grant", None, json!({ "user_id": 2, "roles": ["readers"] }), 200).await;
    assert_eq!((&granted["user_id"], &granted["roles"]), (&json!(2), &json!(["readers"])));
    let fields = json!({ "user_id": 2, "name": "Laptop" });
    let created = ask("createAccessToken", None, fields, 201).await;
    let value = created["value"].as_str().unwrap();
    assert_eq!(held(&app, value).await, json!(["reports.view", "tokens.view.own"]));

    let listed = app.rest("GET", "/api/v1/access-tokens?limit=1", Some(value), None).await;
    let listed = listed.expect(200);
    assert_eq!(listed.body["data"][0]["name"], "Laptop", "{}", listed.text);
    assert!(!listed.text.contains("rsat_"));
    app.rest("GET", "/api/v1/access-tokens?user_id=1", Some(value), None).await.expect(403);
    let path = format!("/api/v1/roles/{}", id.unwrap());
    assert_eq!(app.rest("GET", &path, Some(value), None).await.expect(200).body, role);

    let renamed = ask("updateRole", id, json!({ "name": "all readers" }), 200).await;
    assert_eq!((&renamed["name"], &renamed["version"]), (&json!("all readers"), &json!(2)));
    let deleted = ask("deleteRole", id, json!({}), 200).await;
    assert!(deleted["deleted_at"].is_string());
    assert_eq!(held(&app, value).await, json!([]));
    ask("deleteRole", id, json!({}), 409).await;
    assert_eq!(ask("restoreRole", id, json!({}), 200).await["version"], 4);
    let revoked = ask("revoke", None, json!({ "user_id": 2, "roles": ["all readers"] }), 200).await;
    assert_eq!(revoked["still_granted"], json!([]));
    let number = created["access_token"]["id"].as_i64();
    assert!(ask("revokeAccessToken", number, json!({}), 200).await["revoked_at"].is_string());
    app.rest("GET", "/api/v1/me", Some(value), None).await.expect(401);
    assert_eq!(ask("signOut", None, json!({ "user_id": 2 }), 200).await["revoked_count"], 0);
    ask("updateRole", Some(99), json!({}), 404).await;
    assert_eq!(ask("signOut", None, json!({}), 200).await["revoked_count"], 1);
    app.rest("GET", "/api/v1/me", Some(&token), None).await.expect(401);
}
