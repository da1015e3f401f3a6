//! `viewer`: the caller's own account and permissions.

use serde_json::json;

use super::kinds::by_node_id;
use crate::support::{TestApp, apply, each_engine, fixture};

const QUERY: &str = "{ viewer { user { id databaseId uuid email isActive deletedAt createdAt \
     updatedAt } permissions } }";

/// Reading one's own account needs no permission.
#[apply(each_engine!)]
async fn the_viewer_is_the_account_of_the_credential(app: TestApp) {
    let row = json!({
        "id": 7, "uuid": "00000000-0000-4000-8000-000000000007", "email": "seven@example.com",
        "created_at": "2026-01-02T03:04:05.123456Z", "updated_at": "2026-01-02T03:04:06+01:00",
    });
    app.load(fixture("users", [row])).await;
    let key = json!({ "name": "Feed", "user_id": 7, "key": "a key" });
    app.load(fixture("api_keys", [key])).await;
    let token = app.token("seven@example.com", None).await;
    let admin = app.caller(1, &["*"]).await;
    for credential in [token.as_str(), "a key"] {
        let viewer = &app.data(credential, QUERY).await["viewer"];
        let mut user = viewer["user"].clone();
        let id = user.as_object_mut().unwrap().remove("id").unwrap();
        let shown = json!({
            "databaseId": 7, "uuid": "00000000-0000-4000-8000-000000000007",
            "email": "seven@example.com", "isActive": true, "deletedAt": null,
            "createdAt": "2026-01-02T03:04:05.123456Z", "updatedAt": "2026-01-02T02:04:06.000000Z",
        });
        assert_eq!(user, shown, "{credential}");
        assert_eq!(viewer["permissions"], json!([]), "{credential}");
        let node = by_node_id(&app, id.as_str().unwrap(), &admin).await;
        assert_eq!(node.data()["record"]["databaseId"], json!(7), "{credential}");
    }
}
