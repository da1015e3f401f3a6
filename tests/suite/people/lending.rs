//! Who made a token for whom, and deleted accounts and roles (D36).

use serde_json::{Value as Json, json};

use super::{ask, ask_rest, held};
use crate::support::{TestApp, apply, each_engine, fixture, user, uuid};

const GONE: &str = "2026-01-01T00:00:00Z";

/// Account 1 may do everything, account 2 makes tokens, and account 3 has the deleted role `gone`.
async fn load(app: &TestApp) -> String {
    let roles = [
        json!({ "id": 1, "name": "gone", "permissions": ["a.view", "b.view"], "deleted_at": GONE }),
    ];
    app.load(fixture("roles", roles)).await;
    let rows = [
        user(1, json!({ "permissions": ["*"] })),
        user(2, json!({ "permissions": ["*"] })),
        user(3, json!({ "permissions": ["tokens.create.own"], "roles": ["gone"] })),
    ];
    app.load(fixture("users", rows)).await;
    app.token("a1@example.com", None).await
}

/// A token for another account names its maker, and ends while the maker is inactive or deleted, as
/// what it issued does.
#[apply(each_engine!)]
async fn tokens_for_others_end_with_their_maker(app: TestApp) {
    let admin = load(&app).await;
    let maker = app.token("a2@example.com", None).await;
    let make = async |by: &str, fields: Json| {
        let made = ask_rest(&app, by, "createAccessToken", None, &fields).await.expect(201);
        (made.body["value"].as_str().unwrap().to_owned(), made.body["access_token"].clone())
    };
    let own = make(&maker, json!({ "user_id": 3, "permissions": ["tokens.create.own"] })).await;
    assert_eq!(own.1["issued_by"], json!(2));
    let below = make(&own.0, json!({ "permissions": [] })).await;
    assert_eq!(below.1["issued_by"], json!(3));
    let key = json!({ "name": "a", "user_id": 3, "permissions": [] });
    let key = app.post(&maker, "api-keys", &key).await.expect(201);
    let key = key.body["value"].as_str().unwrap();
    let query = "{ accessTokens(userId: 3) { nodes { issuedBy } } }";
    let listed = app.query(&admin, query).await;
    let nodes = json!([{ "issuedBy": 2 }, { "issuedBy": 3 }]);
    let shown = &listed.data()["accessTokens"]["nodes"];
    assert!(nodes.as_array().unwrap().iter().all(|it| shown.as_array().unwrap().contains(it)));
    let path = format!("/api/v1/users/{}", uuid(2));
    let patch = async |body: Json| {
        app.patch(&admin, &path, &body).await.expect(200);
    };
    let check = async |left: bool, case: &str| {
        for value in [&own.0, &below.0, key] {
            let response = app.query(value, "{ viewer { permissions } }").await;
            assert_eq!(response.status, if left { 200 } else { 401 }, "{case}");
        }
    };
    check(true, "at first").await;
    patch(json!({ "is_active": false })).await;
    check(false, "inactive").await;
    patch(json!({ "is_active": true })).await;
    check(true, "active again").await;
    app.delete(&admin, &path).await.expect(200);
    check(false, "deleted").await;
}

/// Signing out and revoking reach deleted accounts; granting doesn't.
#[apply(each_engine!)]
async fn deleted_accounts_lose_what_they_have(app: TestApp) {
    let admin = load(&app).await;
    let own = app.token("a3@example.com", None).await;
    app.delete(&admin, &format!("users/{}", uuid(3))).await.expect(200);
    let fields = json!({ "user_id": 3, "permissions": ["tokens.create.own"] });
    ask_rest(&app, &admin, "grant", None, &fields).await.expect(404);
    let revoked = ask(&app, &admin, "revoke", None, fields, "permissions user { email }").await;
    assert_eq!(revoked.data()["revoke"]["permissions"], json!(["tokens.create.own"]));
    let out = ask_rest(&app, &admin, "signOut", None, &json!({ "user_id": 3 })).await.expect(200);
    assert_eq!(out.body["revoked_count"], json!(1));
    assert_eq!(app.post_empty(&own, "users/x/restore").await.status, 401);
    ask_rest(&app, &admin, "signOut", None, &json!({ "user_id": 99 })).await.expect(404);
}

/// Whoever sees grants sees those of deleted roles, and whoever holds them revokes them.
#[apply(each_engine!)]
async fn deleted_roles_are_shown_and_revoked(app: TestApp) {
    let admin = load(&app).await;
    let auditor = app.token("a1@example.com", Some(&["roles.view", "users.view"])).await;
    let shown = async || {
        let query = format!("{{ user(uuid: {:?}) {{ roles {{ name deletedAt }} }} }}", uuid(3));
        let graphql = app.query(&auditor, &query).await;
        let path = "/api/v1/grants?user_id=3";
        let rest = app.get(&auditor, path).await.expect(200).body;
        let marked = |roles: &Json, field: &str| -> Vec<(String, bool)> {
            let roles = roles.as_array().unwrap().iter();
            roles.map(|it| (it["name"].to_string(), it[field].is_string())).collect()
        };
        let roles = marked(&graphql.data()["user"]["roles"], "deletedAt");
        assert_eq!(roles, marked(&rest["roles"], "deleted_at"));
        roles
    };
    assert_eq!(shown().await, [("\"gone\"".to_owned(), true)]);
    let granter = ["accounts.grant", "roles.update", "roles.view", "users.view", "a.view"];
    let narrow = app.token("a1@example.com", Some(&granter)).await;
    let of_role = json!({ "role": "gone", "permissions": ["a.view"] });
    let membership = json!({ "user_id": 3, "roles": ["gone"] });
    for fields in [&of_role, &membership] {
        ask_rest(&app, &narrow, "revoke", None, fields).await.expect(422);
    }
    for name in ["grant", "revoke"] {
        let status = if name == "grant" { 404 } else { 200 };
        ask_rest(&app, &admin, name, None, &of_role).await.expect(status);
        let status = if name == "grant" { 422 } else { 200 };
        ask_rest(&app, &admin, name, None, &membership).await.expect(status);
    }
    assert_eq!(shown().await, []);
    ask_rest(&app, &admin, "restoreRole", Some(1), &json!({})).await.expect(200);
    let own = app.token("a3@example.com", None).await;
    assert_eq!(held(&app, &own).await, json!(["tokens.create.own"]));
}

/// D14: a PUT that says nothing of it leaves an account inactive.
#[apply(each_engine!)]
async fn replacing_an_account_does_not_activate_it(app: TestApp) {
    let admin = load(&app).await;
    let path = format!("users/{}", uuid(3));
    app.patch(&admin, &path, &json!({ "is_active": false })).await.expect(200);
    let body = json!({ "email": "b@example.com" });
    let replaced = app.rest("PUT", &format!("/api/v1/{path}"), Some(&admin), Some(&body)).await;
    assert_eq!(replaced.expect(200).body["is_active"], json!(false));
    let query = format!(
        "mutation {{ replaceUser(uuid: {:?}, changes: {{ email: \"c@example.com\" }}) \
         {{ user {{ isActive }} }} }}",
        uuid(3)
    );
    let replaced = app.data(&admin, &query).await;
    assert_eq!(replaced["replaceUser"]["user"]["isActive"], json!(false));
}

/// Accounts and roles have at most 500 permissions and roles, and accounts 1,000 valid tokens.
#[apply(each_engine!)]
async fn grants_and_tokens_are_limited(app: TestApp) {
    let admin = load(&app).await;
    let many =
        |from: i32, to: i32| -> Vec<String> { (from..to).map(|it| format!("a.{it}")).collect() };
    for to in [json!({ "user_id": 2 }), json!({ "role": "some" })] {
        let name = json!({ "name": "some", "permissions": [] });
        if to["role"].is_string() {
            ask_rest(&app, &admin, "createRole", None, &name).await.expect(201);
        }
        for (permissions, status) in
            [(many(0, 501), 422), (many(0, 499), 200), (many(499, 502), 422)]
        {
            let mut fields = to.clone();
            fields["permissions"] = json!(permissions);
            let response = ask_rest(&app, &admin, "grant", None, &fields).await.expect(status);
            if status == 422 {
                assert!(response.body["errors"]["permissions"].is_array(), "{}", response.text);
            }
        }
    }
    app.execute(
        "INSERT INTO access_tokens (user_id, token_hash, expires_at, created_at, updated_at) \
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999) \
         SELECT 1, 'h' || i, '2090-01-01 00:00:00+00:00', '2026-01-01 00:00:00+00:00', \
         '2026-01-01 00:00:00+00:00' FROM n",
    )
    .await;
    let refused = ask_rest(&app, &admin, "createAccessToken", None, &json!({})).await.expect(422);
    assert!(refused.body["errors"]["user_id"].is_array(), "{}", refused.text);
}
