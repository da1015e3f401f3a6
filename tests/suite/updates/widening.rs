//! D18: nobody gives an API key a permission that their own credential doesn't hold.

use serde_json::json;

use super::change;
use crate::{
    change::{Kind, Record, Verdict, Way},
    support::{TestApp, apply, each_engine, fixture},
};

/// Who asks, for what, of which key.
struct Case {
    /// What the account holds besides `api.keys.update`.
    account: &'static [&'static str],
    /// What the token is limited to.
    token: Option<&'static [&'static str]>,
    /// What the key has.
    stored: &'static [&'static str],
    /// What it is to have.
    sent: &'static [&'static str],
    may: bool,
}

const fn case(
    account: &'static [&'static str],
    token: Option<&'static [&'static str]>,
    stored: &'static [&'static str],
    sent: &'static [&'static str],
    may: bool,
) -> Case {
    Case { account, token, stored, sent, may }
}

const UPDATE: &str = "api.keys.update";

const CASES: [Case; 28] = [
    // What is held may be added, nothing else.
    case(&["a.view"], None, &[], &["a.view"], true),
    case(&["a.view"], None, &[], &["a.view", "b.view"], false),
    case(&[], None, &[], &["a.view"], false),
    case(&[], None, &[], &[UPDATE], true),
    case(&["a.view"], None, &["a.view"], &["a.view", "b.view"], false),
    // What is there already may stay, whoever asks.
    case(&[], None, &["b.view"], &["b.view"], true),
    case(&["a.view"], None, &["b.view"], &["a.view", "b.view"], true),
    case(&[], None, &["b.view", "c.view"], &["c.view"], true),
    case(&[], None, &["b.view"], &["c.view"], false),
    case(&[], None, &["b.view", "c.view"], &[], true),
    case(&[], None, &["*"], &["*"], true),
    // `*` holds every name.
    case(&["*"], None, &[], &["a.view", "no such name", "*"], true),
    case(&["a.view", "b.view"], None, &[], &["*"], false),
    // The wider covers the narrower (D4), not the other way round.
    case(&["a.restore"], None, &[], &["a.restore.own"], true),
    case(&["a.restore.own"], None, &[], &["a.restore"], false),
    case(&["a.restore.own"], None, &[], &["a.restore.own"], true),
    case(&["a.restore"], None, &[], &["a.restore.own.own"], false),
    // Names are matched exactly (D8).
    case(&["a.view"], None, &[], &["A.view"], false),
    case(&["a.view"], None, &[], &["a.*"], false),
    case(&["a.view"], None, &[], &["a"], false),
    case(&["a.*"], None, &[], &["a.view"], false),
    case(&["a.view"], None, &["A.VIEW"], &["a.view"], true),
    // It is the credential that counts, not the account (D4).
    case(&["*"], Some(&[UPDATE, "a.view"]), &[], &["a.view"], true),
    case(&["*"], Some(&[UPDATE, "a.view"]), &[], &["b.view"], false),
    case(&["*"], Some(&[UPDATE, "a.restore"]), &[], &["a.restore.own"], true),
    case(&["b.view"], Some(&[UPDATE]), &[], &["b.view"], false),
    case(&["a.view"], Some(&["*"]), &[], &["b.view"], false),
    case(&["a.view"], Some(&["*"]), &[], &["a.view"], true),
];

/// D4, D18: who may add what, by each way.
#[apply(each_engine!)]
async fn a_key_gets_no_more_than_the_caller_has(app: TestApp) {
    for (place, case) in (1_i64..).zip(&CASES) {
        let account: Vec<&str> = [UPDATE].iter().chain(case.account).copied().collect();
        let mut token = app.caller(place, &account).await;
        if let Some(limit) = case.token {
            token = app.token(&format!("caller{place}@example.com"), Some(limit)).await;
        }
        for (number, way) in (0..).zip(Way::ALL) {
            let name = format!(
                "{way:?} by {account:?} within {:?}: {:?} to {:?}",
                case.token, case.stored, case.sent
            );
            let record = Kind::ApiKey.record(1_000 + 3 * place + number);
            let mut row = Kind::ApiKey.row(record.id, place);
            row["permissions"] = json!(case.stored);
            app.load(fixture("api_keys", [row])).await;

            let body = json!({ "permissions": case.sent });
            let outcome = change(&app, &record, way, Some(&token), &body, &name).await;

            let expected = match case.may {
                true => Verdict::Done,
                false => Verdict::invalid(["permissions"]),
            };
            assert_eq!(outcome, expected, "{name}");
            let stored = if case.may { case.sent } else { case.stored };
            assert_eq!(record.stored(&app).await["permissions"], json!(stored), "{name}");
        }
    }
}

/// D17, D18: it is told with the rest.
#[apply(each_engine!)]
async fn it_is_one_complaint_among_others(app: TestApp) {
    let token = app.caller(1, &[UPDATE]).await;
    for (place, way) in (1..).zip(Way::ALL) {
        let record = Kind::ApiKey.load_one(&app, 1_000 * place, 1).await;
        let case = format!("{way:?}");
        let body = json!({ "permissions": ["reports.delete"], "name": "", "is_active": null });
        let outcome = change(&app, &record, way, Some(&token), &body, &case).await;
        assert_eq!(outcome, Verdict::invalid(["permissions", "name", "is_active"]), "{case}");
    }
}

/// D4, D18: a key that changes keys, itself among them, is bound by what it has itself, not by
/// what its owner has; and what it gives away it can't take back.
#[apply(each_engine!)]
async fn a_key_does_not_widen_itself(app: TestApp) {
    app.caller(1, &["*"]).await;
    for (place, way) in (1..).zip(Way::ALL) {
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
        for (sent, may) in steps {
            let case = format!("{way:?} {sent}");
            let body = json!({ "permissions": sent });
            let outcome = change(&app, &record, way, Some(&value), &body, &case).await;
            let expected = match may {
                true => Verdict::Done,
                false => Verdict::invalid(["permissions"]),
            };
            assert_eq!(outcome, expected, "{case}");
        }
    }
}
