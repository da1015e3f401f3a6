//! Every operation that changes something, through each API that has it.

use serde_json::json;

use super::{assert_same, rest};
use crate::{
    authorisation::{ROLES, operations},
    support::{Response, TestApp, apply, each_engine, fixture},
};

/// Operations whose requests are refused here: they name what isn't there, or what GraphQL's took.
const REFUSED: [&str; 25] = [
    "POST /api/v1/currencies",
    "Mutation.delete",
    "Mutation.restore",
    "Mutation.purge",
    "DELETE /api/v1/trash/{id}",
    "Mutation.hold",
    "POST /api/v1/records/{id}/hold",
    "Mutation.release",
    "POST /api/v1/records/{id}/release",
    "Mutation.revert",
    "POST /api/v1/events/{id}/revert",
    "Mutation.undo",
    "POST /api/v1/operations/{id}/undo",
    "Mutation.cancelOperation",
    "POST /api/v1/operations/{id}/cancel",
    "Mutation.undoRemovals",
    "POST /api/v1/adopted/undo",
    "Mutation.createAdoptedRow",
    "POST /api/v1/adopted/present",
    "Mutation.updateAdoptedRow",
    "PATCH /api/v1/adopted/present",
    "POST /api/v1/roles",
    "DELETE /api/v1/roles/{id}",
    // A link alone signs in.
    "Mutation.signIn",
    "POST /api/v1/sign-in",
];

fn succeeds(response: &Response) -> bool {
    response.status.is_success() && response.body.get("errors").is_none()
}

/// A retry of any of them is answered by the first one's response, and changes nothing.
#[apply(each_engine!)]
async fn every_change_runs_once(app: TestApp, _admin: String) {
    let roles =
        ROLES.iter().zip(1..).map(|(it, id)| json!({ "id": id, "name": format!("{it:?}") }));
    app.load(fixture("roles", roles)).await;
    let locale = json!({ "id": 1, "code": "a", "name": "A", "native_name": "A" });
    app.load(fixture("locales", [locale])).await;
    let mut refused = Vec::new();
    // Created records have the next ids.
    for (operation, id) in operations().into_iter().zip((1..).map(|it| 1_000 * it)) {
        let call = (operation.ask)(id);
        if !call.changes() {
            continue;
        }
        let (method, path, body) = call.request();
        operation.load(&app, id).await;
        // Some end the credential that they are sent with.
        let token = app.token("caller1@example.com", None).await;
        let send = || rest(&app, &token, "key", method, &path, body.as_ref());
        let before = app.last_event().await;
        let first = send().await;
        let name = operation.name.replace("restore by REST", "POST /api/v1/restore");
        let name = name.split(" of ").next().unwrap();
        app.assert_documented_events(before, name).await;
        if !succeeds(&first) {
            refused.push(operation.name);
            continue;
        }
        let events = app.count("record_events").await;
        assert_same(&first, &send().await, &operation.name);
        assert_eq!(app.count("record_events").await, events, "{}", operation.name);
    }
    assert_eq!(refused, REFUSED);
}
