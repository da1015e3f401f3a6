//! Roles are a kind of record: they have a trash, undo, filters and history, and act by id.

use serde_json::{Value as Json, json};

use crate::support::{TestApp, apply, each_engine, fixture, global_id};

/// The permissions of those who do everything with roles.
const ROLES: [&str; 4] = ["roles.view", "roles.update", "roles.delete", "roles.restore"];

/// Roles with these permissions, of which the first two accounts have the one that they are called.
async fn load(app: &TestApp) {
    let role = |(id, name): (usize, &str)| json!({ "id": id + 1, "name": name, "permissions": [format!("{name}.view")] });
    let roles = ["reports", "locales", "customers"].into_iter().enumerate().map(role);
    app.load(fixture("roles", roles)).await;
}

fn ids(roles: &[i64]) -> Vec<String> {
    roles.iter().map(|id| global_id("Role", *id)).collect()
}

/// The ids and labels in the trash.
async fn trash(app: &TestApp, token: &str) -> Json {
    let query = "{ trash(kinds: [ROLE]) { nodes { kind label ... on Role { permissions } } } }";
    app.data(token, query).await["trash"]["nodes"].clone()
}

#[apply(each_engine!)]
async fn deleted_roles_are_in_the_trash_and_come_back(app: TestApp) {
    load(&app).await;
    let token = app.caller(1, &["*"]).await;
    let query = "mutation($ids: [ID!]!) { deleteMany(ids: $ids) { operationId outcomes { error { code } } } }";
    let deleted = app.graphql(Some(&token), query, json!({ "ids": ids(&[1, 2]) })).await;
    let operation = deleted.data()["deleteMany"]["operationId"].as_str().unwrap().to_owned();
    let shown = |label: &str| json!({ "kind": "ROLE", "label": label, "permissions": [format!("{label}.view")] });
    assert_eq!(trash(&app, &token).await, json!([shown("locales"), shown("reports")]));
    let summary = app.data(&token, "{ trashSummary { kind count } }").await;
    assert!(
        summary["trashSummary"]
            .as_array()
            .unwrap()
            .contains(&json!({ "kind": "ROLE", "count": 2 }))
    );
    let listed = app.rest("GET", "/api/v1/trash?kinds=role", Some(&token), None).await.expect(200);
    assert_eq!(listed.body["data"][0]["label"], "locales");

    // Undone, restored by its id, and by a filter.
    let undo =
        format!("mutation {{ undo(operationId: {operation:?}) {{ outcomes {{ changed }} }} }}");
    app.data(&token, &undo).await;
    assert_eq!(trash(&app, &token).await, json!([]));
    let query = format!("mutation {{ delete(id: {:?}) {{ operationId }} }}", ids(&[1])[0]);
    app.data(&token, &query).await;
    let query = format!("mutation {{ restore(id: {:?}) {{ record {{ label }} }} }}", ids(&[1])[0]);
    assert_eq!(app.data(&token, &query).await["restore"]["record"]["label"], "reports");
    let filter = "where: { name: { contains: \"custom\" } }";
    let preview = format!(
        "mutation {{ deleteRoles({filter}) {{ preview {{ token samples {{ label }} }} }} }}"
    );
    let preview = &app.data(&token, &preview).await["deleteRoles"]["preview"];
    assert_eq!(preview["samples"], json!([{ "label": "customers" }]));
    let delete = format!(
        "mutation {{ deleteRoles({filter}, confirm: {}) {{ operationId }} }}",
        preview["token"]
    );
    app.data(&token, &delete).await;
    assert_eq!(trash(&app, &token).await, json!([shown("customers")]));

    // As any record: a node, with its history and what it was.
    let query = format!(
        "{{ node(id: {:?}) {{ ... on Role {{ name isActive deletedBy {{ email }} viewerCan {{ restore }} \
         history {{ nodes {{ action }} }} }} }} }}",
        ids(&[3])[0]
    );
    let node = &app.data(&token, &query).await["node"];
    assert_eq!(node["deletedBy"], json!({ "email": "caller1@example.com" }));
    assert_eq!(node["viewerCan"], json!({ "restore": true }));
    assert_eq!(node["history"]["nodes"], json!([{ "action": "DELETED" }]));
}

/// Who doesn't hold what a role permits neither deletes nor restores it, in any way.
#[apply(each_engine!)]
async fn roles_are_changed_by_those_who_hold_their_permissions(app: TestApp) {
    load(&app).await;
    app.execute("UPDATE roles SET deleted_at = created_at WHERE id = 2").await;
    let held = [&ROLES[..], &["reports.view"]].concat();
    let token = app.caller(1, &held).await;
    for (mutation, variables, code) in [
        (
            "deleteMany(ids: $ids) { outcomes { error { code } } }",
            ids(&[3, 1]),
            Some("VALIDATION_FAILED"),
        ),
        (
            "restoreMany(ids: $ids) { outcomes { error { code } } }",
            ids(&[2, 1]),
            Some("VALIDATION_FAILED"),
        ),
    ] {
        let query = format!("mutation($ids: [ID!]!) {{ {mutation} }}");
        let response = app.graphql(Some(&token), &query, json!({ "ids": variables })).await;
        let name = mutation.split('(').next().unwrap();
        let outcomes = response.data()[name]["outcomes"].as_array().unwrap().clone();
        let codes: Vec<_> = outcomes.iter().map(|it| it["error"]["code"].as_str()).collect();
        assert_eq!(codes, [code, None], "{name}: {}", response.text);
    }
    for query in [
        format!("mutation {{ delete(id: {:?}) {{ operationId }} }}", ids(&[3])[0]),
        format!("mutation {{ deleteRole(id: {:?}) {{ role {{ id }} }} }}", ids(&[3])[0]),
        format!("mutation {{ restore(id: {:?}) {{ operationId }} }}", ids(&[2])[0]),
        format!("mutation {{ restoreRole(id: {:?}) {{ role {{ id }} }} }}", ids(&[2])[0]),
    ] {
        let refused = app.query(&token, &query).await;
        assert_eq!(refused.code(), Some("VALIDATION_FAILED"), "{query}: {}", refused.text);
    }
    // A filter leaves them out.
    let query = "mutation { restoreRoles(where: {}) { preview { counts { errorCode count } } } }";
    let counts = &app.data(&token, query).await["restoreRoles"]["preview"]["counts"];
    let refused = json!({ "errorCode": "FORBIDDEN", "count": 1 });
    assert!(counts.as_array().unwrap().contains(&refused), "{counts}");
    assert_eq!(app.count("roles WHERE deleted_at IS NULL").await, 2, "the first came back");
}

/// An inactive role grants nothing, until it is activated.
#[apply(each_engine!)]
async fn an_inactive_role_grants_nothing(app: TestApp) {
    load(&app).await;
    let admin = app.caller(1, &["*"]).await;
    let member = app.caller(2, &[]).await;
    let body = json!({ "user_id": 2, "roles": ["reports"] });
    app.rest("POST", "/api/v1/grants", Some(&admin), Some(&body)).await.expect(200);
    for (is_active, status) in [(true, 200), (false, 403), (true, 200)] {
        let body = json!({ "is_active": is_active });
        let changed =
            app.rest("PATCH", "/api/v1/roles/1", Some(&admin), Some(&body)).await.expect(200);
        assert_eq!(changed.body["is_active"], is_active);
        app.rest("GET", "/api/v1/reports", Some(&member), None).await.expect(status);
    }
}
