//! What a caller may do, its access tokens, permission names and roles.

use reinstate::kinds::permission_names;
use serde_json::{Value as Json, json};
use std::time::Duration;

use crate::support::{TestApp, apply, each_engine, fixture};

/// D8: what the permissions of the credential allow, for each kind.
#[apply(each_engine!)]
async fn the_viewer_knows_what_it_may_do(app: TestApp, admin: String) {
    let query = "{ viewer { kinds { kind view create update delete restore } canSend canAudit } }";
    let of = |viewer: &Json, kind: &str| {
        let mut kinds = viewer["viewer"]["kinds"].as_array().unwrap().iter();
        let found = kinds.find(|it| it["kind"] == json!(kind)).unwrap();
        let act = |name: &str| found[name].as_str().unwrap().to_owned();
        ["view", "create", "update", "delete", "restore"].map(act).join(" ")
    };
    let cases: [(&[&str], &str, &str); 13] = [
        (&["*"], "REPORT", "ALL ALL ALL ALL ALL"),
        (&["*"], "LOCALE", "ALL ALL ALL ALL ALL"),
        (&["*"], "NOTIFICATION", "ALL ALL ALL ALL ALL"),
        (&["roles.create", "roles.restore"], "ROLE", "NONE ALL NONE NONE ALL"),
        // API keys can't be restored.
        (&["*"], "API_KEY", "ALL ALL ALL ALL NONE"),
        (&[], "REPORT", "NONE NONE NONE NONE NONE"),
        (&["reports.view.own"], "REPORT", "OWN NONE NONE NONE NONE"),
        (&["reports.view.own", "reports.view"], "REPORT", "ALL NONE NONE NONE NONE"),
        (&["reports.restore", "reports.delete.own"], "REPORT", "NONE NONE NONE OWN ALL"),
        // Locales have no owners, so there are no own ones.
        (&["locales.update.own"], "LOCALE", "NONE NONE NONE NONE NONE"),
        (&["users.view.own", "users.restore.own"], "USER", "OWN NONE NONE NONE OWN"),
        (&["notifications.send.own"], "NOTIFICATION", "NONE OWN NONE NONE NONE"),
        (&["api.keys.create", "api.keys.update.own"], "API_KEY", "NONE ALL OWN NONE NONE"),
    ];
    for (permissions, kind, expected) in cases {
        let token = app.token("caller1@example.com", Some(permissions)).await;
        let viewer = app.data(&token, query).await;
        assert_eq!(of(&viewer, kind), expected, "{kind} with {permissions:?}");
        assert_eq!(viewer["viewer"]["kinds"].as_array().map(Vec::len), Some(13));
    }
    let flags: [(&[&str], bool, bool); 5] = [
        (&["*"], true, true),
        (&[], false, false),
        (&["notifications.send.own", "notifications.view"], true, false),
        (&["audit.view.own"], false, true),
        (&["audit.viewer"], false, false),
    ];
    for (permissions, send, audit) in flags {
        let token = app.token("caller1@example.com", Some(permissions)).await;
        let viewer = &app.data(&token, query).await["viewer"];
        let shown = (&viewer["canSend"], &viewer["canAudit"]);
        assert_eq!(shown, (&json!(send), &json!(audit)), "{permissions:?}");
    }
    let (count, _) = app.statements(app.data(&admin, query)).await;
    assert!(count <= 3, "only the credential is read: {count}");
    let (count, _) = app.statements(app.data(&admin, query)).await;
    assert_eq!(count, 0, "the permissions are known");
}

/// The account's own valid tokens, never their values.
#[apply(each_engine!)]
async fn the_viewer_sees_its_valid_tokens(app: TestApp, token: String) {
    app.caller(2, &["*"]).await;
    let long = Duration::from_secs(7_200);
    app.token_for("caller1@example.com", Some(&["reports.view"]), long).await;
    app.token_for("caller1@example.com", None, Duration::ZERO).await;
    let revoked = app.token_for("caller1@example.com", None, long).await;
    let query =
        "{ viewer { accessTokens { id databaseId name permissions createdAt expiresAt } } }";
    let all = app.data(&revoked, query).await["viewer"]["accessTokens"].clone();
    let all = all.as_array().unwrap();
    assert_eq!(all.len(), 3, "neither the expired one nor those of others");
    assert_eq!(all[1]["permissions"], json!(["reports.view"]));
    let expiry = |place: usize| all[place]["expiresAt"].as_str().unwrap().to_owned();
    assert!(all[0]["permissions"].is_null() && expiry(0) > expiry(2));
    let id = all[0]["databaseId"].as_i64().unwrap();
    app.execute(&format!("UPDATE access_tokens SET revoked_at = created_at WHERE id = {id}")).await;
    let left = app.data(&token, query).await["viewer"]["accessTokens"].clone();
    assert_eq!(left, json!(all[1..]));
    assert!(!left.to_string().contains(&token[5..]));
    let own = app.token("caller2@example.com", Some(&["tokens.view.own"])).await;
    let others = app.data(&own, query).await["viewer"]["accessTokens"].clone();
    assert_eq!(others.as_array().map(Vec::len), Some(2));
    let none = app.token("caller2@example.com", Some(&[])).await;
    let refused = app.query(&none, query).await;
    assert_eq!(refused.code(), Some("FORBIDDEN"));
    assert_eq!(refused.body["data"]["viewer"]["accessTokens"], json!(null));
}

/// However many there are, a hundred are shown: those that expire last.
#[apply(each_engine!)]
async fn tokens_are_bounded(app: TestApp) {
    let token = app.caller(1, &["tokens.view.own"]).await;
    for place in 0..105 {
        app.token_for("caller1@example.com", None, Duration::from_secs(7_200 + place)).await;
    }
    let query = "{ viewer { accessTokens { expiresAt } } }";
    let tokens = app.data(&token, query).await["viewer"]["accessTokens"].clone();
    let times: Vec<&str> =
        tokens.as_array().unwrap().iter().map(|it| it["expiresAt"].as_str().unwrap()).collect();
    assert!(times.len() == 100 && times.is_sorted_by(|a, b| a > b), "{times:?}");
}

/// Every caller sees the names of permissions. Roles are in `people`.
#[apply(each_engine!)]
async fn permission_names_are_shown_to_all(app: TestApp) {
    let query = "{ roles { name permissions } permissionNames }";
    let token = app.caller(1, &[]).await;
    let shown = json!({ "roles": [], "permissionNames": permission_names() });
    assert_eq!(app.data(&token, query).await, shown);
    // A deleted caller is refused, each field for itself (D2).
    let gone = json!({ "id": 9, "email": "gone@example.com", "permissions": ["*"],
        "deleted_at": "2026-01-02T03:04:05Z" });
    app.load(fixture("users", [gone])).await;
    let token = app.token("gone@example.com", None).await;
    let response = app.query(&token, query).await;
    assert_eq!(response.body["data"], json!({ "roles": null, "permissionNames": null }));
    assert_eq!(response.body["errors"].as_array().map(Vec::len), Some(2));
}
