//! Access tokens through the APIs: created, listed and revoked.

use std::time::Duration;

use serde_json::{Value as Json, json};

use super::{ask, held};
use crate::support::{TestApp, apply, each, each_engine, fixture, from_now, global_id};

const HELD: [&str; 5] =
    ["reports.view", "tokens.create", "tokens.revoke", "tokens.view", "users.view"];

/// A token is never wider than the credential by which it was created, also if it names nothing.
#[apply(each_engine!)]
async fn a_token_is_no_wider_than_its_creator(app: TestApp, _admin: String) {
    let limited = app.token("caller1@example.com", Some(&HELD)).await;
    let whole = app.token("caller1@example.com", None).await;
    let other = app.caller(2, &["reports.view", "reports.delete"]).await;
    let cases = [
        (&limited, json!({}), json!(HELD)),
        (&limited, json!({ "permissions": [] }), json!([])),
        (&limited, json!({ "permissions": ["reports.view.own"] }), json!(["reports.view.own"])),
        (&limited, json!({ "permissions": null }), json!(HELD)),
        (&limited, json!({ "user_id": 2 }), json!(["reports.view"])),
        (&whole, json!({}), json!(["*"])),
        (&whole, json!({ "user_id": 2 }), json!(["reports.delete", "reports.view"])),
    ];
    for (token, fields, expected) in cases {
        let case = format!("{fields}");
        let created = ask(&app, token, "createAccessToken", None, fields, "value").await;
        let value = created.data()["createAccessToken"]["value"].as_str().unwrap().to_owned();
        assert!(value.starts_with("rsat_"), "{case}");
        assert_eq!(held(&app, &value).await, expected, "{case}");
    }
    assert_eq!(held(&app, &other).await, json!(["reports.delete", "reports.view"]));
}

#[apply(each_engine!)]
async fn invalid_tokens_are_refused(app: TestApp, token: String) {
    let many: Vec<String> = (0..501).map(|number| format!("a.{number}")).collect();
    let cases = [
        (json!({ "name": "" }), "name"),
        (json!({ "expires_at": from_now(-1).to_string() }), "expiresAt"),
        (json!({ "permissions": [""] }), "permissions"),
        (json!({ "permissions": many }), "permissions"),
        (json!({ "user_id": 1_000 }), "userId"),
    ];
    for (fields, field) in cases {
        let refused = ask(&app, &token, "createAccessToken", None, fields, "value").await;
        let errors = &refused.body["errors"][0]["extensions"]["errors"];
        assert!(errors[field].is_array(), "{field}: {}", refused.text);
    }
    assert_eq!(app.count("access_tokens").await, 1);
}

/// Tokens are listed a page at a time, without their values and without those that have ended.
#[apply(each_engine!)]
async fn tokens_are_listed_without_their_values(app: TestApp) {
    let token = app.caller(1, &HELD).await;
    app.caller(9, &["*"]).await;
    let issuer = app.token_for("caller9@example.com", None, Duration::from_secs(9_999)).await;
    for (name, seconds) in [("c", 9_000), ("b", 8_000), ("a", 9_000)] {
        let fields = json!({ "name": name, "permissions": [], "user_id": 1,
            "expires_at": from_now(seconds).to_string() });
        ask(&app, &issuer, "createAccessToken", None, fields, "value").await.data();
    }
    let page = "{ nodes { id name } pageInfo { hasNextPage endCursor } }";
    let names = |of: &Json| -> Vec<String> {
        of["nodes"].as_array().unwrap().iter().map(|it| it["name"].to_string()).collect()
    };
    let query = format!("query($after: String) {{ accessTokens(first: 2, after: $after) {page} }}");
    let one = &app.data(&token, &query).await["accessTokens"];
    assert_eq!(names(one), ["\"a\"", "\"c\""], "{one}");
    let after = &one["pageInfo"]["endCursor"];
    let two = app.graphql(Some(&token), &query, json!({ "after": after })).await;
    assert_eq!(names(&two.data()["accessTokens"]), ["\"b\"", "null"]);
    let of_user = format!("{{ users {{ nodes {{ email accessTokens(first: 1) {page} }} }} }}");
    let of_user = app.query(&token, &of_user).await;
    assert_eq!(names(&of_user.data()["users"]["nodes"][0]["accessTokens"]), ["\"a\""]);
    let listed = app.get(&token, "access-tokens?limit=2").await.expect(200);
    assert_eq!(each(&listed.body["data"], "name"), ["a", "c"]);
    assert!(listed.body["next"].is_string() && !listed.text.contains("rsat_"));
    // Ended ones are left out.
    let id = one["nodes"][0]["id"].as_str().unwrap();
    let revoke =
        format!("mutation {{ revokeAccessToken(id: {id:?}) {{ accessToken {{ revokedAt }} }} }}");
    let revoked = app.query(&token, &revoke).await;
    let at = revoked.data()["revokeAccessToken"]["accessToken"]["revokedAt"].clone();
    assert!(at.is_string());
    let again = app.query(&token, &revoke).await;
    assert_eq!(again.data()["revokeAccessToken"]["accessToken"]["revokedAt"], at);
    let left = app.query(&token, &query).await;
    assert_eq!(names(&left.data()["accessTokens"]), ["\"c\"", "\"b\""]);
    assert!(!format!("{}{}", left.text, revoked.text).contains("rsat_"));
}

/// Signing out ends all tokens of an account at once, the one of the request too.
#[apply(each_engine!)]
async fn signing_out_ends_all_tokens(app: TestApp) {
    let token = app.caller(1, &["tokens.revoke.own", "tokens.view.own"]).await;
    let other = app.token("caller1@example.com", None).await;
    let admin = app.caller(2, &HELD).await;
    for account in [json!({ "user_id": 2 }), json!({ "user_id": 1_000 })] {
        let refused = ask(&app, &token, "signOut", None, account, "revokedCount").await;
        assert_eq!(refused.code(), Some("FORBIDDEN"), "{}", refused.text);
    }
    let done = ask(&app, &token, "signOut", None, json!({}), "revokedCount").await;
    assert_eq!(done.data()["signOut"]["revokedCount"], 2);
    for ended in [&token, &other] {
        let status = app.query(ended, "{ viewer { permissions } }").await.status;
        assert_eq!(status, 401);
    }
    let unknown =
        ask(&app, &admin, "signOut", None, json!({ "user_id": 1_000 }), "revokedCount").await;
    assert_eq!(unknown.error(), Some(("NOT_FOUND", "User not found")));
    let none = ask(&app, &admin, "revokeAccessToken", Some(99), json!({}), "__typename").await;
    assert_eq!(none.error(), Some(("NOT_FOUND", "Access token not found")));
    // Both are events of the account, with who did it.
    app.load(fixture(
        "users",
        [json!({ "id": 3, "email": "a3@example.com", "permissions": ["*"] })],
    ))
    .await;
    let auditor = app.token("a3@example.com", None).await;
    let newest = &app.data(&auditor, &format!(
        "{{ recordEvents(recordId: {:?}) {{ nodes {{ action actor {{ email }} after }} }} }}",
        global_id("User", 1)
    )).await["recordEvents"]["nodes"][0];
    assert_eq!(newest["actor"]["email"], "caller1@example.com");
    assert_eq!(newest["after"], json!({ "accessTokens": [] }));
}
