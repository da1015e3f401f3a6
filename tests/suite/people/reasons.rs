//! Reasons for deleting and restoring roles, through both APIs.

use serde_json::json;

use crate::support::{TestApp, apply, each_engine, escaped, fixture, global_id};

/// Deletes or restores role 1 with a reason; returns the code of the error.
async fn change(app: &TestApp, token: &str, rest: bool, act: &str, reason: &str) -> Option<String> {
    if rest {
        let (method, path) = if act == "delete" { ("DELETE", "") } else { ("POST", "/restore") };
        let path = format!("/api/v1/roles/1{path}?reason={}", escaped(reason));
        let response = app.rest(method, &path, Some(token), None).await;
        return (response.status != 200).then(|| response.status.as_str().to_owned());
    }
    let query = format!(
        "mutation($id: ID!, $reason: String) {{ {act}Role(id: $id, reason: $reason) \
         {{ role {{ name }} }} }}"
    );
    let variables = json!({ "id": global_id("Role", 1), "reason": reason });
    let response = app.graphql(Some(token), &query, variables).await;
    response.error().map(|(code, _)| code.to_owned())
}

/// The event of a deletion and of a restoration has the caller's reason.
#[apply(each_engine!)]
async fn deleting_and_restoring_a_role_take_a_reason(app: TestApp, token: String) {
    app.load(fixture("roles", [json!({ "id": 1, "name": "readers" })])).await;
    let history = format!(
        "{{ role(id: {:?}) {{ history(first: 1) {{ nodes {{ action reason }} }} }} }}",
        global_id("Role", 1)
    );
    for rest in [true, false] {
        for (act, action) in [("delete", "DELETED"), ("restore", "RESTORED")] {
            for reason in ["", "a\0b", &"\u{e4}".repeat(501)] {
                let events = app.count("record_events").await;
                let refused = change(&app, &token, rest, act, reason).await;
                let code = if rest { "400" } else { "BAD_REQUEST" };
                assert_eq!(refused.as_deref(), Some(code), "{act} {reason:.9?}");
                assert_eq!(app.count("record_events").await, events);
            }
            let reason = format!("{act}, said in \"{rest}\" \u{1f980}");
            assert_eq!(change(&app, &token, rest, act, &reason).await, None);
            let response = app.query(&token, &history).await;
            let last = json!([{ "action": action, "reason": reason }]);
            assert_eq!(response.data()["role"]["history"]["nodes"], last);
        }
    }
}
