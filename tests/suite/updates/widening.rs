//! D18: callers can't give an API key a permission that their credential lacks.

use serde_json::json;

use super::change;
use crate::{
    change::{Kind, Outcome, Record, UpdateApi},
    support::{TestApp, apply, each_engine, fixture},
};

/// The caller's permissions, the key's old and new ones, and whether the update is allowed.
struct Case {
    /// Permissions of the account besides `api.keys.update`.
    account: &'static [&'static str],
    /// The token's limit.
    token: Option<&'static [&'static str]>,
    /// Permissions of the key.
    stored: &'static [&'static str],
    /// Permissions sent.
    sent: &'static [&'static str],
    allowed: bool,
}

const fn case(
    account: &'static [&'static str],
    token: Option<&'static [&'static str]>,
    stored: &'static [&'static str],
    sent: &'static [&'static str],
    allowed: bool,
) -> Case {
    Case { account, token, stored, sent, allowed }
}

const UPDATE: &str = "api.keys.update";

const CASES: [Case; 28] = [
    // Callers may add what they have, nothing else.
    case(&["a.view"], None, &[], &["a.view"], true),
    case(&["a.view"], None, &[], &["a.view", "b.view"], false),
    case(&[], None, &[], &["a.view"], false),
    case(&[], None, &[], &[UPDATE], true),
    case(&["a.view"], None, &["a.view"], &["a.view", "b.view"], false),
    // Existing permissions may stay, for every caller.
    case(&[], None, &["b.view"], &["b.view"], true),
    case(&["a.view"], None, &["b.view"], &["a.view", "b.view"], true),
    case(&[], None, &["b.view", "c.view"], &["c.view"], true),
    case(&[], None, &["b.view"], &["c.view"], false),
    case(&[], None, &["b.view", "c.view"], &[], true),
    case(&[], None, &["*"], &["*"], true),
    // `*` covers every name.
    case(&["*"], None, &[], &["a.view", "no such name", "*"], true),
    case(&["a.view", "b.view"], None, &[], &["*"], false),
    // The wider name covers the narrower one (D4), not vice versa.
    case(&["a.restore"], None, &[], &["a.restore.own"], true),
    case(&["a.restore.own"], None, &[], &["a.restore"], false),
    case(&["a.restore.own"], None, &[], &["a.restore.own"], true),
    case(&["a.restore"], None, &[], &["a.restore.own.own"], false),
    // Names match exactly (D8).
    case(&["a.view"], None, &[], &["A.view"], false),
    case(&["a.view"], None, &[], &["a.*"], false),
    case(&["a.view"], None, &[], &["a"], false),
    case(&["a.*"], None, &[], &["a.view"], false),
    case(&["a.view"], None, &["A.VIEW"], &["a.view"], true),
    // The credential counts, not the account (D4).
    case(&["*"], Some(&[UPDATE, "a.view"]), &[], &["a.view"], true),
    case(&["*"], Some(&[UPDATE, "a.view"]), &[], &["b.view"], false),
    case(&["*"], Some(&[UPDATE, "a.restore"]), &[], &["a.restore.own"], true),
    case(&["b.view"], Some(&[UPDATE]), &[], &["b.view"], false),
    case(&["a.view"], Some(&["*"]), &[], &["b.view"], false),
    case(&["a.view"], Some(&["*"]), &[], &["a.view"], true),
];

/// D4, D18: which permissions may be added, through each API.
#[apply(each_engine!)]
async fn a_key_gets_only_permissions_that_the_caller_has(app: TestApp) {
    for (place, case) in (1_i64..).zip(&CASES) {
        let account: Vec<&str> = [UPDATE].iter().chain(case.account).copied().collect();
        let mut token = app.caller(place, &account).await;
        if let Some(limit) = case.token {
            token = app.token(&format!("caller{place}@example.com"), Some(limit)).await;
        }
        for (number, via) in (0..).zip(UpdateApi::ALL) {
            let name = format!(
                "{via:?} by {account:?} within {:?}: {:?} to {:?}",
                case.token, case.stored, case.sent
            );
            let record = Kind::ApiKey.record(1_000 + 4 * place + number);
            let mut row = Kind::ApiKey.row(record.id, place);
            row["permissions"] = json!(case.stored);
            app.load(fixture("api_keys", [row])).await;

            let body = json!({ "permissions": case.sent });
            let outcome = change(&app, &record, via, Some(&token), &body, &name).await;

            let expected = match case.allowed {
                true => Outcome::Done,
                false => Outcome::invalid(["permissions"]),
            };
            assert_eq!(outcome, expected, "{name}");
            let stored = if case.allowed { case.sent } else { case.stored };
            assert_eq!(record.stored(&app).await["permissions"], json!(stored), "{name}");
        }
    }
}

/// D17, D18: reported with the other errors.
#[apply(each_engine!)]
async fn widening_is_reported_with_other_errors(app: TestApp) {
    let token = app.caller(1, &[UPDATE]).await;
    for (place, via) in (1..).zip(UpdateApi::ALL) {
        let record = Kind::ApiKey.load_one(&app, 1_000 * place, 1).await;
        let case = format!("{via:?}");
        let body = json!({ "permissions": ["reports.delete"], "name": "", "is_active": null });
        let outcome = change(&app, &record, via, Some(&token), &body, &case).await;
        assert_eq!(outcome, Outcome::invalid(["permissions", "name", "is_active"]), "{case}");
    }
}

/// D4, D18: a key that updates keys, including itself, is limited by its own permissions, not those
/// of its owner; and it can't take back what it gives away.
#[apply(each_engine!)]
async fn a_key_can_not_widen_itself(app: TestApp) {
    app.caller(1, &["*"]).await;
    for (place, via) in (1..).zip(UpdateApi::ALL) {
        let record: Record = Kind::ApiKey.record(1_000 * place);
        let value = format!("rsak_value{place}");
        let mut row = Kind::ApiKey.row(record.id, 1);
        row["permissions"] = json!(["api.keys.update.own", "reports.view", "reports.delete"]);
        row["key"] = json!(value);
        row["is_active"] = json!(true);
        row["expires_at"] = json!(null);
        app.load(fixture("api_keys", [row])).await;
        let steps = [
            (json!(["api.keys.update.own", "reports.view", "users.view"]), false),
            (json!(["api.keys.update", "reports.view"]), false),
            (json!(["api.keys.update.own", "reports.view"]), true),
            (json!(["api.keys.update.own", "reports.view", "reports.delete"]), false),
            (json!(["api.keys.update.own"]), true),
            (json!(["api.keys.update.own", "reports.view"]), false),
        ];
        for (sent, allowed) in steps {
            let case = format!("{via:?} {sent}");
            let body = json!({ "permissions": sent });
            let outcome = change(&app, &record, via, Some(&value), &body, &case).await;
            let expected = match allowed {
                true => Outcome::Done,
                false => Outcome::invalid(["permissions"]),
            };
            assert_eq!(outcome, expected, "{case}");
        }
    }
}
