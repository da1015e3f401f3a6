//! Undo of everything: what is created, updated, granted, deleted and restored is taken back.

use serde_json::{Value as Json, json};

use super::{kind, load, outcomes, undo};
use crate::support::{TestApp, apply, each, each_engine};

const ME: i64 = 1;
const OTHER: i64 = 2;

/// The id of the newest operation.
pub async fn newest(app: &TestApp, token: &str) -> Json {
    let query = "{ recordEvents(first: 1) { nodes { operationId } } }";
    app.data(token, query).await["recordEvents"]["nodes"][0]["operationId"].clone()
}

async fn taken_back(app: &TestApp, token: &str, operation: &Json) -> Vec<String> {
    let before = app.last_event().await;
    let undone = undo(app, token, operation).await;
    app.assert_documented_events(before, "Mutation.undo").await;
    outcomes(&undone.data()["undo"])
}

/// Each change has its opposite, twice changes nothing, and an undo can be undone.
#[apply(each_engine!)]
async fn each_change_is_taken_back(app: TestApp, token: String) {
    app.caller(OTHER, &[]).await;
    load(&app, &kind("locales"), 1, ME, None).await;
    load(&app, &kind("reports"), 1, ME, None).await;
    let locale = format!("/api/v1/admin/locales/{}", kind("locales").key_of(1));
    let report = format!("/api/v1/reports/{}", kind("reports").key_of(1));
    let grant = json!({ "user_id": OTHER, "permissions": ["reports.view"], "roles": ["editors"] });
    app.post(&token, "/api/v1/roles", &json!({ "name": "editors", "permissions": ["a.b"] })).await;
    let role = "/api/v1/roles/1";
    let cases: [(&str, &str, Json, &str, &str); 9] = [
        (
            "PATCH",
            &locale,
            json!({ "name": "New", "sort_order": 7 }),
            "locales",
            "name, sort_order",
        ),
        ("PATCH", &locale, json!({ "code": "xx" }), "locales", "code"),
        (
            "PATCH",
            &report,
            json!({ "title": "New", "user_id": OTHER }),
            "reports",
            "title, user_id",
        ),
        ("POST", "/api/v1/reports", json!({ "title": "New" }), "reports", "title"),
        ("DELETE", &report, json!({}), "reports", "title"),
        ("POST", "/api/v1/grants", grant.clone(), "user_permissions", "permission"),
        ("POST", "/api/v1/grants/revoke", grant, "user_permissions", "permission"),
        (
            "PATCH",
            role,
            json!({ "name": "b", "permissions": ["a.c"] }),
            "role_permissions",
            "permission",
        ),
        ("DELETE", role, json!({}), "roles", "name"),
    ];
    let state = async || {
        let mut state = Vec::new();
        for (table, id) in [("locales", 1), ("reports", 1), ("reports", 2), ("roles", 1)] {
            let Json::Object(mut row) = app.stored(table, id).await else { continue };
            row.retain(|name, _| !["updated_at", "version"].contains(&name.as_str()));
            if row["deleted_at"].is_string() {
                row["deleted_at"] = json!("deleted");
            }
            state.push(Json::Object(row));
        }
        let grants = app.get(&token, &format!("/api/v1/grants?user_id={OTHER}")).await.body;
        state.push(json!([grants["permissions"], each(&grants["roles"], "name")]));
        state.push(app.get(&token, "/api/v1/roles/1").await.body["permissions"].clone());
        state
    };
    for (method, path, body, table, columns) in cases {
        let name = format!("{method} {path} {table} {columns}");
        if path.ends_with("revoke") {
            app.post(&token, "/api/v1/grants", &body).await.expect(200);
        }
        let before = state().await;
        let done = app.rest(method, path, Some(&token), Some(&body)).await;
        assert!([200, 201].contains(&done.status.as_u16()), "{name}: {}", done.body);
        let operation = newest(&app, &token).await;
        let after = state().await;
        assert_ne!(before, after, "{name}");
        let is_creation = method == "POST" && table == "reports";
        assert_eq!(taken_back(&app, &token, &operation).await, ["changed"], "{name}");
        let undone = newest(&app, &token).await;
        if is_creation {
            assert!(!app.stored("reports", 2).await["deleted_at"].is_null(), "{name}");
        } else {
            assert_eq!(state().await, before, "{name}");
        }
        let again = taken_back(&app, &token, &operation).await;
        assert!(again.iter().all(|it| it != "changed"), "{name}: {again:?}");
        assert_eq!(taken_back(&app, &token, &undone).await, ["changed"], "{name}");
        assert_eq!(state().await, after, "{name}");
        let redone = newest(&app, &token).await;
        assert_eq!(taken_back(&app, &token, &redone).await, ["changed"], "{name}");
    }
}

/// What somebody has changed since stays, field by field, and is shown with the reason.
#[apply(each_engine!)]
async fn what_was_changed_since_stays(app: TestApp, token: String) {
    load(&app, &kind("locales"), 1, ME, None).await;
    let locale = format!("/api/v1/admin/locales/{}", kind("locales").key_of(1));
    let patch = async |body: Json| {
        app.patch(&token, &locale, &body).await.expect(200);
        newest(&app, &token).await
    };
    let first = patch(json!({ "name": "A", "native_name": "a" })).await;
    let second = patch(json!({ "name": "B" })).await;
    // One of two fields, then none.
    assert_eq!(taken_back(&app, &token, &first).await, ["changed"]);
    let row = app.stored("locales", 1).await;
    assert_eq!(json!([row["name"], row["native_name"]]), json!(["B", null]));
    let name = patch(json!({ "name": "C" })).await;
    let refused = undo(&app, &token, &second).await.data()["undo"].clone();
    assert_eq!(outcomes(&refused), ["CONFLICT"]);
    assert_eq!(refused["outcomes"][0]["record"]["databaseId"], 1, "{refused}");
    // A record that was created and changed since is not deleted.
    let created = app.post(&token, "/api/v1/reports", &json!({ "title": "a" })).await.expect(201);
    let creation = newest(&app, &token).await;
    let path = format!("/api/v1/reports/{}", created.body["uuid"].as_str().unwrap());
    app.patch(&token, &path, &json!({ "title": "b" })).await.expect(200);
    let update = newest(&app, &token).await;
    assert_eq!(taken_back(&app, &token, &creation).await, ["CONFLICT"]);
    assert_eq!(taken_back(&app, &token, &update).await, ["changed"]);
    assert_eq!(taken_back(&app, &token, &creation).await, ["CONFLICT"], "another undo changed it");
    // A deleted record has to be restored first.
    app.delete(&token, &locale).await.expect(200);
    assert_eq!(taken_back(&app, &token, &name).await, ["ALREADY_DELETED"]);
}

/// One's own change takes the opposite permission, another's the permission to audit too.
#[apply(each_engine!)]
async fn it_takes_the_permission_of_the_opposite_act(app: TestApp, admin: String) {
    app.caller(OTHER, &["*"]).await;
    let restricted =
        async |permissions: &[&str]| app.token("caller2@example.com", Some(permissions)).await;
    let all = restricted(&["*"]).await;
    let create = async |token: &str| {
        let body = json!({ "title": "a", "user_id": OTHER });
        let created = app.post(token, "/api/v1/reports", &body).await.expect(201);
        format!("/api/v1/reports/{}", created.body["uuid"].as_str().unwrap())
    };
    let update = async |token: &str, path: &str| {
        app.patch(token, path, &json!({ "title": "b" })).await.expect(200);
        newest(&app, &admin).await
    };
    let path = create(&all).await;
    let creation = newest(&app, &admin).await;
    for (permissions, expected) in
        [(&["reports.update.own"][..], "FORBIDDEN"), (&["reports.delete.own"], "changed")]
    {
        let token = restricted(permissions).await;
        assert_eq!(taken_back(&app, &token, &creation).await, [expected], "{permissions:?}");
    }
    app.post_empty(&admin, &format!("{path}/restore")).await.expect(200);
    let cases: [(bool, &[&str], &str); 5] = [
        (true, &["reports.delete.own"], "FORBIDDEN"),
        (true, &["reports.update.own"], "changed"),
        (false, &["reports.update.own"], "FORBIDDEN"),
        (false, &["reports.view.own", "audit.view"], "FORBIDDEN"),
        (false, &["reports.update.own", "audit.view.own"], "changed"),
    ];
    for (is_own, permissions, expected) in cases {
        let operation = update(if is_own { &all } else { &admin }, &path).await;
        let token = restricted(permissions).await;
        let outcome = taken_back(&app, &token, &operation).await;
        assert_eq!(outcome, [expected], "{is_own} {permissions:?}");
        if expected != "changed" {
            taken_back(&app, &admin, &operation).await;
        }
    }
}

/// With ALL_OR_NOTHING one refusal leaves everything as it is.
#[apply(each_engine!)]
async fn all_is_taken_back_or_nothing(app: TestApp, token: String) {
    load(&app, &kind("locales"), 1, ME, None).await;
    let code = kind("locales").key_of(1);
    let catalogue = json!({ "a": "1", "b": "2" });
    let import = async |catalogue: &Json| {
        let body = json!({ "locale": code, "group": "g", "catalogue": catalogue });
        app.post(&token, "/api/v1/admin/translations/import", &body).await.expect(200)
    };
    import(&catalogue).await;
    let imported = import(&json!({ "a": "3", "b": "4" })).await.body["operation_id"].clone();
    app.patch(&token, "/api/v1/admin/translations/1", &json!({ "value": "5" })).await.expect(200);
    let undo = async |policy: &str| {
        let query = "mutation($id: UUID!, $policy: BulkPolicy!) { undo(operationId: $id, policy: $policy) \
                     { operationId outcomes { id changed error { code } } } }";
        let variables = json!({ "id": imported, "policy": policy });
        app.graphql(Some(&token), query, variables).await.data()["undo"].clone()
    };
    let values = async || {
        let values = [app.stored("translations", 1).await, app.stored("translations", 2).await];
        values.map(|row| row["value"].clone())
    };
    let refused = undo("ALL_OR_NOTHING").await;
    assert_eq!(refused["operationId"], Json::Null);
    assert_eq!(outcomes(&refused), ["CONFLICT", "ABORTED"]);
    assert_eq!(values().await, ["5", "4"]);
    // A request with a key is a unit already.
    let path = format!("operations/{}/undo?policy=all_or_nothing", imported.as_str().unwrap());
    let keyed = [("idempotency-key", "\"a\"")];
    let refused = app.ask("POST", &path, Some(&token), &keyed, "").await.expect(200).body;
    assert_eq!(each(&refused["outcomes"], "changed"), [false, false], "{refused}");
    assert_eq!(refused["outcomes"][0]["record"]["id"], 1, "{refused}");
    assert_eq!(values().await, ["5", "4"]);
    assert_eq!(outcomes(&undo("EACH").await), ["CONFLICT", "changed"]);
    assert_eq!(values().await, ["5", "2"]);
}

/// What a credential did since a time is counted by kind and conflict first, then taken back.
#[apply(each_engine!)]
async fn what_a_credential_did_is_taken_back(app: TestApp, token: String) {
    app.caller(OTHER, &["*"]).await;
    let script = app.token("caller2@example.com", None).await;
    for id in 1..=3 {
        load(&app, &kind("reports"), id, OTHER, None).await;
    }
    let path = |id: i64| format!("/api/v1/reports/{}", kind("reports").key_of(id));
    app.delete(&token, &path(3)).await.expect(200);
    app.delete(&script, &path(1)).await.expect(200);
    app.patch(&script, &path(2), &json!({ "title": "x" })).await.expect(200);
    app.patch(&script, &path(2), &json!({ "title": "y" })).await.expect(200);
    let created = app.post(&script, "/api/v1/customers", &json!({ "company_name": "x" })).await;
    let query = "{ recordEvents(first: 1) { nodes { credentialId } } }";
    let credential =
        app.data(&token, query).await["recordEvents"]["nodes"][0]["credentialId"].as_i64().unwrap();
    let customer = created.expect(201).body["uuid"].as_str().unwrap().to_owned();
    let changed = json!({ "company_name": "z" });
    app.patch(&token, &format!("/api/v1/customers/{customer}"), &changed).await.expect(200);
    let path = format!("/api/v1/undo?credential=access_token:{credential}");
    let preview = app.post_empty(&token, &path).await.expect(200).body["preview"].clone();
    let counts = json!([
        { "kind": "customer", "error_code": "CONFLICT", "count": 1 },
        { "kind": "report", "error_code": null, "count": 2 },
    ]);
    assert_eq!(preview["counts"], counts, "{preview}");
    assert_eq!(app.stored("reports", 2).await["title"], "y");
    let confirmed = format!("{path}&confirm={}", preview["token"].as_str().unwrap());
    // What happens after the preview is not part of it.
    app.patch(&script, &self::path_of(2), &json!({ "is_active": false })).await.expect(200);
    let done = app.post_empty(&token, &confirmed).await.expect(200);
    assert_eq!(done.body["progress"]["changed"], 2, "{}", done.body);
    assert_eq!(done.body["progress"]["refused"], 1, "{}", done.body);
    let row = app.stored("reports", 2).await;
    assert_eq!(json!([row["title"], row["is_active"]]), json!(["Arrivals", false]));
    assert!(app.stored("reports", 1).await["deleted_at"].is_null());
    assert!(!app.stored("reports", 3).await["deleted_at"].is_null());
    let refused = app.post_empty(&token, "/api/v1/undo?credential=x").await.expect(400);
    assert_eq!(refused.message(), "credential must be like api_key:5 or access_token:7");
    // Whose credential it was is for those who may audit.
    let viewer = app.token("caller1@example.com", Some(&["reports.view"])).await;
    let nothing = app.post_empty(&viewer, &path).await.expect(200);
    assert_eq!(nothing.body["preview"]["counts"], json!([]));
}

fn path_of(id: i64) -> String {
    format!("/api/v1/reports/{}", kind("reports").key_of(id))
}

/// A preview foresees that a caller may not give or take what it doesn't hold itself.
#[apply(each_engine!)]
async fn previews_foresee_what_may_not_be_lent(app: TestApp, token: String) {
    app.caller(OTHER, &[]).await;
    let grants = json!({ "user_id": OTHER, "permissions": ["reports.view", "locales.view"] });
    app.post(&token, "/api/v1/grants", &grants).await.expect(200);
    preview_and_undo(&app, "user", ["accounts.grant", "users.view"]).await;
}

/// The same of what a role gives, whether it was granted or has changed.
#[apply(each_engine!)]
async fn previews_foresee_what_roles_may_not_lend(app: TestApp, token: String) {
    app.caller(OTHER, &[]).await;
    let third = app.caller(OTHER + 1, &["*"]).await;
    let role = json!({ "name": "desk", "permissions": ["reports.view", "locales.view"] });
    let role = app.post(&third, "/api/v1/roles", &role).await.expect(201).body;
    let path = format!("/api/v1/roles/{}", role["id"]);
    app.patch(&token, &path, &json!({ "name": "front desk" })).await.expect(200);
    preview_and_undo(&app, "role", ["roles.update", "roles.view"]).await;
    let grants = json!({ "user_id": OTHER, "roles": ["desk"] });
    app.post(&token, "/api/v1/grants", &grants).await.expect(200);
    preview_and_undo(&app, "user", ["accounts.grant", "users.view"]).await;
}

/// Callers who lack one permission each preview an undo, and do it; the last one may.
async fn preview_and_undo(app: &TestApp, kind: &str, [change, view]: [&str; 2]) {
    let all = [change, "audit.view", view, "reports.view", "locales.view"];
    let cases = [
        (&all[..4], "VALIDATION_FAILED"),
        (&all[1..], "FORBIDDEN"),
        (&[change, "audit.view", "reports.view", "locales.view"], "FORBIDDEN"),
        (&all, ""),
    ];
    // Roles are changed without being viewed.
    let is_meant = |(held, _): &(&[&str], &str)| kind == "user" || held.contains(&view);
    for (permissions, expected) in cases.into_iter().filter(is_meant) {
        let token = app.token("caller1@example.com", Some(permissions)).await;
        let preview = app.post_empty(&token, "/api/v1/undo?actor=1").await.expect(200).body;
        let counts = preview["preview"]["counts"].as_array().unwrap().clone();
        let expected = if expected.is_empty() { Json::Null } else { json!(expected) };
        let found: Vec<&Json> =
            counts.iter().filter(|it| it["kind"] == kind).map(|it| &it["error_code"]).collect();
        assert_eq!(found, [&expected], "{permissions:?}: {preview}");
        let confirm = preview["preview"]["token"].as_str().unwrap();
        let done = app.post_empty(&token, &format!("/api/v1/undo?actor=1&confirm={confirm}")).await;
        let (done, changed) = (done.expect(200).body, i64::from(expected.is_null()));
        assert_eq!(done["progress"]["changed"], changed, "{permissions:?}: {done}");
    }
}
