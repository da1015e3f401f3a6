//! Permissions and limits for rotating API keys (D5, D18).

use serde_json::json;

use super::{OTHER, create_key, load, other_account, refused, rotate, uuid, value, works};
use crate::support::{TestApp, apply, each_engine};

const UPDATE: &str = "api.keys.update";
const OWN: &str = "api.keys.update.own";
const VIEW: &str = "users.view";

/// Permissions of the credential, whether the key is its own, permissions of the key, overlap, and
/// refusal.
type Case = (
    &'static [&'static str],
    bool,
    &'static [&'static str],
    Option<&'static str>,
    Option<(&'static str, &'static [&'static str])>,
);

const FORBIDDEN: Option<(&str, &[&str])> = Some(("FORBIDDEN", &[]));
const TOO_WIDE: Option<(&str, &[&str])> = Some(("VALIDATION_FAILED", &["permissions"]));
const TOO_LONG: Option<(&str, &[&str])> = Some(("VALIDATION_FAILED", &["overlap"]));
const BAD: Option<(&str, &[&str])> = Some(("BAD_REQUEST", &[]));

const CASES: [Case; 26] = [
    // D5, D8: the permissions that updating the key takes.
    (&[], true, &[], None, FORBIDDEN),
    (&["api.keys.create", "api.keys.delete", "api.keys.updated"], true, &[], None, FORBIDDEN),
    (&[OWN], true, &[], None, None),
    (&[OWN], false, &[], None, FORBIDDEN),
    (&[OWN], false, &["*"], Some("P31D"), FORBIDDEN),
    (&[UPDATE, VIEW], false, &[], None, None),
    // D26: the value shows the account.
    (&[UPDATE], false, &[], None, FORBIDDEN),
    (&[UPDATE, "users.view.own"], false, &[], Some("P31D"), FORBIDDEN),
    (&["*"], false, &["*"], Some("PT1H"), None),
    // D18: rotating returns the value, and with it the permissions of the key.
    (&[OWN], true, &["reports.view"], None, TOO_WIDE),
    (&[OWN, "reports.view"], true, &["reports.view"], None, None),
    (&[OWN, "reports.view"], true, &["reports.view", "reports.delete"], None, TOO_WIDE),
    (&[UPDATE, VIEW, "reports.view"], false, &["reports.view"], None, None),
    (&[UPDATE, VIEW, "reports.view"], false, &["*"], None, TOO_WIDE),
    (&[OWN, "reports.view.own"], true, &["reports.view.own"], None, None),
    (&[UPDATE, "reports.view.own"], true, &["reports.view.own"], None, None),
    (&[UPDATE, VIEW, "reports.view.own"], false, &["reports.view.own"], None, TOO_WIDE),
    (&[UPDATE, VIEW, "reports.view"], false, &["reports.view.own"], None, None),
    // The overlap.
    (&[OWN], true, &[], Some("P30D"), None),
    (&[OWN], true, &[], Some("PT2592001S"), TOO_LONG),
    (&[OWN], true, &[], Some("PT18446744073709551615S"), TOO_LONG),
    (&[OWN], true, &["*"], Some("P31D"), Some(("VALIDATION_FAILED", &["overlap", "permissions"]))),
    (&[OWN], true, &[], Some("1h"), BAD),
    (&[OWN], true, &[], Some("P1M"), BAD),
    (&[OWN], true, &[], Some("-PT1H"), BAD),
    (&[OWN], true, &[], Some(""), BAD),
];

/// D5, D18: a refusal changes nothing.
#[apply(each_engine!)]
async fn rotating_keys_needs_permission(app: TestApp) {
    other_account(&app).await;
    for (me, (held, own, stored, overlap, refusal)) in (1_000_i64..).zip(CASES) {
        let owner = if own { me } else { OTHER };
        app.caller(me, &["*"]).await;
        let token = app.token(&format!("caller{me}@example.com"), Some(held)).await;
        let key = json!({ "key": format!("value {me}"), "permissions": stored });
        load(&app, me, owner, key).await;
        let before = app.row("api_keys", me).await;
        let response = rotate(&app, &token, &uuid(me), overlap).await;
        let name = format!("{held:?} own {own} of {stored:?} {overlap:?}: {}", response.body);
        assert_eq!(
            refused(&response),
            refusal.map(|(code, fields)| (code, fields.to_vec())),
            "{name}"
        );
        let same = before == app.row("api_keys", me).await;
        assert_eq!(same, refusal.is_some(), "{name}");
    }
    let kept = CASES.iter().filter(|it| it.4.is_none() && it.3.is_some()).count();
    assert_eq!(app.count("retired_api_key_values").await, i64::try_from(kept).unwrap());
}

/// D5, D16: a missing key is reported after the permission and before everything else.
#[apply(each_engine!)]
async fn missing_keys_are_not_found(app: TestApp) {
    let token = app.caller(1, &[UPDATE]).await;
    let deleted = json!({ "deleted_at": "2026-01-01T00:00:00Z", "permissions": ["*"] });
    load(&app, 10, 1, deleted).await;
    for number in [10, 99] {
        for overlap in [None, Some("P31D")] {
            let response = rotate(&app, &token, &uuid(number), overlap).await;
            assert_eq!(response.error(), Some(("NOT_FOUND", "Not Found")), "{number}");
        }
    }
    let powerless = app.caller(3, &["reports.view"]).await;
    let response = rotate(&app, &powerless, &uuid(99), None).await;
    assert_eq!(response.error(), Some(("FORBIDDEN", "Forbidden")));
    let required = &response.body["errors"][0]["extensions"]["requiredPermissions"];
    assert_eq!(required, &json!([UPDATE, OWN]));
}

/// D4, D18: a key can rotate itself, but no key that is wider than itself.
#[apply(each_engine!)]
async fn a_key_rotates_no_wider_key(app: TestApp, owner: String) {
    let (narrow, first) = create_key(&app, &owner, &[OWN, "reports.view"]).await;
    let (wide, _) = create_key(&app, &owner, &["*"]).await;
    let response = rotate(&app, &first, &wide, None).await;
    assert_eq!(refused(&response), Some(("VALIDATION_FAILED", vec!["permissions"])));
    let second = value(&rotate(&app, &first, &narrow, None).await);
    assert!(works(&app, &second).await && !works(&app, &first).await);
}
