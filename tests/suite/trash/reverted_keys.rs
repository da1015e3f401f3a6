//! Reverting API keys: what an update of them takes, their history doesn't give.

use serde_json::{Value as Json, json};

use super::reverting::{ME, events, patch, revert};
use crate::support::{TestApp, apply, each_engine, fixture, global_id, names, sorted, uuid};

/// D18: nobody gives a key permissions that it doesn't hold, by its history neither.
#[apply(each_engine!)]
async fn reverting_delegates_nothing(app: TestApp, token: String) {
    let key = json!({ "id": 1, "uuid": uuid(1), "name": "Feed", "user_id": ME, "key": "a",
        "permissions": ["reports.view"] });
    app.load(fixture("api_keys", [key])).await;
    let path = format!("/api/v1/api-keys/{}", uuid(1));
    patch(&app, &token, &path, json!({ "permissions": ["users.delete", "reports.view"] })).await;
    patch(&app, &token, &path, json!({ "permissions": ["reports.view"] })).await;
    let at = events(&app, &token, &global_id("ApiKey", 1)).await;
    let held = ["audit.view", "api.keys.update", "api.keys.view", "reports.view"];
    let narrow = app.token("caller1@example.com", Some(&held)).await;
    let refused = revert(&app, &narrow, &at[0]["id"], Json::Null).await;
    assert_eq!(refused.code(), Some("VALIDATION_FAILED"));
    assert_eq!(app.stored("api_keys", 1).await["permissions"], json!(["reports.view"]));
    revert(&app, &token, &at[0]["id"], Json::Null).await.data();
}

/// Activating a key and letting it end later takes what the key holds, by its history too (D18, D36).
#[apply(each_engine!)]
async fn reverting_extends_no_key(app: TestApp, token: String) {
    let key = json!({ "id": 1, "uuid": uuid(1), "name": "Feed", "user_id": ME, "key": "a",
        "permissions": ["users.delete"] });
    app.load(fixture("api_keys", [key])).await;
    let path = format!("/api/v1/api-keys/{}", uuid(1));
    for changes in [
        json!({ "expires_at": "2091-01-01T00:00:00Z" }),
        json!({ "expires_at": "2090-01-01T00:00:00Z" }),
        json!({ "is_active": false }),
    ] {
        patch(&app, &token, &path, changes).await;
    }
    let at = events(&app, &token, &global_id("ApiKey", 1)).await;
    let held = ["audit.view", "api.keys.update", "api.keys.view"];
    let narrow = app.token("caller1@example.com", Some(&held)).await;
    let refuse = async |event: &Json, fields: &[[&str; 2]]| {
        let before = app.stored("api_keys", 1).await;
        let refused = revert(&app, &narrow, &event["id"], Json::Null).await;
        let code = refused.code();
        assert_eq!(code, Some("VALIDATION_FAILED"), "{}", refused.text);
        let errors = &refused.body["errors"][0]["extensions"]["errors"];
        let expected: Vec<&str> = fields.iter().map(|it| it[1]).collect();
        assert_eq!(sorted(names(errors)), expected, "{}", refused.text);
        let path = format!("/api/v1/events/{}/revert", event["databaseId"]);
        let refused = app.post_empty(&narrow, &path).await.expect(422);
        let expected: Vec<&str> = fields.iter().map(|it| it[0]).collect();
        assert_eq!(sorted(names(&refused.body["errors"])), expected, "{}", refused.text);
        assert_eq!(app.stored("api_keys", 1).await, before, "nothing was written");
    };
    let (end, active) = (["expires_at", "expiresAt"], ["is_active", "isActive"]);
    refuse(&at[1], &[active]).await;
    refuse(&at[0], &[end, active]).await;
    patch(&app, &token, &path, json!({ "is_active": true })).await;
    refuse(&at[0], &[end]).await;
    // An earlier end takes nothing.
    revert(&app, &token, &at[0]["id"], Json::Null).await.data();
    revert(&app, &narrow, &at[1]["id"], Json::Null).await.data();
    assert_eq!(app.stored("api_keys", 1).await["expires_at"], "2090-01-01T00:00:00.000000Z");
}
