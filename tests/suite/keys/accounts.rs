//! D26: a key for another account takes the right to view that account.

use serde_json::json;

use super::{OTHER, create, load, other_account, rotate, update, uuid};
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
        // An update shows no value, and takes no more.
        load(&app, theirs + 500, OTHER, json!({ "permissions": ["reports.view"] })).await;
        let wider = json!({ "permissions": ["reports.view", "notifications.view"] });
        let widened = update(&app, &token, &uuid(theirs + 500), wider).await;
        assert!(widened.data().to_string().contains("notifications.view"), "{case}");
    }
}
