//! D18: callers can't give an API key a permission that their credential lacks.

use serde_json::json;

use super::change;
use crate::{
    change::{Kind, Outcome, UpdateApi},
    support::{TestApp, apply, each_engine, fixture, with},
};

/// The account's permissions besides `api.keys.update`, the token's limit, the key's permissions, those
/// that are sent, and whether the update is allowed.
type Case = (Names, Option<Names>, Names, Names, bool);
type Names = &'static [&'static str];

const UPDATE: &str = "api.keys.update";

const CASES: [Case; 28] = [
    // Callers may add what they have, nothing else.
    (&["a.view"], None, &[], &["a.view"], true),
    (&["a.view"], None, &[], &["a.view", "b.view"], false),
    (&[], None, &[], &["a.view"], false),
    (&[], None, &[], &[UPDATE], true),
    (&["a.view"], None, &["a.view"], &["a.view", "b.view"], false),
    // Existing permissions may stay, for every caller.
    (&[], None, &["b.view"], &["b.view"], true),
    (&["a.view"], None, &["b.view"], &["a.view", "b.view"], true),
    (&[], None, &["b.view", "c.view"], &["c.view"], true),
    (&[], None, &["b.view"], &["c.view"], false),
    (&[], None, &["b.view", "c.view"], &[], true),
    (&[], None, &["*"], &["*"], true),
    // `*` covers every name.
    (&["*"], None, &[], &["a.view", "no such name", "*"], true),
    (&["a.view", "b.view"], None, &[], &["*"], false),
    // The wider name covers the narrower one (D4), not vice versa.
    (&["a.restore"], None, &[], &["a.restore.own"], true),
    (&["a.restore.own"], None, &[], &["a.restore"], false),
    (&["a.restore.own"], None, &[], &["a.restore.own"], true),
    (&["a.restore"], None, &[], &["a.restore.own.own"], false),
    // Names match exactly (D8).
    (&["a.view"], None, &[], &["A.view"], false),
    (&["a.view"], None, &[], &["a.*"], false),
    (&["a.view"], None, &[], &["a"], false),
    (&["a.*"], None, &[], &["a.view"], false),
    (&["a.view"], None, &["A.VIEW"], &["a.view"], true),
    // The credential counts, not the account (D4).
    (&["*"], Some(&[UPDATE, "a.view"]), &[], &["a.view"], true),
    (&["*"], Some(&[UPDATE, "a.view"]), &[], &["b.view"], false),
    (&["*"], Some(&[UPDATE, "a.restore"]), &[], &["a.restore.own"], true),
    (&["b.view"], Some(&[UPDATE]), &[], &["b.view"], false),
    (&["a.view"], Some(&["*"]), &[], &["b.view"], false),
    (&["a.view"], Some(&["*"]), &[], &["a.view"], true),
];

fn outcome(allowed: bool) -> Outcome {
    if allowed { Outcome::Done } else { Outcome::invalid(["permissions"]) }
}

/// D4, D18: which permissions may be added, through each API.
#[apply(each_engine!)]
async fn a_key_gets_only_permissions_that_the_caller_has(app: TestApp) {
    for (place, (held, limit, stored, sent, allowed)) in (1_i64..).zip(CASES) {
        let account: Vec<&str> = [UPDATE].iter().chain(held).copied().collect();
        let mut token = app.caller(place, &account).await;
        if let Some(limit) = limit {
            token = app.token(&format!("caller{place}@example.com"), Some(limit)).await;
        }
        for (number, via) in (0..).zip(UpdateApi::ALL) {
            let case = format!("{via:?} by {account:?} within {limit:?}: {stored:?} to {sent:?}");
            let record = Kind::ApiKey.record(1_000 + 4 * place + number);
            let row = with(Kind::ApiKey.row(record.id, place), json!({ "permissions": stored }));
            app.load(fixture("api_keys", [row])).await;
            let body = json!({ "permissions": sent });
            let changed = change(&app, &record, via, Some(&token), &body, &case).await;
            assert_eq!(changed, outcome(allowed), "{case}");
            let held = json!(if allowed { sent } else { stored });
            assert_eq!(record.stored(&app).await["permissions"], held, "{case}");
        }
    }
}

/// D4, D18: a key that updates keys, including itself, is limited by its own permissions, not those
/// of its owner; and it can't take back what it gives away.
#[apply(each_engine!)]
async fn a_key_can_not_widen_itself(app: TestApp, _admin: String) {
    for (place, via) in (1..).zip(UpdateApi::ALL) {
        let record = Kind::ApiKey.record(1_000 * place);
        let value = format!("rsak_value{place}");
        let held = ["api.keys.update.own", "reports.view", "reports.delete"];
        let more =
            json!({ "permissions": held, "key": value, "is_active": true, "expires_at": null });
        app.load(fixture("api_keys", [with(Kind::ApiKey.row(record.id, 1), more)])).await;
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
            let changed = change(&app, &record, via, Some(&value), &body, &case).await;
            assert_eq!(changed, outcome(allowed), "{case}");
        }
    }
}

/// An added permission that isn't held is reported with the other errors.
#[apply(each_engine!)]
async fn widening_is_reported_with_other_errors(app: TestApp) {
    let token = app.caller(1, &[UPDATE]).await;
    for (place, via) in (1..).zip(UpdateApi::ALL) {
        let record = Kind::ApiKey.load_one(&app, 1_000 * place, 1).await;
        let body = json!({ "permissions": ["reports.delete"], "name": "", "is_active": null });
        let found = change(&app, &record, via, Some(&token), &body, "with others").await;
        assert_eq!(found, Outcome::invalid(["permissions", "name", "is_active"]), "{via:?}");
    }
}
