//! D26: a key for another account takes the right to view that account.

use serde_json::{Value as Json, json};

use super::{OTHER, create, load, other_account, rotate, uuid};
use crate::support::{Response, TestApp, apply, each_engine};

/// A refusal that names the permission to view every account.
fn assert_may_not_view(response: &Response, case: &str) {
    let error = &response.body["errors"][0]["extensions"];
    let expected = json!({ "code": "FORBIDDEN", "requiredPermissions": ["users.view"] });
    assert_eq!(*error, expected, "{case}: {}", response.text);
}

/// Whom a caller may create keys for, and whose it may rotate. Updates need no more (D18).
#[apply(each_engine!)]
async fn acting_as_another_account_takes_the_right_to_view_it(app: TestApp) {
    other_account(&app).await;
    let cases: [(&[&str], bool); 4] =
        [(&[], false), (&["users.view.own"], false), (&["users.view"], true), (&["*"], true)];
    for (number, (more, may)) in (10..).zip(cases) {
        let theirs = 1_000 * number;
        let base = ["api.keys.create", "api.keys.update", "notifications.view"];
        let token = app.caller(number, &[base.as_slice(), more].concat()).await;
        let case = format!("{more:?}");
        let before = app.count("api_keys").await;
        // A caller's own keys need nothing more.
        create(&app, &token, json!({ "name": "a" })).await.data();
        create(&app, &token, json!({ "name": "a", "userId": number })).await.data();
        let created = create(&app, &token, json!({ "name": "a", "userId": OTHER })).await;
        load(&app, theirs, OTHER, json!({ "key": format!("old {number}") })).await;
        let stored = app.row("api_keys", theirs).await;
        let rotated = rotate(&app, &token, &uuid(theirs), None).await;
        if may {
            created.data();
            rotated.data();
        } else {
            assert_may_not_view(&created, &case);
            assert_may_not_view(&rotated, &case);
            assert_eq!(app.count("api_keys").await, before + 3, "{case}");
            assert_eq!(app.row("api_keys", theirs).await, stored, "{case}");
            // A missing account is refused alike.
            let missing = create(&app, &token, json!({ "name": "a", "userId": 999 })).await;
            assert_eq!(missing.text, created.text, "{case}");
        }
        widens(&app, &token, theirs + 500, &case).await;
    }
}

/// An update shows no value: adding a permission that the caller holds to another's key takes none to
/// view the account.
async fn widens(app: &TestApp, token: &str, key: i64, case: &str) {
    load(app, key, OTHER, json!({ "permissions": ["reports.view"] })).await;
    let update = async |changes: Json| {
        let query = "mutation($uuid: UUID!, $changes: ApiKeyChanges!) \
             { updateApiKey(uuid: $uuid, changes: $changes) { apiKey { permissions } } }";
        app.graphql(Some(token), query, json!({ "uuid": uuid(key), "changes": changes })).await
    };
    let widened = update(json!({ "permissions": ["reports.view", "notifications.view"] })).await;
    assert!(widened.data().to_string().contains("notifications.view"), "{case}");
}

/// The way that was open: another's inbox, through its key, by the permission to update keys.
#[apply(each_engine!)]
async fn no_key_leads_to_an_account_that_the_caller_may_not_view(app: TestApp) {
    other_account(&app).await;
    let token = app.caller(1, &["api.keys.create", "api.keys.update", "notifications.view"]).await;
    load(&app, 5, OTHER, json!({ "permissions": ["notifications.view"], "key": "theirs" })).await;
    let asked = create(&app, &token, json!({ "name": "a", "userId": OTHER })).await;
    assert_may_not_view(&asked, "create");
    assert_may_not_view(&rotate(&app, &token, &uuid(5), None).await, "rotate");
    assert!(super::works(&app, "theirs").await, "the owner's value still works");
}
