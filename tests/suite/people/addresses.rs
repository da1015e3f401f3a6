//! D31: addresses differ in more than ASCII case, and find their account whatever the case.

use reinstate::{
    data::check::check,
    operations::accounts::{
        GrantAction, Grantee, Grants, NewToken, add, change, issue_token, tokens,
    },
    store::Tables,
};
use sea_orm::ConnectionTrait;
use serde_json::{Value as Json, json};
use std::time::Duration;

use crate::support::{Engine, Response, TestApp, apply, each_engine, fixture, uuid};

const ADDRESS: &str = "Case.A@Example.com";

/// The errors of a REST response on the address.
fn is_refused(response: &Response) -> bool {
    response.status == 422 && response.body["errors"]["email"].is_array()
}

#[apply(each_engine!)]
async fn addresses_are_unique_whatever_their_case(app: TestApp, token: String) {
    let row = |id: i64, email: &str| json!({ "id": id, "uuid": uuid(id), "email": email });
    let mut gone = row(3, "Gone@example.com");
    gone["deleted_at"] = json!("2026-01-02T03:04:05Z");
    let others = [row(2, ADDRESS), gone, row(4, "\u{e9}@x"), row(5, "five@x")];
    app.load(fixture("users", others)).await;
    let create = async |email: &str| app.post(&token, "users", &json!({ "email": email })).await;
    for email in
        ["case.a@example.com", "CASE.A@EXAMPLE.COM", ADDRESS, "gONE@EXAMPLE.com", "\u{e9}@X"]
    {
        assert!(is_refused(&create(email).await), "{email}");
        let path = format!("/api/v1/users/{}", uuid(5));
        let changed = app.patch(&token, &path, &json!({ "email": email })).await;
        assert!(is_refused(&changed), "{email}: {}", changed.text);
        assert!(
            add(&app.state, Grantee::Account, email, &Grants::default()).await.is_err(),
            "{email}"
        );
        let error = app.refusal_of(fixture("users", [json!({ "email": email })])).await;
        assert_eq!(error, "users[0].email: is taken by a row of the database", "{email}");
    }
    let rows = [json!({ "email": "a@b" }), json!({ "email": "A@b" })];
    let error = app.refusal_of(fixture("users", rows)).await;
    assert_eq!(error, "users[1].email: is the same as that of users[0]");
    create(&format!("{}@example.com", "a".repeat(243))).await.expect(201);
    // Other letters keep their case, an account may change its own, and what is sent is stored.
    create("\u{c9}@x").await.expect(201);
    let path = format!("/api/v1/users/{}", uuid(2));
    let own = json!({ "email": "case.A@example.com" });
    app.patch(&token, &path, &own).await.expect(200);
    assert_eq!(app.stored("users", 2).await["email"], own["email"]);
    // Of those who come at once, one has it.
    let at_once = ["New@x", "new@x", "NEW@x", "nEw@X"].map(create);
    let made = futures_util::future::join_all(at_once).await;
    assert_eq!(made.iter().filter(|it| it.status == 201).count(), 1);
    assert_eq!(made.iter().filter(|it| is_refused(it)).count(), 3);
}

/// Tokens and grants of operators. Identity tokens are in `identity`.
#[apply(each_engine!)]
async fn an_address_finds_its_account(app: TestApp) {
    app.caller(1, &[]).await;
    app.load(fixture("users", [json!({ "id": 2, "uuid": uuid(2), "email": ADDRESS })])).await;
    for email in [ADDRESS, "case.a@example.com", "CASE.A@EXAMPLE.COM"] {
        let expires_in = Duration::from_secs(60);
        let new = NewToken {
            email: email.to_owned(),
            permissions: None,
            expires_in,
            name: None,
            is_link: false,
        };
        issue_token(&app.state, new).await.unwrap();
        assert!(!tokens(&app.state, email).await.unwrap().is_empty(), "{email}");
        let permissions = [format!("a.{}", email.len())].into();
        let grants = Grants { permissions, ..Grants::default() };
        for action in [GrantAction::Grant, GrantAction::Revoke] {
            change(&app.state, Grantee::Account, email, action, &grants).await.unwrap();
        }
    }
    assert!(tokens(&app.state, "case.b@example.com").await.is_err());
}

/// Rows from before, which differ in case alone: each is found by its own address, no other comes, and
/// the index is complete once they differ.
#[apply(each_engine!)]
async fn old_rows_stay(app: TestApp, token: String) {
    app.execute("DROP INDEX users_email_ignored_case; DROP INDEX locales_code_ignored_case").await;
    app.execute("DELETE FROM seaql_migrations WHERE version LIKE '%_ignored_case'").await;
    let insert = async |id: i64, email: &str| {
        let uuid = match app.engine {
            Engine::Postgres => format!("CAST('{}' AS uuid)", uuid(id)),
            Engine::Sqlite => format!("unhex('{}', '-')", uuid(id)),
        };
        let sql = format!(
            "INSERT INTO users (id, uuid, email, is_active, created_at, updated_at, version) SELECT \
             {id}, {uuid}, '{email}', is_active, created_at, updated_at, 1 FROM users WHERE id = 1"
        );
        app.state.database.operator().writer.execute_unprepared(&sql).await
    };
    insert(1_002, "old@x").await.unwrap();
    insert(1_003, "OLD@x").await.unwrap();
    app.state.database.migrate(&Tables).await.unwrap();
    let listed = check(&app.url).await.into_iter().filter_map(|check| check.problems).flatten();
    let listed: Vec<String> = listed.collect();
    assert!(listed.iter().any(|it| it.contains("email of the row 1003 differs")), "{listed:?}");
    for (email, is_found) in [("old@x", true), ("OLD@x", true), ("Old@x", false)] {
        assert_eq!(tokens(&app.state, email).await.is_ok(), is_found, "{email}");
    }
    let create = async || {
        let body: Json = json!({ "email": "oLD@x" });
        app.post(&token, "users", &body).await
    };
    assert!(is_refused(&create().await));
    let rename = async |id: i64, email: &str| {
        let path = format!("/api/v1/users/{}", uuid(id));
        app.patch(&token, &path, &json!({ "email": email })).await.expect(200)
    };
    rename(1_002, "two@x").await;
    // The row that is left out of the index counts too.
    assert!(is_refused(&create().await));
    rename(1_003, "three@x").await;
    app.state.database.migrate(&Tables).await.unwrap();
    create().await.expect(201);
    assert!(insert(1_004, "TWO@X").await.is_err(), "the index refuses it");
}
