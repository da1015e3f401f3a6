//! What accounts are granted, who has a role, and deleted roles, through both APIs.

use serde_json::{Value as Json, json};

use super::{ask, ask_rest};
use crate::support::{TestApp, apply, each, each_engine, fixture, user, with};

/// Account 1 may do everything and has the roles `mine` and `gone`, the second of which is deleted, as
/// accounts 2 and 3 have; account 3 is deleted.
async fn load(app: &TestApp) -> String {
    let gone = "2026-01-01T00:00:00Z";
    let roles = [
        json!({ "id": 1, "name": "mine", "permissions": ["reports.view", "a.view"] }),
        json!({ "id": 2, "name": "others", "permissions": ["b.view"] }),
        json!({ "id": 3, "name": "gone", "deleted_at": gone }),
    ];
    app.load(fixture("roles", roles)).await;
    let account = |id: i64, permissions: &[&str]| {
        user(id, json!({ "roles": ["mine", "gone"], "permissions": permissions }))
    };
    let deleted = with(account(3, &[]), json!({ "deleted_at": gone }));
    let rows = [account(1, &["*"]), account(2, &["c.view", "b.view"]), deleted];
    app.load(fixture("users", rows)).await;
    app.token("a1@example.com", None).await
}

fn names(roles: &Json) -> Json {
    json!(each(roles, "name"))
}

#[apply(each_engine!)]
async fn grants_are_what_graphql_shows_of_an_account(app: TestApp) {
    let token = load(&app).await;
    let query = "{ users(trashed: WITH) { nodes { databaseId permissions roles { databaseId name \
                 permissions version } } } }";
    let response = app.query(&token, query).await;
    for account in response.data()["users"]["nodes"].as_array().unwrap() {
        let id = account["databaseId"].as_i64().unwrap();
        let grants = app.get(&token, &format!("grants?user_id={id}")).await.expect(200).body;
        assert_eq!(grants["user_id"], json!(id));
        assert_eq!(grants["permissions"], account["permissions"]);
        assert_eq!(names(&grants["roles"]), json!(["gone", "mine"]));
        for field in ["name", "permissions", "version"] {
            assert_eq!(grants["roles"][1][field], account["roles"][1][field]);
        }
    }
    let own = app.get(&token, "grants").await.expect(200).body;
    assert_eq!((&own["user_id"], &own["permissions"]), (&json!(1), &json!(["*"])));
    // One statement for the account, and three for its grants.
    let ask = || app.get(&token, "grants?user_id=2");
    ask().await.expect(200);
    assert_eq!(app.statements(ask()).await.0, 5);
}

#[apply(each_engine!)]
async fn grants_and_members_are_for_those_who_may_view_roles_and_accounts(app: TestApp) {
    load(&app).await;
    let (own, other, deleted, missing) =
        ("grants", "grants?user_id=2", "grants?user_id=3", "grants?user_id=99");
    let (members, of_deleted, of_missing) =
        ("roles/1/members", "roles/3/members", "roles/99/members");
    let paths = [own, other, deleted, missing, members, of_deleted, of_missing];
    let cases: [(&[&str], [u16; 7]); 6] = [
        (
            &["roles.view", "roles.restore", "users.view", "users.restore"],
            [200, 200, 200, 404, 200, 200, 404],
        ),
        (&["roles.view", "users.view"], [200, 200, 404, 404, 200, 404, 404]),
        (&["roles.view", "users.view.own"], [200, 404, 404, 404, 200, 404, 404]),
        (&["roles.view"], [200, 403, 403, 403, 403, 404, 404]),
        (&["users.view"], [403; 7]),
        (&[], [403; 7]),
    ];
    for (permissions, statuses) in cases {
        let token = app.token("a1@example.com", Some(permissions)).await;
        for (path, status) in paths.iter().zip(statuses) {
            let response = app.get(&token, path).await;
            assert_eq!(response.status, status, "{permissions:?} {path}: {}", response.text);
        }
    }
}

#[apply(each_engine!)]
async fn members_are_listed_as_accounts_are(app: TestApp) {
    let token = load(&app).await;
    let page = app.get(&token, "roles/1/members?limit=1&total=true").await.expect(200);
    let (first, next) = (&page.body["data"][0], page.body["next"].as_str().unwrap());
    assert_eq!((&first["email"], &page.body["total"]), (&json!("a1@example.com"), &json!(2)));
    let listed = app.get(&token, "users?id=1").await.expect(200);
    assert_eq!(*first, listed.body["data"][0], "as in the list of accounts");
    let link = page.headers["link"].to_str().unwrap();
    assert!(link.contains("<members?"), "{link}");
    let path = format!("roles/1/members?fields=email&after={next}");
    let page = app.get(&token, &path).await.expect(200);
    assert_eq!(page.body["data"], json!([{ "email": "a2@example.com" }]));
    assert_eq!(page.body["next"], Json::Null);
    let own = app.token("a1@example.com", Some(&["roles.view", "users.view.own"])).await;
    let page = app.get(&own, "roles/1/members?fields=email").await.expect(200);
    assert_eq!(page.body["data"], json!([{ "email": "a1@example.com" }]));
    assert_eq!(app.get(&token, "roles/2/members").await.expect(200).body["data"], json!([]));
}

/// A deleted role is listed for those who may restore it, so that its id isn't lost. Only they are told that
/// a name is taken by it; to others it is taken like a live one's (D26).
#[apply(each_engine!)]
async fn deleted_roles_are_listed_for_those_who_may_restore_them(app: TestApp) {
    load(&app).await;
    let cases: [(&[&str], [&[&str]; 3]); 5] = [
        (&["*"], [&["mine", "others"], &["gone", "mine", "others"], &["gone"]]),
        (
            &["roles.view", "roles.restore"],
            [&["mine", "others"], &["gone", "mine", "others"], &["gone"]],
        ),
        (&["roles.view"], [&["mine", "others"], &["mine", "others"], &[]]),
        (&["roles.restore"], [&["mine"], &["mine"], &[]]),
        (&[], [&["mine"], &["mine"], &[]]),
    ];
    for (permissions, expected) in cases {
        let held = [permissions, &["roles.create", "roles.update", "b.view"]].concat();
        let token = app.token("a1@example.com", Some(&held)).await;
        let message = match expected[2] {
            ["gone"] => "is taken by a deleted role, which has the id 3",
            _ => "has already been taken",
        };
        for (act, id) in [("createRole", None), ("updateRole", Some(2))] {
            let fields = json!({ "name": "gone" });
            let rest = ask_rest(&app, &token, act, id, &fields).await;
            let graphql = ask(&app, &token, act, id, fields, "__typename").await;
            let errors = &graphql.body["errors"][0]["extensions"]["errors"];
            for errors in [&rest.body["errors"], errors] {
                assert_eq!(errors, &json!({ "name": [message] }), "{permissions:?} {act}");
            }
        }
        for (trashed, expected) in ["without", "with", "only"].into_iter().zip(expected) {
            let case = format!("{permissions:?} {trashed}");
            let listed = app.get(&token, &format!("roles?trashed={trashed}")).await.expect(200);
            assert_eq!(names(&listed.body["data"]), json!(expected), "{case}");
            let query =
                format!("{{ roles(trashed: {}) {{ name deletedAt }} }}", trashed.to_uppercase());
            let roles = &app.data(&token, &query).await["roles"];
            assert_eq!(names(roles), json!(expected), "{case}");
            for role in roles.as_array().unwrap() {
                assert_eq!(role["deletedAt"].is_string(), role["name"] == "gone", "{case}");
            }
        }
        let listed = app.get(&token, "roles").await.expect(200);
        assert_eq!(names(&listed.body["data"]), json!(expected[0]), "{permissions:?}");
    }
    app.get(&app.token("a1@example.com", None).await, "roles?trashed=no").await.expect(400);
}
