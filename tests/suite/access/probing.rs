//! D7, D9: another account looks like a missing one to a caller that may act on its own only.

use serde_json::{Value as Json, json};

use crate::support::{TestApp, apply, each_engine, fixture, global_id, uuid};

const OTHER: i64 = 20;
const DELETED: i64 = 21;
const MISSING: i64 = 99;

/// A document for the account with that id.
type Document = fn(i64) -> String;

const DOCUMENTS: [(&str, Document); 8] = [
    ("user", |id| format!("{{ user(uuid: \"{}\") {{ email }} }}", uuid(id))),
    ("node", |id| format!("{{ node(id: \"{}\") {{ id }} }}", global_id("User", id))),
    ("nodes", |id| format!("{{ nodes(ids: [\"{}\"]) {{ id }} }}", global_id("User", id))),
    ("deleteUser", |id| {
        format!("mutation {{ deleteUser(uuid: \"{}\") {{ operationId }} }}", uuid(id))
    }),
    ("restoreUser", |id| {
        format!("mutation {{ restoreUser(uuid: \"{}\") {{ restored }} }}", uuid(id))
    }),
    ("deleteMany", |id| many("deleteMany", id)),
    ("restoreMany", |id| many("restoreMany", id)),
    ("recordEvents", |id| {
        let id = global_id("User", id);
        format!("{{ recordEvents(recordId: \"{id}\") {{ nodes {{ id }} }} }}")
    }),
];

fn many(name: &str, id: i64) -> String {
    let fields = "operationId outcomes { changed record { __typename } error { code message } }";
    format!("mutation {{ {name}(ids: [\"{}\"]) {{ {fields} }} }}", global_id("User", id))
}

/// Whatever takes a key or an id of an account answers the same for any account but the caller's.
#[apply(each_engine!)]
async fn accounts_can_not_be_counted(app: TestApp) {
    let own = ["users.view.own", "users.delete.own", "users.restore.own", "audit.view.own"];
    let all = [own.as_slice(), &["api.keys.create", "notifications.send.own"]].concat();
    let token = app.caller(1, &all).await;
    let rows = [OTHER, DELETED].map(|id| {
        json!({ "id": id, "uuid": uuid(id), "email": format!("a{id}@example.com"),
            "deleted_at": (id == DELETED).then_some("2026-01-02T03:04:05Z") })
    });
    app.load(fixture("users", rows)).await;
    for (name, document) in DOCUMENTS {
        let missing = app.graphql(Some(&token), &document(MISSING), json!({})).await;
        for id in [OTHER, DELETED] {
            let response = app.graphql(Some(&token), &document(id), json!({})).await;
            assert_eq!(response.text, missing.text, "{name} of {id}");
        }
    }
    // Inputs that name an account are refused before it is looked up.
    let create = |id| {
        format!("mutation {{ createApiKey(input: {{ name: \"a\", userId: {id} }}) {{ value }} }}")
    };
    let send = |id| {
        format!(
            "mutation {{ sendNotification(input: {{ userId: {id}, type: INFO, title: \"t\", message: \"m\" }}) {{ notification {{ id }} }} }}"
        )
    };
    for document in [&create as &dyn Fn(i64) -> String, &send] {
        let missing = app.graphql(Some(&token), &document(MISSING), json!({})).await;
        assert_eq!(missing.error().map(|it| it.0), Some("FORBIDDEN"), "{}", missing.text);
        let response = app.graphql(Some(&token), &document(OTHER), json!({})).await;
        assert_eq!(response.text, missing.text);
    }
    // The own account is shown, and can be deleted.
    let me = app.stored("users", 1).await;
    assert_eq!(me["deleted_at"], Json::Null);
    let seen = app.graphql(Some(&token), &DOCUMENTS[1].1(1), json!({})).await;
    assert!(seen.data()["node"].is_object());
    let deleted = app.graphql(Some(&token), &DOCUMENTS[5].1(1), json!({})).await;
    assert_eq!(deleted.data()["deleteMany"]["outcomes"][0]["changed"], json!(true));
}

/// Names of roles that the caller may not view are refused like unknown ones.
#[apply(each_engine!)]
async fn roles_can_not_be_probed(app: TestApp) {
    let role =
        |name: &str, permissions: &[&str]| json!({ "name": name, "permissions": permissions });
    app.load(json!({ "roles": [role("full", &["reports.view"]), role("empty", &["reports.view"])],
        "users": [{ "id": OTHER, "email": "other@example.com", "roles": ["full"] }] }))
        .await;
    let blind =
        ["notifications.send", "roles.update", "roles.create", "accounts.grant", "users.view"];
    let callers = [(1, blind.to_vec(), false), (2, [&blind[..], &["roles.view"]].concat(), true)];
    for (id, held, sees) in callers {
        let token = app.caller(id, &held).await;
        let send = |role: &str| {
            (
                "/api/v1/notifications/bulk",
                json!({ "role": role, "type": "info", "title": "t", "message": "m" }),
            )
        };
        let grant = |role: &str| ("/api/v1/grants", json!({ "role": role, "permissions": [] }));
        let graphql = |role: &str| {
            let query = format!(
                "mutation {{ sendNotifications(input: {{ role: {role:?}, type: INFO, title: \"t\", \
                 message: \"m\" }}) {{ count }} }}"
            );
            ("/graphql", json!({ "query": query }))
        };
        for ask in [&send as &dyn Fn(&str) -> (&'static str, Json), &grant, &graphql] {
            let answer = async |role: &str| {
                let (path, body) = ask(role);
                app.rest("POST", path, Some(&token), Some(&body)).await
            };
            let unknown = answer("none such").await;
            for role in ["full", "empty"] {
                let response = answer(role).await;
                assert_eq!(
                    response.text != unknown.text,
                    sees,
                    "{role} {held:?}: {}",
                    response.text
                );
            }
        }
    }
}
