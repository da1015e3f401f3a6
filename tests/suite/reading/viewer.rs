//! `viewer`: the caller's own account and permissions.

use serde_json::{Value as Json, json};

use super::kinds::by_node_id;
use crate::support::{TestApp, apply, each_engine, fixture};

const QUERY: &str = "{ viewer { user { id databaseId uuid email isActive deletedAt createdAt \
     updatedAt } permissions } }";

/// Reading one's own account needs no permission.
#[apply(each_engine!)]
async fn the_viewer_is_the_account_of_the_credential(app: TestApp) {
    let row = json!({
        "id": 7,
        "uuid": "00000000-0000-4000-8000-000000000007",
        "email": "seven@example.com",
        "created_at": "2026-01-02T03:04:05.123456Z",
        "updated_at": "2026-01-02T03:04:06+01:00",
    });
    app.load(fixture("users", [row])).await;
    let key = json!({ "name": "Feed", "user_id": 7, "key": "a key" });
    app.load(fixture("api_keys", [key])).await;
    let token = app.token("seven@example.com", None).await;
    let admin = app.caller(1, &["*"]).await;
    for credential in [token.as_str(), "a key"] {
        let response = app.graphql(Some(credential), QUERY, json!({})).await;
        let viewer = &response.data()["viewer"];
        let mut user = viewer["user"].clone();
        let id = user.as_object_mut().unwrap().remove("id").unwrap();
        let shown = json!({
            "databaseId": 7,
            "uuid": "00000000-0000-4000-8000-000000000007",
            "email": "seven@example.com",
            "isActive": true,
            "deletedAt": null,
            "createdAt": "2026-01-02T03:04:05.123456Z",
            "updatedAt": "2026-01-02T02:04:06.000000Z",
        });
        assert_eq!(user, shown, "{credential}");
        assert_eq!(viewer["permissions"], json!([]), "{credential}");
        let node = by_node_id(&app, id.as_str().unwrap(), &admin).await;
        assert_eq!(node.data()["record"]["databaseId"], json!(7), "{credential}");
    }
}

/// D4, D8: the effective set: direct permissions and those of roles, within the credential's limit.
#[apply(each_engine!)]
async fn permissions_are_the_effective_set(app: TestApp) {
    let roles = [
        json!({ "name": "reader", "permissions": ["reports.view", "content.view"] }),
        json!({ "name": "all", "permissions": ["*"] }),
    ];
    app.load(fixture("roles", roles)).await;
    type Case = (Json, Option<&'static [&'static str]>, &'static [&'static str]);
    let reader = || json!({ "roles": ["reader"], "permissions": ["a.b", "reports.view"] });
    let cases: [Case; 8] = [
        (json!({}), None, &[]),
        (reader(), None, &["a.b", "content.view", "reports.view"]),
        (reader(), Some(&["a.b", "c.d"]), &["a.b"]),
        (reader(), Some(&["*"]), &["a.b", "content.view", "reports.view"]),
        (reader(), Some(&["reports.view.own"]), &["reports.view.own"]),
        (reader(), Some(&[]), &[]),
        (json!({ "roles": ["all"] }), None, &["*"]),
        (json!({ "roles": ["all"] }), Some(&["x.y.own", "x.y"]), &["x.y", "x.y.own"]),
    ];
    for ((mut row, limit, names), id) in cases.into_iter().zip(1..) {
        let case = format!("{row} limited to {limit:?}");
        let email = format!("viewer{id}@example.com");
        row["id"] = json!(id);
        row["email"] = json!(email);
        app.load(fixture("users", [row])).await;
        let token = app.token(&email, limit).await;
        let response = app.graphql(Some(&token), QUERY, json!({})).await;
        assert_eq!(response.data()["viewer"]["permissions"], json!(names), "{case}");
        assert_eq!(response.data()["viewer"]["user"]["email"], json!(email), "{case}");
    }
}
