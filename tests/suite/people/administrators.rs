//! The last account that holds every permission stays (docs/decisions/0076).

use serde_json::{Value as Json, json};

use super::{ask, ask_rest};
use crate::support::{
    Response, TestApp, apply, each_engine, each_engine_threaded, fixture, global_id, user, uuid,
    with,
};

const GONE: &str = "2026-01-01T00:00:00Z";

/// Every way to end an administrator: account 1, which holds `*` through role 1 alone or directly.
const WAYS: [(&str, bool); 12] = [
    ("deactivate the account", true),
    ("revoke the permission", true),
    ("delete the account", true),
    ("delete it by its id", true),
    ("delete many", true),
    ("undo its restoration", true),
    ("revoke the role", false),
    ("delete the role", false),
    ("delete the role by its id", false),
    ("deactivate the role", false),
    ("narrow the role", false),
    ("revoke the permission of the role", false),
];

async fn end(app: &TestApp, token: &str, way: &str, restoration: &str) -> Response {
    let graphql = async |field: String| app.query(token, &format!("mutation {{ {field} }}")).await;
    let (id, uuid) = (global_id("User", 1), uuid(1));
    let done = async |name, id, fields: Json| {
        let response = ask(app, token, name, id, fields.clone(), "__typename").await;
        if response.error().is_some() {
            ask_rest(app, token, name, id, &fields).await.expect(409);
        }
        response
    };
    match way {
        "revoke the permission" => {
            done("revoke", None, json!({ "user_id": 1, "permissions": ["*"] })).await
        }
        "deactivate the account" => {
            let query = "changes: { isActive: false }";
            graphql(format!("updateUser(uuid: {uuid:?}, {query}) {{ user {{ id }} }}")).await
        }
        "delete the account" => {
            graphql(format!("deleteUser(uuid: {uuid:?}) {{ operationId }}")).await
        }
        "delete it by its id" => graphql(format!("delete(id: {id:?}) {{ operationId }}")).await,
        "delete many" => {
            graphql(format!("deleteMany(ids: [{id:?}]) {{ outcomes {{ error {{ code }} }} }}"))
                .await
        }
        "undo its restoration" => {
            graphql(format!("undo(operationId: {restoration:?}) {{ operationId }}")).await
        }
        "revoke the role" => done("revoke", None, json!({ "user_id": 1, "roles": ["all"] })).await,
        "delete the role" => done("deleteRole", Some(1), json!({})).await,
        "delete the role by its id" => {
            graphql(format!("delete(id: {:?}) {{ operationId }}", global_id("Role", 1))).await
        }
        "deactivate the role" => done("updateRole", Some(1), json!({ "is_active": false })).await,
        "narrow the role" => {
            done("updateRole", Some(1), json!({ "permissions": ["users.view"] })).await
        }
        _ => done("revoke", None, json!({ "role": "all", "permissions": ["*"] })).await,
    }
}

/// The other accounts that hold `*`, and whether one of them is enough.
fn others() -> [(&'static str, Json, bool); 6] {
    let all = |more: Json| with(user(2, json!({ "permissions": ["*"] })), more);
    [
        ("nobody else", user(2, json!({})), false),
        ("a deleted one", all(json!({ "deleted_at": GONE })), false),
        ("an inactive one", all(json!({ "is_active": false })), false),
        ("one by a deleted role", all(json!({ "permissions": [], "roles": ["gone"] })), false),
        ("another one", all(json!({})), true),
        ("one by another role", all(json!({ "permissions": [], "roles": ["others"] })), true),
    ]
}

async fn empty(app: &TestApp) {
    let grants = ["access_tokens", "user_permissions", "user_roles", "role_permissions"];
    for table in grants.into_iter().chain(["roles", "users"]) {
        app.execute(&format!("DELETE FROM {table}")).await;
    }
}

#[apply(each_engine!)]
async fn the_last_administrator_stays(app: TestApp) {
    let role = |id: i64, name: &str| json!({ "id": id, "name": name, "permissions": ["*"] });
    let mut gone = role(3, "gone");
    gone["deleted_at"] = json!(GONE);
    for (other, row, is_enough) in others() {
        for (way, directly) in WAYS {
            let case = format!("{way}, with {other}");
            empty(&app).await;
            app.load(fixture("roles", [role(1, "all"), role(2, "others"), gone.clone()])).await;
            let grant = if directly { json!(["*"]) } else { json!([]) };
            let roles = if directly { json!([]) } else { json!(["all"]) };
            let first = json!({ "permissions": grant, "roles": roles, "deleted_at": GONE });
            let first = user(1, first);
            // Somebody who may do all this, but is nobody who could grant `*` back.
            app.load(fixture("users", [first, row.clone()])).await;
            let token = app.token("a1@example.com", None).await;
            let restore =
                format!("mutation {{ restoreUser(uuid: {:?}) {{ operationId }} }}", uuid(1));
            let operation = &app.data(&token, &restore).await["restoreUser"]["operationId"];
            let before = app.count("record_events").await;
            let ended = end(&app, &token, way, operation.as_str().unwrap()).await;
            if is_enough {
                ended.data();
                continue;
            }
            let (code, message) = ended.error().unwrap_or_else(|| panic!("{case}: {}", ended.text));
            assert_eq!(code, "CONFLICT", "{case}");
            assert!(message.contains("no active account"), "{case}: {message}");
            assert_eq!(app.count("record_events").await, before, "{case}: a refusal wrote");
        }
    }
}

/// Two administrators who remove each other at once: one of them stays.
#[apply(each_engine_threaded!)]
async fn one_of_two_administrators_who_remove_each_other_stays(app: TestApp) {
    let ways: [fn(i64) -> String; 2] = [
        |other| format!("deleteUser(uuid: {:?}) {{ operationId }}", uuid(other)),
        |other| {
            format!(
                "revoke(input: {{ to: {{ userId: {other} }}, permissions: [\"*\"] }}) {{ permissions }}"
            )
        },
    ];
    for round in 0..12 {
        empty(&app).await;
        let row = |id: i64| {
            let email = format!("caller{id}@example.com");
            json!({ "id": id, "uuid": uuid(id), "email": email, "permissions": ["*"] })
        };
        app.load(fixture("users", [row(1), row(2)])).await;
        let tokens = [
            app.token("caller1@example.com", None).await,
            app.token("caller2@example.com", None).await,
        ];
        let remove = async |by: usize| {
            let other = 2 - by as i64;
            let query = format!("mutation {{ {} }}", ways[(round + by) % 2](other));
            app.query(&tokens[by], &query).await
        };
        let (one, two) = tokio::join!(remove(0), remove(1));
        let done = [&one, &two].into_iter().filter(|it| it.body.get("errors").is_none()).count();
        assert_eq!(done, 1, "round {round}: {} {}", one.text, two.text);
    }
}
