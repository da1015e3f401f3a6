//! Creating API keys, and the permissions this takes.

use axum::http::header::LOCATION;
use data_encoding::HEXLOWER;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use super::{OTHER, create, create_key, other_account, refused, value, works};
use crate::support::{TestApp, apply, each_engine, fixture};

const CREATE: &str = "api.keys.create";
const OWN: &str = "api.keys.create.own";
const VIEW: &str = "users.view";

/// Permissions of the credential, the owner of the key (`None`: omitted), requested permissions, and the
/// code of the refusal.
type Case = (&'static [&'static str], Option<Owner>, &'static [&'static str], Option<&'static str>);

#[derive(Clone, Copy)]
enum Owner {
    Caller,
    Other,
}

const FORBIDDEN: Option<&str> = Some("FORBIDDEN");
const INVALID: Option<&str> = Some("VALIDATION_FAILED");

const CALLER: Option<Owner> = Some(Owner::Caller);
const OTHERS: Option<Owner> = Some(Owner::Other);

const CASES: [Case; 26] = [
    // D5, D6, D8: who may create keys, and for whom.
    (&[], None, &[], FORBIDDEN),
    (&["api.keys.update", "api.keys.created", "API.KEYS.CREATE"], None, &[], FORBIDDEN),
    (&[OWN], None, &[], None),
    (&[OWN], CALLER, &[], None),
    (&[OWN], OTHERS, &[], FORBIDDEN),
    (&[OWN], OTHERS, &["reports.view"], FORBIDDEN),
    (&[CREATE, VIEW], OTHERS, &[], None),
    // D26: a key shows its account.
    (&[CREATE], OTHERS, &[], FORBIDDEN),
    (&[CREATE, "users.view.own"], OTHERS, &[], FORBIDDEN),
    (&["*"], OTHERS, &["*", "reports.view", "no such name"], None),
    // D18: only permissions that the caller holds.
    (&[OWN, "reports.view"], None, &["reports.view"], None),
    (&[OWN, "reports.view"], None, &["reports.view", "reports.delete"], INVALID),
    (&[OWN, "reports.view"], None, &["*"], INVALID),
    (&[OWN], None, &[OWN], None),
    (&[OWN], None, &[CREATE], INVALID),
    (&[CREATE, VIEW, "reports.view"], OTHERS, &["reports.view"], None),
    (&[CREATE, VIEW, "reports.view"], OTHERS, &["reports.delete"], INVALID),
    // D4, D18: `.own` is the owner's. Another's key would reach records that the caller can't.
    (&[OWN, "reports.restore.own"], None, &["reports.restore.own"], None),
    (&[CREATE, "reports.restore.own"], None, &["reports.restore.own"], None),
    (&[CREATE, "reports.restore.own"], CALLER, &["reports.restore.own"], None),
    (&[CREATE, VIEW, "reports.restore.own"], OTHERS, &["reports.restore.own"], INVALID),
    (&[CREATE, VIEW, "reports.restore"], OTHERS, &["reports.restore.own"], None),
    (&[CREATE, VIEW, "reports.restore"], OTHERS, &["reports.restore.own.own"], INVALID),
    (&[CREATE, VIEW, "reports.restore.own"], OTHERS, &["reports.restore"], INVALID),
    (&[CREATE, VIEW, OWN], OTHERS, &[OWN], None),
    (&[CREATE, VIEW, "notifications.send.own"], OTHERS, &["notifications.send.own"], INVALID),
];

/// D3, D15: the value is shown once and stored as a hash; omitted fields get their defaults.
#[apply(each_engine!)]
async fn a_key_is_created_as_requested(app: TestApp, token: String) {
    other_account(&app).await;
    let whole = json!({
        "name": "Feed", "permissions": ["reports.view"], "metadata": { "a": [1, null] },
        "expiresAt": "2100-01-01T01:00:00.1234567+01:00", "isActive": false, "userId": OTHER,
    });
    let shown = json!({
        "name": "Feed", "permissions": ["reports.view"], "metadata": { "a": [1, null] },
        "expiresAt": "2100-01-01T00:00:00.123456Z", "isActive": false,
        "user": { "databaseId": OTHER },
    });
    let defaults = json!({
        "name": "x", "permissions": [], "metadata": null, "expiresAt": null, "isActive": true,
        "user": { "databaseId": 1 },
    });
    for (number, input, expected) in [(1, whole, shown), (2, json!({ "name": "x" }), defaults)] {
        let response = create(&app, &token, input).await;
        let value = value(&response);
        let key = &response.data()["createApiKey"]["apiKey"];
        for (name, expected) in expected.as_object().unwrap() {
            assert_eq!(&key[name], expected, "{name}");
        }
        assert_eq!((&key["deletedAt"], &key["lastUsedAt"]), (&Json::Null, &Json::Null));
        let random = value.strip_prefix("rsak_").unwrap();
        assert!(random.len() == 64 && random.bytes().all(|it| it.is_ascii_hexdigit()), "{value}");
        assert_eq!((&key["prefix"], &key["lastFour"]), (&json!(value[..9]), &json!(value[65..])));
        let row = app.row("api_keys", number).await.unwrap();
        assert_eq!(row["key_hash"], json!(HEXLOWER.encode(&Sha256::digest(&value))));
        assert_eq!(row["version"], json!("1"));
        let active = key["isActive"] == json!(true);
        assert_eq!(works(&app, &value).await, active);
        let read = format!("{{ apiKey(uuid: {}) {{ prefix lastFour }} }}", key["uuid"]);
        let read = app.query(&token, &read).await;
        assert!(!read.text.contains(random) && read.text.contains(&value[65..]), "{}", read.text);
    }
}

/// D5, D6, D18: who may create which key for whom. A refusal creates nothing.
#[apply(each_engine!)]
async fn creating_keys_needs_permission(app: TestApp) {
    other_account(&app).await;
    for (me, (held, owner, asked, refusal)) in (1_000_i64..).zip(CASES) {
        // Either the account holds exactly this, or the account holds everything and the token
        // exactly this.
        app.caller(me, &["*"]).await;
        let token = app.token(&format!("caller{me}@example.com"), Some(held)).await;
        let account = app.caller(me + 1_000, held).await;
        for (me, token) in [(me, token), (me + 1_000, account)] {
            let mut input = json!({ "name": "Feed", "permissions": asked });
            if let Some(owner) = owner {
                input["userId"] = json!(if matches!(owner, Owner::Caller) { me } else { OTHER });
            }
            let name = format!("{input} with {held:?}");
            let before = app.count("api_keys").await;
            let response = create(&app, &token, input).await;
            assert_eq!(response.code(), refusal, "{name}");
            let added = i64::from(refusal.is_none());
            assert_eq!(app.count("api_keys").await - before, added, "{name}");
            if refusal == INVALID {
                assert_eq!(refused(&response).unwrap().1, ["permissions"], "{name}");
            }
        }
    }
}

/// D4, D18: a key can pass on the permissions that it has, not those of its owner.
#[apply(each_engine!)]
async fn a_key_creates_no_wider_key(app: TestApp, owner: String) {
    let (_, key) = create_key(&app, &owner, &[OWN, "reports.view", "reports.restore"]).await;
    for (asked, may) in [
        (vec!["reports.view"], true),
        (vec!["reports.restore.own", OWN], true),
        (vec!["reports.delete"], false),
        (vec!["reports.view", "*"], false),
        (vec![CREATE], false),
    ] {
        let response = create(&app, &key, json!({ "name": "Child", "permissions": asked })).await;
        let expected = (!may).then_some(("VALIDATION_FAILED", vec!["permissions"]));
        assert_eq!(refused(&response), expected, "{asked:?}");
    }
}

/// D13, D17, D18: all invalid fields at once, by their GraphQL names; nothing is created.
#[apply(each_engine!)]
async fn all_errors_are_reported(app: TestApp) {
    let token = app.caller(1, &[CREATE, VIEW]).await;
    let gone =
        json!({ "id": 3, "email": "gone@example.com", "deleted_at": "2026-01-01T00:00:00Z" });
    app.load(fixture("users", [gone])).await;
    let long = "a".repeat(64 * 1024);
    let cases = [
        (json!({ "name": "" }), vec!["name"]),
        (json!({ "name": "a\u{0}" }), vec!["name"]),
        (json!({ "name": "a".repeat(256) }), vec!["name"]),
        (json!({ "name": "a", "permissions": null }), vec!["permissions"]),
        (json!({ "name": "a", "permissions": [""] }), vec!["permissions"]),
        (json!({ "name": "a", "isActive": null }), vec!["isActive"]),
        (json!({ "name": "a", "metadata": { "a": long } }), vec!["metadata"]),
        (json!({ "name": "a", "userId": 99 }), vec!["userId"]),
        (json!({ "name": "a", "userId": 3 }), vec!["userId"]),
        (json!({ "name": "a", "userId": null }), vec!["userId"]),
        (
            json!({ "name": "", "permissions": ["*"], "metadata": { "a": "\u{0}" }, "userId": 99 }),
            vec!["metadata", "name", "permissions", "userId"],
        ),
    ];
    for (input, expected) in cases {
        let response = create(&app, &token, input.clone()).await;
        assert_eq!(refused(&response), Some(("VALIDATION_FAILED", expected)), "{input:.100}");
    }
    for input in [
        json!({}),
        json!({ "name": 1 }),
        json!({ "name": "a", "expiresAt": "tomorrow" }),
        json!({ "name": "a", "permissions": [null] }),
        json!({ "name": "a", "metadata": [] }),
        json!({ "name": "a", "keyHash": "00" }),
        json!({ "name": "a", "prefix": "rsak_" }),
    ] {
        let response = create(&app, &token, input.clone()).await;
        assert_eq!(refused(&response).map(|it| it.0), Some("BAD_REQUEST"), "{input}");
    }
    assert_eq!(app.count("api_keys").await, 0);
}

/// D3: REST shows the value once too, and a retry with the same key shows it again.
#[apply(each_engine!)]
async fn rest_shows_the_value_once(app: TestApp, token: String) {
    let body = json!({ "name": "Feed", "permissions": ["reports.view"] });
    let send = async || {
        let (path, headers) = ("/api/v1/api-keys", [("idempotency-key", "once")]);
        app.ask("POST", path, Some(&token), &headers, body.to_string()).await.expect(201)
    };
    let created = send().await;
    let value = created.body["value"].as_str().unwrap();
    assert!(works(&app, value).await);
    let path = created.headers[LOCATION].to_str().unwrap();
    assert_eq!(path, format!("api-keys/{}", created.body["uuid"].as_str().unwrap()));
    let path = &format!("/api/v1/{path}");
    assert_eq!(created.version(), "1");
    assert_eq!(send().await.body, created.body);
    let update = json!({ "name": "Export" });
    let updated = app.rest("PATCH", path, Some(&token), Some(&update)).await.expect(200);
    assert_eq!(updated.body.get("value"), None);

    let rotate = format!("{path}/rotate?overlap=PT1H");
    let rotated = app.rest("POST", &rotate, Some(&token), None).await.expect(200);
    let second = rotated.body["value"].as_str().unwrap();
    assert!(second != value && works(&app, value).await && works(&app, second).await);
    let rotated = app.rest("POST", &format!("{path}/rotate"), Some(&token), None).await.expect(200);
    assert!(!works(&app, second).await && works(&app, value).await, "it keeps its overlap");
    let deleted = app.rest("DELETE", path, Some(&token), None).await.expect(200);
    assert_eq!(deleted.body.get("value"), None);
    assert!(deleted.body["deleted_at"].is_string());
    assert!(!works(&app, rotated.body["value"].as_str().unwrap()).await);
    app.rest("DELETE", path, Some(&token), None).await.expect(409);
}

/// An overlap is one duration of at most 30 days.
#[apply(each_engine!)]
async fn rest_refuses_other_overlaps(app: TestApp, token: String) {
    let (uuid, value) = create_key(&app, &token, &[]).await;
    let cases =
        [("1h", 400), ("", 400), ("PT1H&overlap=PT1H", 400), ("P31D", 422), ("P30D&other=1", 200)];
    for (overlap, status) in cases {
        assert!(works(&app, &value).await);
        let path = format!("/api/v1/api-keys/{uuid}/rotate?overlap={overlap}");
        let response = app.rest("POST", &path, Some(&token), None).await.expect(status);
        if status != 200 {
            assert!(response.text.contains("overlap"), "{}", response.text);
        }
    }
}
