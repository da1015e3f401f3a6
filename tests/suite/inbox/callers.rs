//! Permissions for the inbox: reading, marking, and sending to many (D2, D4, D6, D8, D21).

use reinstate::operations::audit::Action;
use serde_json::{Value as Json, json};

use super::{OTHER, OWN, events, load, mark_all, send};
use crate::support::{TestApp, apply, each_engine};

const INBOX: &str = "{ viewer { permissions unreadCount notifications { nodes { databaseId } } } }";

/// A token of the account with only these permissions.
async fn narrow_token(app: &TestApp, permissions: &[&str]) -> String {
    app.token("own@example.com", Some(permissions)).await
}

/// The inbox shows only the caller's notifications, whatever its permissions; a refusal nulls its
/// field alone.
#[apply(each_engine!)]
async fn reading_the_inbox_needs_permission(app: TestApp) {
    load(&app).await;
    let cases: [(&[&str], bool); 6] = [
        (&["*"], true),
        (&["notifications.view"], true),
        (&["notifications.view.own"], true),
        (&["notifications.views", "notifications.update", "notifications.restore"], false),
        (&["NOTIFICATIONS.VIEW", "notifications.view.own.own"], false),
        (&[], false),
    ];
    for (permissions, allowed) in cases {
        let token = narrow_token(&app, permissions).await;
        let response = app.query(&token, INBOX).await;
        let viewer = &response.body["data"]["viewer"];
        assert!(viewer["permissions"].is_array(), "{permissions:?}: {}", response.body);
        if allowed {
            let shown = json!([{ "databaseId": 12 }, { "databaseId": 11 }, { "databaseId": 10 }]);
            assert_eq!(
                response.data()["viewer"]["notifications"]["nodes"],
                shown,
                "{permissions:?}"
            );
            assert_eq!(viewer["unreadCount"], json!(2), "{permissions:?}");
        } else {
            assert!(viewer["unreadCount"].is_null() && viewer["notifications"].is_null());
            let errors = response.body["errors"].as_array().unwrap();
            let mut paths: Vec<&Json> = errors.iter().map(|error| &error["path"][1]).collect();
            paths.sort_by_key(ToString::to_string);
            assert_eq!(paths, [&json!("notifications"), &json!("unreadCount")]);
            let required = json!(["notifications.view", "notifications.view.own"]);
            let is_named = |it: &Json| it["extensions"]["requiredPermissions"] == required;
            assert!(errors.iter().all(is_named), "{}", response.text);
        }
    }
}

/// D6: with the own permission recipients and sender must be the caller, and a role counts as
/// others; this is checked before validation.
#[apply(each_engine!)]
async fn sending_to_many_needs_permission(app: TestApp) {
    load(&app).await;
    app.load(json!({ "roles": [{ "name": "desk" }] })).await;
    let both = vec!["notifications.send", "notifications.send.own"];
    let all = || Some(vec!["notifications.send"]);
    type Case = (&'static [&'static str], Json, Option<Vec<&'static str>>);
    let cases: [Case; 16] = [
        (&["notifications.view", "notifications.sends"], json!({ "userIds": [OWN] }), Some(both)),
        (&["notifications.send"], json!({ "userIds": [OWN, OTHER] }), None),
        (&["notifications.send"], json!({ "userIds": [OTHER], "senderId": OTHER }), None),
        (&["*"], json!({ "userIds": [OTHER] }), None),
        (&["notifications.send.own"], json!({ "userIds": [OWN] }), None),
        (&["notifications.send.own"], json!({ "userIds": [OWN, OWN], "senderId": OWN }), None),
        (&["notifications.send.own"], json!({ "userIds": OWN }), None),
        (&["notifications.send.own"], json!({ "userIds": [OWN, OTHER] }), all()),
        (&["notifications.send.own"], json!({ "userIds": [99] }), all()),
        (&["notifications.send.own"], json!({ "userIds": [OWN], "senderId": OTHER }), all()),
        (&["notifications.send.own"], json!({ "userIds": [OWN], "senderId": 99 }), all()),
        (&["notifications.send.own"], json!({ "role": "desk" }), all()),
        (&["notifications.send.own"], json!({ "role": "none such" }), all()),
        (&["notifications.send.own"], json!({ "role": "", "title": "" }), all()),
        (&["notifications.send.own"], json!({ "role": "desk", "userIds": [OWN] }), all()),
        (&["notifications.send.own"], json!({ "userIds": [OTHER], "title": "" }), all()),
    ];
    for (permissions, input, required) in cases {
        let case = format!("{permissions:?} {input}");
        let before = app.count("notifications").await;
        let token = narrow_token(&app, permissions).await;
        let response = send(&app, &token, input).await;
        let made = app.count("notifications").await - before;
        match required {
            Some(required) => {
                assert_eq!(response.error(), Some(("FORBIDDEN", "Forbidden")), "{case}");
                let named = &response.body["errors"][0]["extensions"]["requiredPermissions"];
                assert_eq!((named, made), (&json!(required), 0), "{case}");
            }
            None => {
                assert_eq!(response.data()["sendNotifications"]["count"], json!(made), "{case}")
            }
        }
    }
}

/// GET runs no mutation, and nothing runs without a credential.
#[apply(each_engine!)]
async fn nothing_changes_by_get_or_without_a_credential(app: TestApp) {
    load(&app).await;
    let token = narrow_token(&app, &["*"]).await;
    let path = "/graphql?query=mutation%7BmarkAllNotificationsRead%7Bcount%7D%7D";
    app.rest("GET", path, Some(&token), None).await.expect(405);
    app.rest("GET", path, Some("rsat_unknown"), None).await.expect(401);
    assert_eq!(mark_all(&app, "rsat_unknown").await.status, 401);
    assert_eq!(events(&app, Action::Updated).await, 0);
}
