//! Roles through the APIs: viewed, changed, and their events.

use serde_json::{Value as Json, json};

use super::{ask, ask_rest, granted};
use crate::support::{TestApp, apply, each, each_engine, fixture, global_id, names, user};

#[apply(each_engine!)]
async fn roles_are_created_changed_and_audited(app: TestApp, token: String) {
    let shown = "role { id databaseId name permissions version deletedAt }";
    let fields = json!({ "name": "readers", "permissions": ["b.view", "a.view", "b.view"] });
    let created = ask(&app, &token, "createRole", None, fields.clone(), shown).await;
    let role = &created.data()["createRole"]["role"];
    let (id, number) = (role["id"].as_str().unwrap(), role["databaseId"].as_i64().unwrap());
    assert_eq!(id, global_id("Role", number));
    assert_eq!(role["permissions"], json!(["a.view", "b.view"]));
    let taken = ask(&app, &token, "createRole", None, fields, shown).await;
    let errors = &taken.body["errors"][0]["extensions"]["errors"];
    assert_eq!(errors["name"], json!(["has already been taken"]), "{}", taken.text);

    let version = |expected: i64| {
        format!(
            "mutation {{ updateRole(id: {id:?}, changes: {{ name: \"all readers\" }}, \
             expectedVersion: {expected}) {{ {shown} }} }}"
        )
    };
    assert_eq!(app.query(&token, &version(7)).await.code(), Some("CONFLICT"));
    let renamed = &app.data(&token, &version(1)).await["updateRole"]["role"];
    assert_eq!((&renamed["name"], &renamed["version"]), (&json!("all readers"), &json!(2)));
    assert_eq!(renamed["permissions"], json!(["a.view", "b.view"]));
    let changes = json!({ "permissions": ["c.view"] });
    let narrowed = ask(&app, &token, "updateRole", Some(number), changes, shown).await;
    assert_eq!(narrowed.data()["updateRole"]["role"]["permissions"], json!(["c.view"]));

    let deleted = ask(&app, &token, "deleteRole", Some(number), json!({}), shown).await;
    assert!(deleted.data()["deleteRole"]["role"]["deletedAt"].is_string());
    let again = ask(&app, &token, "deleteRole", Some(number), json!({}), shown).await;
    assert_eq!(again.error(), Some(("ALREADY_DELETED", "Role is already deleted")));
    let update = ask(&app, &token, "updateRole", Some(number), json!({}), shown).await;
    assert_eq!(update.error(), Some(("NOT_FOUND", "Role not found")));
    ask(&app, &token, "restoreRole", Some(number), json!({}), shown).await.data();
    let same = ask(&app, &token, "restoreRole", Some(number), json!({}), shown).await;
    assert_eq!(same.data()["restoreRole"]["role"]["deletedAt"], Json::Null);

    let query = format!(
        "{{ role(id: {id:?}) {{ history {{ nodes {{ action actor {{ email }} before after }} }} }} }}"
    );
    let history = app.query(&token, &query).await;
    let events = history.data()["role"]["history"]["nodes"].as_array().unwrap().clone();
    let actions: Vec<_> = events.iter().map(|event| event["action"].clone()).collect();
    assert_eq!(actions, ["RESTORED", "DELETED", "UPDATED", "UPDATED", "CREATED"]);
    assert_eq!(events[2]["before"], json!({ "permissions": ["a.view", "b.view"] }));
    assert_eq!(events[2]["after"], json!({ "permissions": ["c.view"] }));
    assert!(events.iter().all(|event| event["actor"]["email"] == "caller1@example.com"));
}

/// Without the permission to view roles one sees one's own, and nobody's grants. Lists are in `granted`.
#[apply(each_engine!)]
async fn roles_and_grants_are_shown_to_those_who_may_view_roles(app: TestApp) {
    let gone = "2026-01-01T00:00:00Z";
    let roles = [
        json!({ "id": 1, "name": "mine", "permissions": ["users.view"] }),
        json!({ "id": 2, "name": "others" }),
        json!({ "id": 3, "name": "gone", "deleted_at": gone }),
    ];
    app.load(fixture("roles", roles)).await;
    let held = ["roles.view", "users.view"];
    let users = [
        user(1, json!({ "roles": ["mine"], "permissions": ["a.b"] })),
        user(2, json!({ "roles": ["mine", "others", "gone"], "permissions": held })),
        user(3, json!({ "roles": ["mine"], "deleted_at": gone })),
    ];
    app.load(fixture("users", users)).await;
    let own = app.token("a1@example.com", None).await;
    let viewer = app.token("a2@example.com", None).await;
    for (token, all) in [(&own, &["mine"][..]), (&viewer, &["mine", "others"])] {
        for (id, name) in [(1, "mine"), (2, "others"), (3, "gone"), (4, "none")] {
            let query = format!("{{ role(id: {:?}) {{ name }} }}", global_id("Role", id));
            let role = app.data(token, &query).await["role"].clone();
            assert_eq!(role.is_object(), all.contains(&name), "{name}");
        }
    }
    let members = "{ roles { name members(first: 1) { totalCount nodes { email } } } }";
    let mine = &app.data(&viewer, members).await["roles"][0]["members"];
    assert_eq!(mine, &json!({ "totalCount": 2, "nodes": [{ "email": "a1@example.com" }] }));
    for query in [members, "{ users { nodes { permissions roles { name } } } }"] {
        assert_eq!(app.query(&own, query).await.code(), Some("FORBIDDEN"));
    }
}

/// Roles have pages, by name. Where a role stands that the caller may not view isn't shown.
#[apply(each_engine!)]
async fn roles_have_pages(app: TestApp, token: String) {
    let role = |(id, name): (i64, &str)| json!({ "id": id, "name": name });
    app.load(fixture("roles", [(1, "d"), (2, "b"), (3, "a"), (4, "c")].map(role))).await;
    let member = json!({ "id": 11, "email": "a11@example.com", "roles": ["d"] });
    app.load(fixture("users", [member])).await;
    let own = app.token("a11@example.com", None).await;
    let after = |id: i64| format!("after: {:?}", global_id("Role", id));
    for (token, arguments, shown) in [
        (&token, "first: 2".to_owned(), &["a", "b"][..]),
        (&token, format!("first: 2, {}", after(2)), &["c", "d"]),
        (&token, after(1), &[]),
        (&token, "first: 0".to_owned(), &[]),
        (&token, after(99), &[]),
        (&own, "first: 2".to_owned(), &["d"]),
        (&own, after(2), &[]),
    ] {
        let found = app.data(token, &format!("{{ roles({arguments}) {{ name }} }}")).await;
        assert_eq!(each(&found["roles"], "name"), shown, "{arguments}");
    }
    for arguments in ["first: 101", "first: -1", "after: \"b\""] {
        let refused = app.query(&token, &format!("{{ roles({arguments}) {{ name }} }}")).await;
        assert_eq!(refused.code(), Some("BAD_REQUEST"), "{arguments}");
    }
    let (mut path, mut shown) = ("roles?limit=3".to_owned(), Vec::new());
    loop {
        let page = app.get(&token, &path).await.expect(200).body;
        shown.extend(page["data"].as_array().unwrap().iter().map(|it| it["name"].clone()));
        let Some(next) = page["next"].as_str() else { break };
        path = format!("roles?limit=3&after={next}");
    }
    assert_eq!(shown, ["a", "b", "c", "d"]);
    assert_eq!(app.get(&token, "roles?after=b").await.status, 400);
}

/// A name has something to see (D34), and that of a role hides nothing (D31).
#[apply(each_engine!)]
async fn names_that_mislead_are_refused(app: TestApp, token: String) {
    app.load(fixture("roles", [json!({ "id": 1, "name": "readers" })])).await;
    let hiding = ["read\u{202E}ers", "read\u{200B}ers", "readers\u{E000}"];
    let blank = ["", " ", "\u{3164}", "\u{200B}", " \u{2800}\u{202E}"];
    let of_roles = [&hiding[..], &blank[..]].concat();
    let before = granted(&app).await;
    for (name, id, texts) in [
        ("createRole", None, &of_roles[..]),
        ("updateRole", Some(1), &of_roles[..]),
        ("createAccessToken", None, &blank[..]),
    ] {
        for text in texts {
            let fields = json!({ "name": text });
            let rest = ask_rest(&app, &token, name, id, &fields).await;
            assert_eq!(rest.status, 422, "{name} {text:?}: {}", rest.text);
            assert_eq!(names(&rest.body["errors"]), ["name"], "{name} {text:?}");
            let graphql = ask(&app, &token, name, id, fields, "__typename").await;
            let code = graphql.code();
            assert_eq!(code, Some("VALIDATION_FAILED"), "{name} {text:?}: {}", graphql.text);
            let errors = &graphql.body["errors"][0]["extensions"]["errors"];
            assert_eq!(names(errors), ["name"], "{name} {text:?}");
        }
    }
    assert_eq!(granted(&app).await, before, "nothing was written");
    assert_eq!(app.get(&token, "roles/1").await.expect(200).body["name"], "readers");
    let fields = json!({ "name": "\u{C9}quipe \u{65E5}\u{672C}" });
    ask_rest(&app, &token, "updateRole", Some(1), &fields).await.expect(200);
}
