//! What credentials lend to others, and for how long (D18, D36).

use serde_json::{Value as Json, json};

use super::{create, create_key, load, update, uuid, works};
use crate::{
    change::{Kind, Outcome, Record, UpdateApi, outcome},
    support::{TestApp, apply, each_engine, fixture, from_now, names, with},
};

/// Issues an access token or an API key through REST. Returns the response's body.
async fn issue(app: &TestApp, by: &str, path: &str, body: Json) -> Json {
    app.rest("POST", &format!("/api/v1/{path}"), Some(by), Some(&body)).await.expect(201).body
}

fn value(issued: &Json) -> &str {
    issued["value"].as_str().unwrap()
}

async fn patch(app: &TestApp, by: &str, key: i64, body: &Json) -> crate::support::Response {
    app.rest("PATCH", &format!("/api/v1/api-keys/{}", uuid(key)), Some(by), Some(body)).await
}

/// A token ends no later than the token that issued it; both it and a key end with its revocation.
/// Signing out ends tokens, and leaves keys.
#[apply(each_engine!)]
async fn what_a_token_issued_ends_with_it(app: TestApp, admin: String) {
    let far = json!({ "name": "a", "permissions": ["*"], "expires_at": "9999-01-01T00:00:00Z" });
    for signs_out in [false, true] {
        let first = issue(&app, &admin, "access-tokens", far.clone()).await;
        let second = issue(&app, value(&first), "access-tokens", far.clone()).await;
        let ends =
            |issued: &Json| issued["access_token"]["expires_at"].as_str().unwrap().to_owned();
        assert!(ends(&second) < from_now(3_700).to_string(), "{second}");
        assert_eq!(ends(&first), ends(&second));
        let key = issue(&app, value(&second), "api-keys", far.clone()).await;
        assert_eq!(key["expires_at"], "9999-01-01T00:00:00.000000Z", "its creator decides");
        let below = issue(&app, value(&key), "api-keys", far.clone()).await;
        let credentials = [value(&second), value(&key), value(&below)];
        for credential in credentials {
            assert!(works(&app, credential).await);
        }
        let path = format!("/api/v1/access-tokens/{}", first["access_token"]["id"]);
        let by = if signs_out { value(&first) } else { &admin };
        app.rest("DELETE", &path, Some(by), None).await.expect(200);
        for (credential, left) in credentials.into_iter().zip([false, signs_out, signs_out]) {
            assert_eq!(works(&app, credential).await, left, "signs out: {signs_out}");
        }
    }
}

/// What a key issued works only while the key does.
#[apply(each_engine!)]
async fn what_a_key_issued_ends_with_it(app: TestApp, admin: String) {
    load(&app, 10, 1, json!({ "key": "a key", "permissions": ["*"] })).await;
    let body = json!({ "name": "a", "permissions": ["*"] });
    let token = issue(&app, "a key", "access-tokens", body.clone()).await;
    let key = issue(&app, "a key", "api-keys", body.clone()).await;
    let below = issue(&app, value(&token), "api-keys", body.clone()).await;
    let other = issue(&app, &admin, "api-keys", body.clone()).await;
    let rotated = issue(&app, &admin, "api-keys", body.clone()).await;
    let path = format!("/api/v1/api-keys/{}/rotate", rotated["uuid"].as_str().unwrap());
    let rotated = app.rest("POST", &path, Some("a key"), None).await.expect(200).body;
    let changes = [
        (json!({ "is_active": false }), false),
        (json!({ "is_active": true }), true),
        (json!({ "expires_at": "2020-01-01T00:00:00Z" }), false),
        (json!({ "expires_at": "2100-01-01T00:00:00Z" }), true),
    ];
    let check = async |left: bool, case: &str| {
        for issued in [&token, &key, &below, &rotated] {
            assert_eq!(works(&app, value(issued)).await, left, "{case}: {issued}");
        }
        assert!(works(&app, value(&other)).await, "{case}");
    };
    check(true, "at first").await;
    for (change, left) in changes {
        patch(&app, &admin, 10, &change).await.expect(200);
        check(left, &change.to_string()).await;
    }
    let short = issue(&app, "a key", "api-keys", body).await;
    assert_eq!(short["expires_at"], "2100-01-01T00:00:00.000000Z", "no later than the key");
    let path = format!("/api/v1/api-keys/{}", uuid(10));
    app.rest("DELETE", &path, Some(&admin), None).await.expect(200);
    check(false, "deleted").await;
}

/// What lends on for ever would cost every request that uses it.
#[apply(each_engine!)]
async fn credentials_issue_each_other_so_many_times(app: TestApp) {
    let mut last = app.caller(1, &["*"]).await;
    let body = json!({ "name": "a", "permissions": ["*"] });
    for _ in 0..8 {
        last = value(&issue(&app, &last, "access-tokens", body.clone()).await).to_owned();
        assert!(works(&app, &last).await);
    }
    for path in ["/api/v1/access-tokens", "/api/v1/api-keys"] {
        let refused = app.rest("POST", path, Some(&last), Some(&body)).await.expect(422);
        assert_eq!(names(&refused.body["errors"]), ["permissions"]);
    }
}

/// Activating a key and letting it end later takes what the key holds, by each update; nothing else
/// does.
#[apply(each_engine!)]
async fn keys_are_extended_by_those_who_hold_their_permissions(app: TestApp) {
    const END: &str = "2090-01-01T00:00:00Z";
    let later = json!({ "expires_at": "2091-01-01T00:00:00Z" });
    let active = json!({ "is_active": true });
    let end = &["expires_at"][..];
    let cases: [(&[&str], Json, Json, &[&str]); 14] = [
        (&["reports.view"], json!({}), later.clone(), &[]),
        (&["reports.view"], json!({}), json!({ "expires_at": null }), &[]),
        (&["reports.view"], json!({ "is_active": false }), active.clone(), &[]),
        (&[], json!({}), later.clone(), end),
        (&[], json!({}), json!({ "expires_at": null }), end),
        (&["reports.view.own"], json!({}), later.clone(), end),
        (&[], json!({ "is_active": false }), active.clone(), &["is_active"]),
        (&[], json!({}), json!({ "expires_at": "2089-01-01T00:00:00Z" }), &[]),
        (&[], json!({}), json!({ "expires_at": END, "is_active": true, "name": "b" }), &[]),
        (&[], json!({ "expires_at": null }), later.clone(), &[]),
        (&[], json!({}), json!({ "is_active": false, "metadata": {} }), &[]),
        (&[], json!({ "permissions": [] }), later.clone(), &[]),
        (&[], json!({}), json!({ "expires_at": null, "permissions": [] }), &[]),
        (&[], json!({ "permissions": [], "is_active": false }), active, &[]),
    ];
    for (id, (held, stored, changes, invalid)) in (100..).zip(cases) {
        app.load(fixture("users", [json!({ "id": id, "email": format!("o{id}@example.com") })]))
            .await;
        let row = with(json!({ "permissions": ["reports.view"], "expires_at": END }), &stored);
        let by = app.caller(id + 1_000, &[&["api.keys.update"], held].concat()).await;
        for (place, via) in (0..).zip(UpdateApi::ALL) {
            let number = 10 * id + place;
            load(&app, number, id, row.clone()).await;
            let record = Record { kind: Kind::ApiKey, id: number, key: uuid(number) };
            let mut body = changes.clone();
            if via.is_put() && body.get("permissions").is_none() {
                // Otherwise the key would lose them, and take nothing.
                body["permissions"] = row["permissions"].clone();
            }
            let response = record.change(&app, via, Some(&by), &body).await;
            let case = format!("{via:?} {changes} of {stored} by {held:?}: {}", response.text);
            let expected = match invalid {
                [] => Outcome::Done,
                fields => Outcome::invalid(fields.iter().copied()),
            };
            assert_eq!(outcome(via.api(), &response, &case), expected, "{case}");
        }
    }
}

/// No credential lets itself last longer, directly or through what it issued.
#[apply(each_engine!)]
async fn no_credential_extends_itself(app: TestApp, _admin: String) {
    let row = json!({ "key": "a key", "permissions": ["*"], "expires_at": "2090-01-01T00:00:00Z" });
    load(&app, 10, 1, row).await;
    let body = json!({ "name": "a", "permissions": ["*"] });
    let token = issue(&app, "a key", "access-tokens", body.clone()).await;
    let key = issue(&app, value(&token), "api-keys", body).await;
    for by in ["a key", value(&token), value(&key)] {
        for end in [Json::Null, json!("2091-01-01T00:00:00Z")] {
            let refused = patch(&app, by, 10, &json!({ "expires_at": end })).await.expect(422);
            assert_eq!(names(&refused.body["errors"]), ["expires_at"], "{}", refused.text);
            let refused = update(&app, by, &uuid(10), json!({ "expiresAt": end })).await;
            assert_eq!(super::refused(&refused), Some(("VALIDATION_FAILED", vec!["expiresAt"])));
        }
        patch(&app, by, 10, &json!({ "name": "b", "expires_at": "2090-01-01T00:00:00Z" }))
            .await
            .expect(200);
    }
}

/// D18: a new key ends in the future; an update may set any time. And no list has no end.
#[apply(each_engine!)]
async fn new_keys_end_in_the_future(app: TestApp, token: String) {
    let past = json!({ "name": "a", "expires_at": from_now(-1).to_string() });
    let refused = app.rest("POST", "/api/v1/api-keys", Some(&token), Some(&past)).await;
    assert_eq!(names(&refused.expect(422).body["errors"]), ["expires_at"]);
    let input = json!({ "name": "a", "expiresAt": from_now(-1).to_string() });
    let refused = create(&app, &token, input).await;
    assert_eq!(super::refused(&refused), Some(("VALIDATION_FAILED", vec!["expiresAt"])));
    let many: Vec<String> = (0..501).map(|number| format!("a.{number}")).collect();
    let refused = create(&app, &token, json!({ "name": "a", "permissions": many })).await;
    assert_eq!(super::refused(&refused), Some(("VALIDATION_FAILED", vec!["permissions"])));
    let (key, _) = create_key(&app, &token, &[]).await;
    let path = format!("/api/v1/api-keys/{key}");
    let past = json!({ "expires_at": from_now(-1).to_string() });
    app.rest("PATCH", &path, Some(&token), Some(&past)).await.expect(200);
    let many = json!({ "permissions": many });
    let refused = app.rest("PATCH", &path, Some(&token), Some(&many)).await.expect(422);
    assert_eq!(names(&refused.body["errors"]), ["permissions"]);
}
